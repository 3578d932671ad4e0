// `npm run race WORDS`: the race of kata 13 on a real Redis, for a person who looks. Exits 0 if the limiters
// that are to keep the limit kept it and the race of the others was found, 1 if not, 2 if the words or
// the settings cannot be.
import { writeFileSync } from 'node:fs'
import { connected } from '../test/support/redis/connection.ts'
import { keyPrefix } from '../test/support/redis/lease.ts'
import type { RaceRedis } from '../test/support/redis/race/index.ts'
import { type RedisServer, startRedis } from '../test/support/redis/server.ts'
import { wantsColour } from './judge/looks.mjs'
import { outliveReader } from './judge/pipe.mjs'
import { Progress } from './progress.ts'
import { ADD_MULTI, contenders, LUA, WATCH } from './race/limiters.ts'
import { CONNECTIONS, type Load, withLoad } from './race/load.ts'
import { playMine } from './race/mine.ts'
import { type Orders, ordersOf } from './race/orders.ts'
import {
  loadHead,
  loadLine,
  notFound,
  notKept,
  ordersText,
  type Result,
  starveText,
  verdictText,
} from './race/report.ts'
import { type Starving, starve } from './race/starve.ts'
import { type Settings, settingsOf, usage } from './race/words.ts'
import { exitCodeOf } from './redis-tool.ts'

outliveReader()
const progress = new Progress()
progress.title = 'race'
const print = (...lines: string[]) => {
  progress.clear()
  console.log(lines.join('\n'))
}

/** A place for the race on this server, with keys of the run's own. */
function onRedis<T>(
  { url, run }: RedisServer,
  interrupted: AbortSignal,
  use: (redis: RaceRedis) => Promise<T>,
): Promise<T> {
  let keys = 0
  const key = () => `${keyPrefix(run)}race}:${++keys}`
  return connected(url, (client) => use({ client, key }), interrupted)
}

async function race(
  server: RedisServer,
  redis: RaceRedis,
  settings: Settings,
  interrupted: AbortSignal,
): Promise<Result> {
  const all = await contenders()

  const orders: Orders[] = []
  for (const one of all) {
    progress.show(`every order, ${one.name}`)
    orders.push(await ordersOf(redis, one))
    interrupted.throwIfAborted()
  }
  print(...ordersText(orders), '')

  const load: Load[] = []
  print(...loadHead(settings))
  progress.show('starting the pods')
  await withLoad(server.url, settings, interrupted, async (pods) => {
    for (const { name } of all) {
      progress.show(`under load, ${name}`)
      const one = await pods.fire(name, redis.key())
      load.push(one)
      print(loadLine(one))
    }
  })

  const starvation: Starving[] = []
  for (const one of all.filter(({ name }) => name === ADD_MULTI || name === LUA)) {
    progress.show(`a client that keeps asking, ${one.name}`)
    starvation.push(await starve(redis, one))
  }
  print('', ...starveText(starvation), '')

  const faults = {
    kept: notKept(all, orders, load),
    found: notFound(all, orders, starvation),
  }
  print(...verdictText(all, faults, wantsColour()))
  if (!all.some(({ name }) => name === WATCH)) {
    print(`– ${WATCH} was not tried: the reference of kata 13 is not in this checkout`)
  }
  const { pods, requests, limit } = settings
  return {
    redis: { version: server.version, source: server.source },
    settings: { pods, requests, limit, connections: CONNECTIONS },
    ...{ orders, load, starvation },
    ...{ kept: faults.kept.length === 0, found: faults.found.length === 0 },
  }
}

/** Aborted by Ctrl-C or SIGTERM; what was started is ended then, in order. */
function interruption(): { signal: AbortSignal; code: () => number } {
  const controller = new AbortController()
  let code = 0
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const) {
    process.on(signal, () => {
      code ||= 128 + number
      controller.abort()
    })
  }
  return { signal: controller.signal, code: () => code }
}

async function main(words: readonly string[]): Promise<number> {
  if (words.length === 1 && words[0] === 'help') {
    console.log(usage())
    return 0
  }
  const isMine = words.length === 1 && words[0] === 'mine'
  const { signal, code } = interruption()
  let server: RedisServer | undefined
  try {
    const settings = settingsOf(isMine ? [] : words)
    progress.show('looking for a Redis 8')
    const started = await startRedis(process.env, (line) => progress.show(line))
    server = started
    signal.throwIfAborted()
    print(started.note, '')
    if (isMine) {
      return (await onRedis(started, signal, (redis) => playMine(redis, print))) ? 0 : 1
    }
    const result = await onRedis(started, signal, (redis) => race(started, redis, settings, signal))
    if (settings.json !== undefined) {
      writeFileSync(settings.json, `${JSON.stringify(result, null, 2)}\n`)
    }
    return result.kept && result.found ? 0 : 1
  } catch (error) {
    if (!signal.aborted) throw error
    progress.clear()
    return code()
  } finally {
    await server?.stop()
  }
}

process.exitCode = await exitCodeOf(progress, () => main(process.argv.slice(2)))
