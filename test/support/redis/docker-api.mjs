// The few words of Docker's HTTP interface that a start needs before Testcontainers is loaded, and
// that the warden needs after it is gone. Plain JavaScript, so that the warden starts at once.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { join } from 'node:path'

/**
 * Where a Docker engine listens: a socket file, or a host and port, by TLS if there is a `certPath`,
 * the folder of ca.pem, cert.pem and key.pem.
 * @typedef {{ socketPath?: string, host?: string, port?: number, certPath?: string }} DockerEndpoint
 */

/**
 * One request, its whole answer read as text. Rejects if there is none within `timeoutMs`.
 * @param {DockerEndpoint} endpoint
 * @param {'GET' | 'DELETE' | 'POST'} method
 * @param {string} path
 * @param {number} timeoutMs
 * @returns {Promise<{ status: number, body: string }>}
 */
export function dockerRequest(endpoint, method, path, timeoutMs) {
  const { certPath, ...address } = endpoint
  const tls = certPath
    ? {
        ca: readFileSync(join(certPath, 'ca.pem')),
        cert: readFileSync(join(certPath, 'cert.pem')),
        key: readFileSync(join(certPath, 'key.pem')),
      }
    : {}
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const options = { ...address, ...tls, method, path, signal, agent: false }
    const request = (certPath ? https : http).request(options, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.on('error', reject)
    })
    request.on('error', (error) => {
      reject(signal.aborted ? new Error(`no answer within ${timeoutMs} ms`) : error)
    })
    request.end()
  })
}
