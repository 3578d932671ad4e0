import type { Redis } from 'ioredis'
import type { Definition } from '../laws/index.ts'
import type { TestRedis } from './client.ts'
import type { Readings } from './readings.ts'
import { type ScriptUnderTest, START_MS } from './script.ts'
import { runAsItStands } from './upkeep.ts'

/** A window so long that none of its frames ends while a test runs: the next does in 2039. */
export const ERA_MS = 2 ** 40

/** When the first frame begins that does so at virtual time 0 or later. */
export const frameBegins = (windowMs: number): number =>
  (windowMs - (START_MS % windowMs)) % windowMs

/** A limiter whose frames lie on the script's clock, asked by virtual time. */
export const onScriptClock = (limiter: Definition): Definition => ({ ...limiter, clock: START_MS })

interface Timed {
  readonly at: number
  readonly cost: number
}

/** A bound that is told by frames of the script's clock, for requests by virtual time. */
export const boundOnScriptClock =
  <Options>(bound: (options: Options, allowed: readonly Timed[]) => string | undefined) =>
  (options: Options, allowed: readonly Timed[]) =>
    bound(
      options,
      allowed.map(({ at, cost }) => ({ at: START_MS + at, cost })),
    )

/** How long before the end of a frame the first request is made, on the real clock. */
const LEAD_MS = 40

/**
 * The script as it stands, on the real clock, over the end of a frame: the window is as long as the epoch is
 * old and a moment longer, so that frame 0 is about to end. `before` requests are made in it, and `after`
 * in frame 1, from its third ms on.
 */
export async function heldOverAFrame<Name extends string>(
  redis: TestRedis,
  script: ScriptUnderTest<Name>,
  { before, after, limit }: { before: number; after: number; limit: number },
  readingsOf: (windowMs: number, frame: 0 | 1) => Readings,
): Promise<void> {
  await script.assertEnds(redis.client, redis.key(), [ERA_MS, limit])
  // A machine that is busy may be late for its frame: another frame then.
  for (;;) {
    const key = redis.key()
    const windowMs = Math.ceil((await timeUs(redis.client)) / 1000) + LEAD_MS
    const ask = async (name: string, readings: Readings) => {
      const { nowUs, reply } = await runAsItStands(redis, script, key, [windowMs, limit])
      return {
        nowUs,
        hold: () => readings.hold(nowUs, `${name}, at TIME ${nowUs} µs`, reply),
      }
    }
    const inFrame0 = readingsOf(windowMs, 0)
    let late = false
    for (let i = 1; i <= before && !late; i++) {
      const { nowUs, hold } = await ask(`request ${i}`, inFrame0)
      late = nowUs >= windowMs * 1000
      if (!late) hold()
    }
    if (late) continue
    while ((await timeUs(redis.client)) < (windowMs + 2) * 1000);
    const inFrame1 = readingsOf(windowMs, 1)
    for (let i = before + 1; i <= before + after; i++) {
      const { hold } = await ask(`request ${i}`, inFrame1)
      hold()
    }
    return
  }
}

/** The server's TIME in µs. */
async function timeUs(client: Redis): Promise<number> {
  const [seconds, micros] = await client.time()
  return Number(seconds) * 1e6 + Number(micros)
}
