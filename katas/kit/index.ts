/** The vocabulary that stubs, solutions and tests share, imported as `#kit`. */
export {
  finite,
  increased,
  integerAtLeast,
  integerIn,
  integers,
  nonNegativeFinite,
  notNaN,
  positiveFinite,
} from './check.ts'
export { Clock } from './clock.ts'
export type { AsyncLimiter, Decision, Limiter, PeekableLimiter } from './decision.ts'
export { RedisSlidingLog } from './redis-sliding-log.ts'
export { RedisScript, type ScriptClient } from './script.ts'
export { TodoError, todo } from './todo.ts'
