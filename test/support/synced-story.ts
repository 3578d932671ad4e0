import type { Decision } from '../../katas/kit/decision.ts'

export type SyncedAct =
  | 'ask'
  | 'sync'
  | 'fails'
  | 'begin'
  | 'count'
  | 'answer'
  | 'fail'
  | 'next frame'

type Pod = 'A' | 'B' | 'C'

interface Move {
  readonly pod: Pod
  readonly act: SyncedAct
  /** How much later than the move before, in `unit`s. */
  readonly after: number
  /** How far this pod's clock is behind then. */
  readonly behind: number
}

/** What three pods of kata 21 do, in frames of 1,000 `unit`s, all in the same frame at a time. */
export interface SyncedStory {
  readonly limit: number
  /** The number of the first frame. */
  readonly first: number
  readonly unit: number
  readonly moves: readonly Move[]
}

/** A step that such a story comes to, for `SyncedPods`; of a request with the right decision. */
export type SyncedStep =
  | { readonly act: 'ask'; readonly pod: Pod; readonly now: number; readonly decision: Decision }
  | {
      readonly act: 'begin' | 'sync' | 'failingSync' | 'count' | 'answer' | 'fail'
      readonly pod: Pod
    }
