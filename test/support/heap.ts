import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Wrong } from './failure.ts'
import { counter } from './steps.ts'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

/** Steps for a test with a million calls, which a clock bounds as well. */
const MEMORY_BUDGET = 1_000_000_000

/** Bytes that live on the heap now, typed arrays' buffers included, after garbage collection. */
export function liveBytes(): number {
  gc()
  gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

export interface HeapBound<T extends object> {
  /** What is done, in the task's words. */
  readonly what: string
  readonly make: () => T
  /** The work, after which the object is in its steady state. */
  readonly work: (object: T) => void
  /** How many bytes the object may keep alive then. */
  readonly limitBytes: number
  readonly why: string
  /** Steps that all of it may take, where a slow answer would take long to run out of them. */
  readonly steps?: number
}

const ROUNDS = 3
/** What V8 itself may keep of a million calls (compiled code and the like), in bytes. */
const NOISE_BYTES = 2 * 1024 ** 2

/**
 * Holds that an object keeps no more than `limitBytes` alive: what dropping it frees. The least of a few
 * rounds with an object each, since the heap of the rest wavers by some hundred kB. What the work leaves
 * behind outside the object (in a module's variable) counts, too, once it is past all wavering.
 */
export function keepsWithin<T extends object>(bound: HeapBound<T>): void {
  const { what, limitBytes, why, steps = MEMORY_BUDGET } = bound
  counter.begin(steps)
  const before = liveBytes()
  let inside = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && inside > limitBytes; round++) {
    inside = Math.min(inside, freedByDropping(bound))
  }
  const outside = liveBytes() - before
  const kept = outside > NOISE_BYTES ? Math.max(inside, outside) : inside
  if (kept <= limitBytes) return
  const shown = (bytes: number) => `${Math.round(bytes / 1024).toLocaleString('en-US')} kB`
  throw new Wrong(
    `${what}: ${shown(kept)} are still kept\n  expected at most ${shown(limitBytes)}: ${why}`,
  )
}

function freedByDropping<T extends object>(bound: HeapBound<T>): number {
  // In a property, and used by another function only: a local variable may live on in its register.
  const held: { object?: T } = {}
  fill(held, bound)
  const before = liveBytes()
  delete held.object
  return before - liveBytes()
}

function fill<T extends object>(held: { object?: T }, { make, work }: HeapBound<T>): void {
  held.object = make()
  work(held.object)
}
