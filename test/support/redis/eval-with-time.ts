import type { Redis } from 'ioredis'
import { asItStands } from './as-it-stands.ts'

/**
 * Runs a script and tells what `TIME` it saw: both run in one MULTI, inside which Redis's clock
 * stands still, so that the reply can be checked to the microsecond. Rejects with the script's error.
 */
export async function evalWithTime(
  client: Redis,
  script: string,
  key: string,
  argv: readonly (string | number)[],
): Promise<{ nowUs: number; reply: unknown }> {
  const replies = await client
    .multi()
    .time()
    .eval(asItStands(script), 1, key, ...argv)
    .exec()
  const [time, result] = replies ?? []
  if (!time || !result) throw new Error('MULTI was discarded')
  for (const [error] of [time, result]) if (error) throw error
  const [seconds, micros] = time[1] as [string | number, string | number]
  return { nowUs: Number(seconds) * 1e6 + Number(micros), reply: result[1] }
}
