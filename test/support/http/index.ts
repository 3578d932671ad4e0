/** What tests of HTTP use beside `#support`, imported as `#support/http`. */
export { hasFields, like, parameterOf, policyItem } from './fields.ts'
export {
  later,
  type Reply,
  type RetrySettings,
  RetryWorld,
  retries,
  START_MS,
  settled,
  signalOf,
} from './retries.ts'
export { type Answer, type TestServer, withServer } from './server.ts'
export { ToldLimiter } from './told-limiter.ts'
