/** What tests of the Redis katas use beside `#support`, imported as `#support/redis`. */

export { asItStands } from './as-it-stands.ts'
export { type BucketRow, bucketSetting, bucketSteps, replayBucket } from './bucket-rows.ts'
export { type TestRedis, useRedis } from './client.ts'
export { connect, unlessLost } from './connection.ts'
export { evalWithTime } from './eval-with-time.ts'
export {
  boundOnScriptClock,
  ERA_MS,
  frameBegins,
  heldOverAFrame,
  onScriptClock,
} from './frames.ts'
export { withPods } from './pods.ts'
export { fullAfter, heldInMicros, type InMicros, microsLaw, Readings } from './readings.ts'
export {
  replayScript,
  type ScriptCall,
  type ScriptStep,
  ScriptUnderTest,
  START_MS,
  showReply,
} from './script.ts'
export {
  fixedWindowScript,
  slidingCounterScript,
  slidingLogScript,
  tokenBucketScript,
} from './scripts.ts'
export {
  bytesUnder,
  countsDownThroughTheKit,
  keysAreApart,
  runAsItStands,
  staysSmall,
  thousandAtOnce,
  ttlComesBack,
} from './upkeep.ts'
export { dropTtl, virtualPttl } from './virtual-clock.ts'
export {
  everyKeyHasTtl,
  keptUntil,
  type Row,
  replayKept,
  replayRows,
  stepsOf,
  ttlsUnder,
  ttlWord,
  windowSetting,
} from './window-rows.ts'
export { answeredByZset } from './zset.ts'
