/** What kata tests use, imported as `#support`. */

export { Bursts } from './bursts.ts'
export {
  answers,
  attemptAsync,
  either,
  near,
  type Outcome,
  refuses,
  refusesAsync,
  showThrown,
} from './call.ts'
export {
  cost,
  costIndependentOf,
  costliestOf,
  countingReads,
  growsLinearly,
  growsLogarithmically,
  metered,
  readsAtMost,
} from './cost.ts'
export { showDecision } from './decision-text.ts'
export {
  allowed,
  countAllowed,
  decides,
  decidesNew,
  denied,
  isAllowed,
  isDenied,
  type Request,
  showNew,
  times,
} from './decisions.ts'
export { show, Wrong } from './failure.ts'
export {
  answering,
  decidesAs,
  FallibleLimiter,
  failedClosed,
  failedOpen,
  hanging,
  justThis,
  LocalLimiter,
  rejecting,
  throwing,
  type WantedDecision,
  wasAsked,
} from './fallible.ts'
export { asyncKeepsWithin, growsWithin, keepsWithin } from './heap.ts'
export { hashedPart, slotOf } from './key-slot.ts'
export { asyncLaw, fc, law } from './law.ts'
export * from './laws/index.ts'
export { answersOf, journalOf, syncedSteps } from './oracles/index.ts'
export { growth, once, probe, probeCost, probeMemory, type See } from './probe.ts'
export { lastOf } from './probe-limiter.ts'
export { ids, type ShardAnswer, Sharded } from './shards.ts'
export {
  ASCII,
  answeredNaively,
  RANDOMS,
  replaySet,
  type SetCommand,
  type SetMethod,
  setCommand,
  setSteps,
  UNICODE,
} from './sorted-set.ts'
export { orders, SyncedPods } from './synced-pods.ts'
export type { SyncedAct, SyncedStep, SyncedStory } from './synced-story.ts'
export { rangeError, replay, type Step } from './timeline.ts'
export {
  endsAfter,
  handlesRejections,
  inTime,
  keepsProcess,
  lapse,
  leavesNoTimers,
  startsNoTimer,
} from './timers.ts'
export { uniform } from './uniform.ts'
export { escapedIn, KeyOwners, sharesASlot, shortIds } from './user-keys.ts'
export { clockAt } from './wall-clock.ts'
