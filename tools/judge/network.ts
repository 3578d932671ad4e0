import { Server, Socket } from 'node:net'
import { inject } from 'vitest'
import { allowPlace, isAllowedPlace } from '../../test/support/reachable.ts'
import { Refused } from './refused.ts'

/** What leads to the network, among what an implementation may import. */
const CONNECTING = ['node:http', 'ioredis']

/** Also where this module is loaded once more, in a test that loads all anew. */
const isClosed = () => !Object.getOwnPropertyDescriptor(Socket.prototype, 'connect')?.writable

/** Where the run's Redis listens, or its cluster. */
const provided = (): readonly string[] =>
  [inject('redisUrl'), ...(inject('clusterUrls') ?? [])]
    .filter(Boolean)
    .map((url) => new URL(url).host)

/**
 * Where an implementation has the means to connect, its process connects to servers of its own alone, and to the
 * run's Redis. All else is refused, whoever asks.
 */
export function closeNetwork(imports: readonly string[]): void {
  if (isClosed() || !imports.some((name) => CONNECTING.includes(name))) return
  const { emit } = Server.prototype
  Server.prototype.emit = function noted(this: Server, event: string, ...args: unknown[]): boolean {
    const address = event === 'listening' ? this.address() : undefined
    if (address && typeof address === 'object') allowPlace('localhost', address.port)
    return Reflect.apply(emit, this, [event, ...args]) as boolean
  }
  const { connect } = Socket.prototype
  Object.defineProperty(Socket.prototype, 'connect', {
    value: function connectWithin(this: Socket, ...args: unknown[]): Socket {
      const { host, port } = targetOf(args)
      if (!isAllowedPlace(host, port) && !provided().includes(`${host}:${port}`)) {
        throw new Refused(`the network is closed: ${host}:${port} is no server of the tests`)
      }
      return Reflect.apply(connect, this, args) as Socket
    },
    writable: false,
    configurable: false,
  })
}

/** Where `connect(...args)` leads: it takes options, or a port and a host, or both in an array. */
function targetOf(args: readonly unknown[]): { host: string; port: number } {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as readonly unknown[]
  const options =
    typeof first === 'object' && first !== null
      ? (first as { host?: string; port?: number; path?: string })
      : { port: first, host: second }
  const host = typeof options.host === 'string' ? options.host : 'localhost'
  return { host, port: 'path' in options && options.path ? -1 : Number(options.port) }
}
