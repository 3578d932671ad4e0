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
  printableAscii,
  withoutBraces,
} from './check.ts'
export { clientAddress } from './client-address.ts'
export { Clock } from './clock.ts'
export type { AsyncLimiter, Decision, Limiter, PeekableLimiter } from './decision.ts'
export {
  checkSharded,
  checkSynced,
  type ShardedOptions,
  type SharedCounter,
  type SyncedOptions,
} from './hot-key.ts'
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
export { RedisFixedWindow } from './redis-fixed-window.ts'
export { RedisSlidingCounter } from './redis-sliding-counter.ts'
export { RedisSlidingLog } from './redis-sliding-log.ts'
export { RedisTokenBucket } from './redis-token-bucket.ts'
export { RedisScript, type ScriptClient } from './script.ts'
export { TodoError, todo } from './todo.ts'
