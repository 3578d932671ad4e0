export {
  atMostInBursts,
  atMostInFrame,
  atMostInWindow,
  atMostQueued,
  atMostRefilled,
} from './bounds.ts'
export type { Answer, Asking, Definition } from './definition.ts'
export { type JudgedLimiter, type JudgedScript, limiterLaws, scriptLaws } from './limiter-laws.ts'
export { EPOCH, type Inputs, longGaps, type Story, stories } from './story.ts'
