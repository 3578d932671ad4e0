import { RedisUnavailable } from '../test/support/redis/server.ts'
import { waysOut } from '../test/support/redis/ways-out.ts'
import { isSettingError } from '../test/support/settings.mjs'
import { UsageError } from './judge/catalogue.mjs'
import type { Progress } from './progress.ts'

/**
 * The exit code of a tool that needs a Redis: its own; 1 if there is none, with the ways to one; 2 if a word
 * or a setting cannot be. Other errors are thrown on.
 */
export async function exitCodeOf(progress: Progress, run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    progress.clear()
    if (error instanceof RedisUnavailable) {
      console.error(`${error.message}\n\n${waysOut()}`)
      return 1
    }
    if (!(error instanceof UsageError || isSettingError(error))) throw error
    console.error(error.message)
    return 2
  }
}
