import {
  checkThenAct,
  luaCheckThenAct,
  multiAddThenCheck,
  multiCheckThenAct,
} from '../../../../katas/kit/race.ts'
import type { Drill } from './schedule.ts'

/** One place is left of three. */
const setting = { limit: 3, windowMs: 60_000, before: 2 } as const
const bothLetIn = 'an order in which both pods are let in, where one place is left'

/** What the schedules of kata 13 are played on. */
export const RACE_DRILLS: readonly Drill[] = [
  {
    ...{ name: 'breaksCheckThenAct', todo: bothLetIn },
    ...{ limiter: checkThenAct, requests: 'one', ...setting },
  },
  {
    ...{ name: 'breaksMultiCheckThenAct', todo: bothLetIn },
    ...{ limiter: multiCheckThenAct, requests: 'one', ...setting },
  },
  {
    name: 'starvesMultiAddThenCheck',
    todo: 'steps after which a request is denied, and the window holds none that was let in',
    ...{ limiter: multiAddThenCheck, requests: 'many', ...setting },
  },
]

/** The drill of this name. */
export function raceDrill(name: string): Drill {
  const drill = RACE_DRILLS.find((one) => one.name === name)
  if (!drill) throw new Error(`there is no drill ${name}`)
  return drill
}

/** The same on the Lua version, which has one step a request. */
export const onLua = (drill: Drill): Drill => ({
  ...{ ...drill, limiter: luaCheckThenAct, spare: 'skipped' },
})
