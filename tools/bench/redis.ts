import {
  type RedisServer,
  RedisUnavailable,
  type SourceName,
  startRedis,
} from '../../test/support/redis/server.ts'
import { type Figures, interleaved } from './figures.ts'
import { kataAt } from './loop.ts'
import { type Measurement, NotHere } from './measurement.ts'
import type { Workbench } from './workbench.ts'

const PAIRS = 5
/** Of what fetches 20 MB from someone's mirror each time. */
const FETCHES = 2

/**
 * What Redis adds to a run: the time of `npm test katas/15` less that of `npm test katas/01`, in pairs.
 * Both are judged as stubs, whose tests fail at their first call and so take no time of their own.
 */
function difference(
  bench: Workbench,
  pairs: number,
  env: () => Readonly<Record<string, string>>,
): Promise<Figures> {
  for (const id of ['01', '15']) bench.restore(kataAt(id))
  return interleaved(
    pairs,
    async () => {
      const { seconds, output } = await bench.npm(['test', 'katas/15'], { code: 1, env: env() })
      if (output.includes('NOT RUN')) throw new Error('npm test katas/15 found no Redis')
      return seconds
    },
    async () => (await bench.npm(['test', 'katas/01'], { code: 1 })).seconds,
    (withRedis, without) => withRedis - without,
  )
}

/** Settings by which a run uses this server. */
export const at = ({ url }: RedisServer) => ({ REDIS_URL: url, KATA_REDIS: 'url' })

/** Runs `use` with a Redis from this source, or from the first that has one. */
export async function withRedis<T>(
  bench: Workbench,
  settings: Readonly<Record<string, string>>,
  use: (server: RedisServer) => Promise<T>,
): Promise<T> {
  bench.progress.show('looking for a Redis')
  const server = await startRedis({ ...process.env, ...settings }).catch((error) => {
    if (error instanceof RedisUnavailable) throw new NotHere(error.tried[0]?.why ?? error.message)
    throw error
  })
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

const atHand: Measurement = {
  word: 'redis',
  title: '15 less 01, Redis at hand',
  unit: 's',
  limit: 1,
  measure: (bench) => withRedis(bench, {}, (server) => difference(bench, PAIRS, () => at(server))),
}

/** The run starts its own Redis; a first start, not counted, has the image or the copy at hand. */
function started(source: SourceName, title: string): Measurement {
  return {
    word: 'redis',
    title: `15 less 01, ${title}`,
    unit: 's',
    limit: 5,
    async measure(bench) {
      const env = { KATA_REDIS: source, REDIS_URL: '', KATA_REDIS_CACHE: bench.temporary() }
      await withRedis(bench, env, async () => {})
      return difference(bench, PAIRS, () => env)
    },
  }
}

const fetched: Measurement = {
  word: 'redis',
  title: '15 less 01, fetched anew',
  unit: 's',
  limit: 5,
  async measure(bench) {
    const env = () => ({ KATA_REDIS: 'fetch', REDIS_URL: '', KATA_REDIS_CACHE: bench.temporary() })
    await withRedis(bench, env(), async () => {})
    return difference(bench, FETCHES, env)
  },
}

export const redis: readonly Measurement[] = [
  atHand,
  started('docker', 'started in Docker'),
  started('local', 'started from PATH'),
  started('fetch', 'fetched copy started'),
  fetched,
]
