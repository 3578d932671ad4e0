import { Socket } from 'node:net'
import { inject } from 'vitest'
import { oncePerProcess } from '../../test/support/once-per-process.ts'
import { allowPlace, isAllowedPlace } from '../../test/support/reachable.ts'
import { leaveOpen, lockAll } from './lock.ts'
import { Root } from './reach.ts'
import { Refused } from './refused.ts'

/** What leads to the network, among what an implementation may import. */
const CONNECTING = ['node:http', 'ioredis']

/** Redis's own, where a url names none. */
const DEFAULT_PORT = 6379

/**
 * Where an implementation has the means to connect, its process connects to the run's Redis alone, and to servers
 * that the tests have started (`reachable.ts`). All else is refused, whoever asks.
 */
export function closeNetwork(imports: readonly string[]): void {
  if (imports.some((name) => CONNECTING.includes(name))) oncePerProcess('kata.network', close)
}

function close(): true {
  for (const url of [inject('redisUrl'), ...(inject('clusterUrls') ?? [])].filter(Boolean)) {
    const { hostname, port } = new URL(url)
    allowPlace(hostname, Number(port || DEFAULT_PORT))
  }
  const { connect } = Socket.prototype
  Object.defineProperty(Socket.prototype, 'connect', {
    value: function connectWithin(this: Socket, ...args: unknown[]): Socket {
      const [options, listener] = optionsOf(args)
      const { host, port, path } = options
      const isOpen = path === undefined && isAllowedPlace(String(host), Number(port))
      if (isOpen) {
        const connecting = Reflect.apply(connect, this, [options, listener]) as Socket
        lockHandle(connecting)
        return connecting
      }
      const where = path === undefined ? `${host}:${port}` : path
      throw new Refused(`the network is closed: ${where} is no server of the tests`)
    },
    writable: false,
    configurable: false,
  })
  return true
}

/** Of what a connection is made, classes that have no name, all others are made. */
function lockHandle(connection: object): void {
  const { _handle: handle } = connection as { readonly _handle?: object | null }
  if (!handle) return
  // Looks like a property that is inherited; Node writes by it into the handle itself.
  for (let one = handle; one; one = Object.getPrototypeOf(one) as object) {
    if (Object.hasOwn(one, 'onread')) leaveOpen(one, 'onread')
  }
  lockAll([new Root(Object.getPrototypeOf(handle) as object, 'prototype')], 'inherited')
}

type Options = Readonly<Record<string, unknown>>

/**
 * What `connect(...args)` is asked for: it takes options, or a port and a host, or a path, or all in an array.
 * Read once, so that what is looked at is what is used; and names lead where the system says, and nowhere else.
 */
function optionsOf(args: readonly unknown[]): readonly [Options, unknown] {
  const given = (Array.isArray(args[0]) ? args[0] : args) as readonly unknown[]
  const [first, second] = given
  const listener = given.find((one) => typeof one === 'function')
  if (typeof first === 'object' && first !== null) {
    const { lookup: _, host, port, path, ...others } = first as Options
    return [{ ...others, host: host ?? 'localhost', port, ...(path ? { path } : {}) }, listener]
  }
  const isPort = !Number.isNaN(Number(first))
  if (!isPort) return [{ path: first }, listener]
  return [{ port: first, host: typeof second === 'string' ? second : 'localhost' }, listener]
}
