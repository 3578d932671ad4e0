import { readFileSync } from 'node:fs'
import type { Redis } from 'ioredis'
import {
  type AsyncLimiter,
  RedisFixedWindow,
  RedisScript,
  RedisSlidingCounter,
  RedisSlidingLog,
  RedisTokenBucket,
} from '../../katas/kit/index.ts'

/** Long enough that no frame ends and no token comes while a test runs. */
const windowMs = 2 ** 40
const refillPerSec = 2 ** -20

interface Made {
  readonly client: Redis
  readonly script: RedisScript
  readonly key: string
}

/** The references, each as a limiter of the kit that allows `limit` requests and no more for a long time. */
export const LIMITERS: Readonly<Record<string, (made: Made, limit: number) => AsyncLimiter>> = {
  'fixed-window.lua': (made, limit) => new RedisFixedWindow({ ...made, limit, windowMs }),
  'sliding-log.lua': (made, limit) => new RedisSlidingLog({ ...made, limit, windowMs }),
  'token-bucket.lua': (made, capacity) => new RedisTokenBucket({ ...made, capacity, refillPerSec }),
  'gcra.lua': (made, capacity) => new RedisTokenBucket({ ...made, capacity, refillPerSec }),
  'sliding-counter.lua': (made, limit) => new RedisSlidingCounter({ ...made, limit, windowMs }),
}

/** The text of a reference. */
export const textOf = (file: string): string =>
  readFileSync(new URL(`../../lua/${file}`, import.meta.url), 'utf8')

/** A limiter by its reference's file; `comment` makes it a script that no server knows. */
export function limiterOf(
  file: string,
  { client, key, limit }: { client: Redis; key: string; limit: number },
  comment = '',
): { limiter: AsyncLimiter; script: RedisScript } {
  const make = LIMITERS[file]
  if (!make) throw new RangeError(`there is no limiter ${file}`)
  const script = new RedisScript(`${textOf(file)}\n-- ${comment}`)
  return { limiter: make({ client, script, key }, limit), script }
}
