export { atMostInFrame, atMostInWindow, atMostQueued, atMostRefilled } from './bounds.ts'
export { type JudgedLimiter, type JudgedScript, limiterLaws, scriptLaws } from './limiter-laws.ts'
export {
  type Answer,
  fixedWindowRule,
  leakyBucketRule,
  Model,
  type Rule,
  slidingCounterRule,
  slidingLogRule,
  tokenBucketRule,
} from './model.ts'
export { EPOCH, type Inputs, longGaps, type Story, stories } from './story.ts'
