import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { allowPlace } from '../reachable.ts'

/** A line between a client and a Redis, which can be cut, and led to another Redis. */
export class RedisProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** How many connections clients have made, or tried to make. */
  connections = 0
  /** Of the next reply so many bytes pass, and then the connection breaks; undefined: all of it. */
  cutReplyAfter: number | undefined
  #target: URL

  private constructor(target: string) {
    this.#target = new URL(target)
    this.#server = createServer((client) => this.#join(client))
  }

  static async start(target: string): Promise<RedisProxy> {
    const proxy = new RedisProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    allowPlace('127.0.0.1', (proxy.#server.address() as AddressInfo).port)
    return proxy
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** From now on new connections lead there. */
  leadTo(target: string): void {
    this.#target = new URL(target)
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #join(client: Socket): void {
    this.connections++
    const redis = connect(Number(this.#target.port), this.#target.hostname)
    for (const [socket, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (bytes) => redis.write(bytes))
    redis.on('data', (bytes) => {
      if (this.cutReplyAfter === undefined) client.write(bytes)
      else client.end(bytes.subarray(0, this.cutReplyAfter))
      this.cutReplyAfter = undefined
    })
  }
}
