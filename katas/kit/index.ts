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
  withoutBraces,
} from './check.ts'
export { Clock } from './clock.ts'
export type { AsyncLimiter, Decision, Limiter, PeekableLimiter } from './decision.ts'
export {
  checkSharded,
  checkSynced,
  type ShardedOptions,
  type SharedCounter,
  type SyncedOptions,
} from './hot-key.ts'
export { RedisSlidingLog } from './redis-sliding-log.ts'
export { RedisScript, type ScriptClient } from './script.ts'
export { TodoError, todo } from './todo.ts'
