import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allowPlace } from '../reachable.ts'

/** An HTTP server of a test's own, asked by the real `fetch`. */
export interface TestServer {
  readonly url: string
  /** Asks it. Rejects with what the listener threw, if it did, and leaves no body unread. */
  ask(init?: RequestInit): Promise<Answer>
  /** What the listener has thrown since this was looked at last; a test that wants it takes it so. */
  takeFailure(): unknown
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Serves `listener` on a free port of loopback while `use` runs. */
export async function withServer(
  listener: RequestListener,
  use: (server: TestServer) => Promise<void>,
): Promise<void> {
  let failure: { error: unknown } | undefined
  const takeFailure = () => {
    const { error } = failure ?? {}
    failure = undefined
    return error
  }
  const server = createServer(async (request, response) => {
    try {
      await (listener(request, response) as unknown)
    } catch (error) {
      failure = { error }
      // What an error handler would do.
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  allowPlace('127.0.0.1', port)
  const url = `http://127.0.0.1:${port}/`
  try {
    await use({
      url,
      takeFailure,
      async ask(init) {
        const response = await fetch(url, init)
        const body = await response.text()
        if (failure) throw takeFailure()
        return { status: response.status, headers: response.headers, body }
      },
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
