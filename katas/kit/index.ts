/** The vocabulary that stubs, solutions and tests share, imported as `#kit`. */
export {
  finite,
  fraction,
  increased,
  integerAtLeast,
  integerIn,
  integers,
  multipleOf,
  nonNegativeFinite,
  notNaN,
  positiveAtMost,
  positiveFinite,
} from './check.ts'
export { Clock } from './clock.ts'
export type { AsyncLimiter, Decision, Limiter, PeekableLimiter } from './decision.ts'
export {
  checkThenAct,
  type LogClient,
  luaCheckThenAct,
  multiAddThenCheck,
  multiCheckThenAct,
  type RaceOptions,
  type Schedule,
  type Step,
} from './race.ts'
export { RedisSlidingLog } from './redis-sliding-log.ts'
export { RedisScript, type ScriptClient } from './script.ts'
export { TodoError, todo } from './todo.ts'
