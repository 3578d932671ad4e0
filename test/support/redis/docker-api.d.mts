/** Where a Docker engine listens: a socket file, or a host and port, by TLS if `certPath` is given. */
export interface DockerEndpoint {
  readonly socketPath?: string
  readonly host?: string
  readonly port?: number
  /** Folder with ca.pem, cert.pem and key.pem. */
  readonly certPath?: string
}

/** One request, its whole answer read as text. Rejects if there is none within `timeoutMs`. */
export function dockerRequest(
  endpoint: DockerEndpoint,
  method: string,
  path: string,
  timeoutMs: number,
): Promise<{ status: number; body: string }>
