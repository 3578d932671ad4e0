import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { RedisScript } from '../../katas/kit/script.ts'
import { connected } from '../../test/support/redis/connection.ts'
import { root } from '../judge/catalogue.mjs'
import { type Figures, interleaved, median, repeated } from './figures.ts'
import type { Measurement } from './measurement.ts'
import { withRedis } from './redis.ts'
import type { Workbench } from './workbench.ts'

/** Each figure is the median of so many pairs. */
const PAIRS = 41
const FIGURES = 5
/**
 * Calls of one batch: some ms of the server's time, so that most batches are over before the machine gives
 * the processor to somebody else. The median passes over the others.
 */
const CALLS = 150

/** Longer than any run, and more than it asks for: everything is allowed. */
const WINDOW_MS = 3_600_000
const PLENTY = 1_000_000_000

/** Ids of one length, in order. */
const idOf = (i: number) => `req-${String(i).padStart(12, '0')}`

const window = () => [WINDOW_MS, PLENTY]
const bucket = () => [PLENTY, 5, 1]

/** How the reference scripts are called; the plain ones beside them get the same. */
export const SCRIPTS: Readonly<Record<string, (i: number) => readonly (string | number)[]>> = {
  'fixed-window.lua': window,
  'sliding-log.lua': (i) => [...window(), idOf(i)],
  'token-bucket.lua': bucket,
  'gcra.lua': bucket,
  'sliding-counter.lua': window,
}

export const referenceOf = (file: string) => new RedisScript(read('lua', file))
export const plainOf = (file: string) => new RedisScript(read('tools/bench/plain', file))
const read = (folder: string, file: string) => readFileSync(join(root, folder, file), 'utf8')

/** What the server did in one batch. */
export interface Batch {
  /** Mean time of one EVALSHA on the server, in µs. */
  readonly usec: number
  /** Each command that the scripts called and how often: `get 1000, set 1000, time 1000`. */
  readonly called: string
}

/** Reads a batch off `INFO commandstats`. Throws unless each of `calls` EVALSHA ended well. */
export function batchOf(info: string, calls: number): Batch {
  const lines = [
    ...info.matchAll(/^cmdstat_(\S+?):calls=(\d+),usec=(\d+),.*failed_calls=(\d+)/gm),
  ].map(([, name = '', calls, usec, failed]) => {
    return { name, calls: Number(calls), usec: Number(usec), failed: Number(failed) }
  })
  const all = lines.find(({ name }) => name === 'evalsha')
  if (all?.calls !== calls || all.failed > 0) {
    throw new Error(`${calls} calls, and the server counted ${all?.calls}, ${all?.failed} failed`)
  }
  const called = lines
    .filter(({ name }) => !/^(evalsha|info|config\|.*)$/.test(name))
    .map(({ name, calls }) => `${name} ${calls}`)
  return { usec: all.usec / all.calls, called: called.sort().join(', ') }
}

/** Has the server run the script `calls` times on a new key, and asks it for how long. */
export async function batch(
  client: Redis,
  script: RedisScript,
  argv: (i: number) => readonly (string | number)[],
  calls: number,
): Promise<Batch> {
  const key = 'rl:{u42}'
  // Teaches it, so that no call in the batch fails.
  await script.run(client, [key], argv(0))
  await client.del(key)
  await client.config('RESETSTAT')
  await Promise.all(Array.from({ length: calls }, (_, i) => script.run(client, [key], argv(i))))
  const found = batchOf(await client.info('commandstats'), calls)
  await client.del(key)
  return found
}

/** Runs `use` on a server that nobody else uses: its statistics are set to 0. */
export function onPrivate<T>(bench: Workbench, use: (client: Redis) => Promise<T>): Promise<T> {
  const settings = { REDIS_URL: '', ...(process.env.KATA_REDIS === 'url' && { KATA_REDIS: '' }) }
  return withRedis(bench, settings, ({ url }) => connected(url, use))
}

/**
 * What a script costs the server beyond its calls: its time over that of a script that makes the same
 * calls and nothing else, in pairs of batches.
 */
function overPlain(file: string): Measurement {
  return {
    word: 'server',
    title: `${file} over plain`,
    unit: '',
    limit: 1.2,
    measure: (bench) =>
      onPrivate(bench, async (client) => {
        bench.progress.show('calling')
        const argv = SCRIPTS[file] ?? window
        const times: { reference: number[]; plain: number[] } = { reference: [], plain: [] }
        let called = ''
        const reference = async () => {
          const found = await batch(client, referenceOf(file), argv, CALLS)
          called = found.called
          times.reference.push(found.usec)
          return found.usec
        }
        const plain = async () => {
          const found = await batch(client, plainOf(file), argv, CALLS)
          if (found.called !== called) throw new Error(`${called}; plain: ${found.called}`)
          times.plain.push(found.usec)
          return found.usec
        }
        const figures = await repeated(FIGURES, async () => {
          return median(await interleaved(PAIRS, reference, plain, (a, b) => a / b))
        })
        const [one, other] = [median(times.reference), median(times.plain)]
        bench.note(`${one.toFixed(1)} µs a call on the server, plain ${other.toFixed(1)} µs`)
        return figures
      }),
  }
}

const OUT_AT_ONCE = 10_000
const BATCHES = 3

/** The call of the log that comes after a silence, and has a whole log to drop. */
const allOut: Measurement = {
  word: 'server',
  title: 'p99, 10,000 entries out at once',
  unit: 'ms',
  measure: (bench) =>
    onPrivate(bench, async (client) => {
      bench.progress.show('calling')
      const old = Array.from({ length: OUT_AT_ONCE }, (_, i) => [1, idOf(i)])
      await client.zadd('old', ...old.flat())
      return repeatedP99(client, 'old')
    }),
}

function repeatedP99(client: Redis, old: string): Promise<Figures> {
  const log = referenceOf('sliding-log.lua')
  return repeated(BATCHES, async () => {
    await log.run(client, ['log'], [WINDOW_MS, PLENTY, 'first'])
    await client.config('RESETSTAT')
    for (let i = 0; i < 100; i++) {
      await client.copy(old, 'log', 'REPLACE')
      const reply = await log.run(client, ['log'], [WINDOW_MS, PLENTY, 'next'])
      if (String(reply) !== '1,1,0') throw new Error(`entries were left: ${reply}`)
    }
    return p99Of(await client.info('latencystats'))
  })
}

/** The p99 of EVALSHA in ms, off `INFO latencystats`. */
export function p99Of(info: string): number {
  const [, usec] = /^latency_percentiles_usec_evalsha:.*\bp99=([\d.]+)/m.exec(info) ?? []
  return Number(usec) / 1000
}

export const server: readonly Measurement[] = [...Object.keys(SCRIPTS).map(overPlain), allOut]
