// Objects that no name leads to by properties alone, by what one has to ask for them.
import { createRequire } from 'node:module'
import { Root } from './reach.ts'

const require = createRequire(import.meta.url)

const { getPrototypeOf } = Reflect
const sampled = (objects: readonly object[]) => objects.map((one) => new Root(one, 'instance'))

/** Of the language, but for what `Intl` segments, which takes long to load. */
export function nameless(): Root[] {
  return sampled([
    ...[[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator]()],
    ...[''.matchAll(/x/g), (function* () {})(), (async function* () {})(), async () => {}],
  ])
}

export function ofNode(): Root[] {
  const [timeout, immediate] = [setTimeout(() => {}), setImmediate(() => {})]
  const list = Reflect.get(timeout, '_idlePrev') as object
  // Only what they inherit: timers are in lists with all others, whose functions are anyone’s.
  const inherited = [timeout, list, immediate].map((one) => getPrototypeOf(one) as object)
  clearTimeout(timeout)
  clearImmediate(immediate)
  return [
    ...inherited.map((one) => new Root(one, 'prototype')),
    ...sampled([new URLSearchParams().values(), crypto.subtle]),
  ]
}

export function ofTheWeb(): Root[] {
  const controllers: object[] = []
  const start = (controller: object) => void controllers.push(controller)
  const readable = new ReadableStream({ start })
  const bytes = new ReadableStream({ type: 'bytes', start })
  const writable = new WritableStream({ start })
  const transform = new TransformStream({ start })
  return sampled([
    ...[new Headers().values(), new FormData().values(), new Response('x').body ?? {}],
    ...[new Request('http://localhost/'), new Blob(['x']).stream(), readable.values()],
    ...[bytes.getReader({ mode: 'byob' }), writable.getWriter(), transform, ...controllers],
    ...[new ReadableStream().getReader(), new Response('x'), new Headers()],
  ])
}

export function ofHttp(): Root[] {
  const { createServer, IncomingMessage, ServerResponse } =
    require('node:http') as typeof import('node:http')
  const { Socket } = require('node:net') as typeof import('node:net')
  const { Duplex } = require('node:stream') as typeof import('node:stream')
  // A server takes any stream for a connection, and gives it a parser; its list of them it has once it listens.
  const server = createServer()
  server.emit('listening')
  const connection = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  server.emit('connection', connection)
  const request = new IncomingMessage(new Socket())
  const roots = sampled([server, connection, request, new ServerResponse(request)])
  server.close()
  return roots
}

export function ofCrypto(): Root[] {
  const { createHash, createHmac, createSecretKey, createSign } =
    require('node:crypto') as typeof import('node:crypto')
  const key = createSecretKey(Buffer.alloc(1))
  return sampled([createHash('sha1'), createHmac('sha1', key), key, createSign('sha256')])
}

/** As far as it is used here: a checkout without a kata that needs it has no types of it. */
interface Ioredis {
  readonly Redis: new (
    options: object,
  ) => {
    defineCommand(name: string, definition: object): void
    pipeline(): object
    scanStream(): object
  }
  readonly Cluster: new (nodes: readonly string[], options: object) => object
  readonly Command: { new (name: string): object; checkFlag(flag: string, name: string): boolean }
}

export function ofRedis(): Root[] {
  const { Cluster, Command, Redis } = require('ioredis') as Ioredis
  const { Socket } = require('node:net') as typeof import('node:net')
  const redis = new Redis({ lazyConnect: true })
  redis.defineCommand('sampled', { lua: '', numberOfKeys: 0 })
  // It writes down in its class what it has found out once.
  Command.checkFlag('VALID_IN_SUBSCRIBER_MODE', 'get')
  const cluster = new Cluster(['localhost'], { lazyConnect: true })
  const [pipeline, stream, command] = [redis.pipeline(), redis.scanStream(), new Command('get')]
  return sampled([redis, pipeline, stream, command, cluster, new Socket()])
}
