import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { DockerEndpoint } from './docker-api.mjs'

/**
 * Where Testcontainers would look for Docker, found without loading it (which takes half a second):
 * its properties file, `DOCKER_HOST`, then the usual sockets. `undefined` if there is no such place.
 */
export function dockerEndpoint(env: NodeJS.ProcessEnv): DockerEndpoint | undefined {
  const host = property('tc.host') ?? env.DOCKER_HOST ?? property('docker.host')
  if (host) return fromUrl(host, env)
  const socketPath = sockets(env).find((path) => existsSync(path))
  return socketPath === undefined ? undefined : { socketPath }
}

function fromUrl(url: string, env: NodeJS.ProcessEnv): DockerEndpoint {
  const { hostname, port, pathname } = new URL(url)
  if (hostname === '') return { socketPath: pathname }
  const tls = env.DOCKER_TLS_VERIFY === '1' && env.DOCKER_CERT_PATH
  return {
    host: hostname,
    port: Number(port || 2375),
    ...(tls ? { certPath: tls } : {}),
  }
}

function sockets(env: NodeJS.ProcessEnv): string[] {
  return [
    '/var/run/docker.sock',
    ...(env.XDG_RUNTIME_DIR ? [join(env.XDG_RUNTIME_DIR, 'docker.sock')] : []),
    join(homedir(), '.docker', 'run', 'docker.sock'),
    join(homedir(), '.docker', 'desktop', 'docker.sock'),
    `/run/user/${process.getuid?.() ?? 0}/docker.sock`,
  ]
}

function property(name: string): string | undefined {
  const file = join(homedir(), '.testcontainers.properties')
  if (!existsSync(file)) return undefined
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [key, value] = line.split('=', 2)
    if (key?.trim() === name) return value?.trim()
  }
  return undefined
}
