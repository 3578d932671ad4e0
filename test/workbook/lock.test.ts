import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { setTimeout as later } from 'node:timers'
import { Redis } from 'ioredis'
import { beforeAll, expect, inject, test } from 'vitest'
import * as kit from '#kit'
import { katas } from '../../tools/judge/catalogue.mjs'
import { enter } from '../../tools/judge/entered.ts'
import { globalsFor } from '../../tools/judge/global-names.ts'
import { openKeys } from '../../tools/judge/lock.ts'
import { lockLanguage } from '../../tools/judge/locked.ts'
import { pathOf, Root, reach } from '../../tools/judge/reach.ts'
import { allowPlace } from '../support/reachable.ts'

const require = createRequire(import.meta.url)
const imports = [...new Set(katas.flatMap((kata) => kata.imports))]

/** Locked as for an implementation that may import all that any may. */
beforeAll(() => {
  lockLanguage()
  enter('all.ts', [], imports, [])
})

/** What is known to be open, and does no harm. */
const KNOWN = [
  // See `OPEN` in lock.ts.
  ...[/^Error stackTraceLimit /, /^(Object|Function) constructor /],
  // What Node has made so that it cannot be locked; it is no code.
  ...[/^EventEmitter Symbol\(kCapture\) /, /^LibuvStreamWrap onread /],
  // See `constructors` in locked.ts.
  /^(Readable|Writable|Transform)Stream constructor /,
  // Classes that have nothing of their own, made as a request or its copy is.
  ...[/^HTTPClientAsyncResource /, /^Internal\w+Stream /],
]

/** What of all that these lead to can still be changed, and is shared by others that do not have these. */
const openIn = (roots: readonly unknown[]): string[] =>
  [...reach(roots, new WeakSet())]
    .filter(({ as }) => as !== 'instance')
    .flatMap((one) =>
      openKeys(one.object).map((key) => `${nameOf(one.object)} ${String(key)} by ${pathOf(one)}`),
    )
    .filter((open) => !KNOWN.some((known) => known.test(open)))

/** Its own, or its class's. */
const nameOf = (object: object): string => {
  const { name } = typeof object === 'function' ? object : object.constructor
  return object === Function.prototype ? 'Function' : name
}

const instances = (objects: readonly object[]) => objects.map((one) => new Root(one, 'instance'))

test('nothing is open that the kit, the globals and the modules of any kata lead to', () => {
  const names = globalsFor(imports).filter((name) => name !== 'console')
  const globals = names.map((name) => Reflect.get(globalThis, name) as unknown)
  const modules = imports.map((name) => require(name) as object)
  expect(openIn([...Object.values(kit), ...globals, ...modules])).toEqual([])
})

test('nothing is open that a request, its response and their connection lead to', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  allowPlace('127.0.0.1', port)
  const asking = http.get({ port, host: '127.0.0.1' }).on('error', () => {})
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  const { socket } = request
  const handle = Reflect.get(socket, '_handle') as object
  expect(handle).toBeTypeOf('object')
  const open = openIn(instances([server, asking, request, response, socket, handle]))
  response.end()
  server.closeAllConnections()
  server.close()
  expect(open).toEqual([])
})

test('nothing is open that a connected Redis client leads to', async ({ skip }) => {
  const url = inject('redisUrl')
  if (!url) skip('there is no Redis')
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  await client.connect()
  const copy = client.duplicate()
  const chain = client.multi().get('x')
  const stream = Reflect.get(client, 'stream') as object
  const open = openIn(instances([client, chain, stream, Reflect.get(stream, '_handle')]))
  await chain.exec()
  client.disconnect()
  copy.disconnect()
  expect(open).toEqual([])
})

test('nothing is open that what one asks the web, timers and hashes for leads to', async () => {
  const response = new Response('x')
  const timer = later(() => {}, 0)
  const open = openIn(
    instances([
      ...[timer, setImmediate(() => {}), createHash('sha1'), createHmac('sha1', 'x')],
      ...[response, response.headers, response.headers.entries(), response.clone()],
      ...[new Request('http://localhost/'), new FormData().keys(), new AbortController().signal],
      ...[new URL('http://localhost/').searchParams.entries(), (async () => {})(), performance],
    ]),
  )
  expect(open).toEqual([])
})

test('what inherits of a locked class can have its own', () => {
  const client = new Redis({ lazyConnect: true })
  const get = async () => 'own'
  Object.assign(client, { get })
  expect(client.get).toBe(get)
  class Late extends Error {}
  expect(Object.assign(new Late(), { name: 'Late', message: 'x' }).name).toBe('Late')
})

test.for<[string, () => unknown]>([
  ['a method', () => Object.assign(Redis.prototype, { get: () => 'x' })],
  ['a function’s call', () => Object.defineProperty(Array.prototype.slice, 'call', { value: 1 })],
  ['a setting of a module', () => Object.assign(http, { globalAgent: new http.Agent() })],
  ['a table of a module', () => Object.assign(http.STATUS_CODES, { 200: 'x' })],
  ['a new property', () => Object.assign(Headers.prototype, { x: 1 })],
  ['a global', () => Object.assign(globalThis, { fetch: () => 'x' })],
  ['a timer', () => Object.assign(globalThis, { setTimeout: () => 'x' })],
])('a write throws: %s', ([, write]) => {
  expect(write).toThrow(TypeError)
})
