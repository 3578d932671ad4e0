/** What kata tests use, imported as `#support`. */
export { answers, attempt, type Expectation, near, refuses } from './call.ts'
export {
  cost,
  costIndependentOf,
  countingReads,
  growsLinearly,
  metered,
  readsAtMost,
  showCost,
} from './cost.ts'
export { show, showCall, Wrong } from './failure.ts'
export { keepsWithin } from './heap.ts'
export { asyncLaw, fc, law } from './law.ts'
export { counter } from './steps.ts'
export { anything, rangeError, replay, type Step } from './timeline.ts'
