import { pathToFileURL } from 'node:url'
import { TodoError } from '../../katas/kit/index.ts'
import {
  drawRace,
  onLua,
  playSchedule,
  RACE_DRILLS,
  type RaceRedis,
} from '../../test/support/redis/race/index.ts'
import { kataNamed, stubOf, UsageError } from '../judge/catalogue.mjs'

/**
 * Plays the learner's schedules of kata 13 as they are written, and beside them on the Lua version. Tells
 * them line by line, and whether all of them could be played; what they bring about is the tests' business.
 */
export async function playMine(
  redis: RaceRedis,
  print: (...lines: string[]) => void,
  file?: string,
): Promise<boolean> {
  const kata = kataNamed('13')
  if (!kata) throw new UsageError('kata 13 is not in this checkout')
  const module: Record<string, unknown> = await import(pathToFileURL(file ?? stubOf(kata)).href)
  let isWhole = true
  for (const drill of RACE_DRILLS) {
    const { name, limit, before, limiter } = drill
    print(`${name}: ${limiter.name}, limit ${limit}, ${before} let in before`)
    try {
      const { steps } = await playSchedule(redis, module[name], drill)
      const lua = await playSchedule(redis, module[name], onLua(drill))
      print(...indented(drawRace(steps)), '  the same on Lua', ...indented(drawRace(lua.steps)), '')
    } catch (error) {
      isWhole = false
      const { message } = error instanceof Error ? error : new Error(String(error))
      print(...indented(error instanceof TodoError ? ['to do'] : message.split('\n')), '')
    }
  }
  return isWhole
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`)
