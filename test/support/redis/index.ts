/** What tests of the Redis katas use beside `#support`, imported as `#support/redis`. */
export { type TestRedis, useRedis } from './client.ts'
export { addressOf, replyOf, type TestCluster, useCluster } from './cluster-client.ts'
export { connect } from './connection.ts'
export { evalWithTime } from './eval-with-time.ts'
export { withOwnCjson } from './own-cjson.ts'
export { withPods } from './pods.ts'
export {
  replayScript,
  type ScriptCall,
  type ScriptStep,
  ScriptUnderTest,
  START_MS,
  showReply,
} from './script.ts'
export { dropTtl, virtualPttl } from './virtual-clock.ts'
export { everyKeyHasTtl, type Row, replayRows, stepsOf } from './window-rows.ts'
export { answeredByZset } from './zset.ts'
