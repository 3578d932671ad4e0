import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Wrong } from './failure.ts'
import { counter } from './steps.ts'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

/** Steps for a test with a million calls. */
const MEMORY_BUDGET = 50_000_000

/** Bytes that live on the heap now, typed arrays' buffers included, after garbage collection. */
export function liveBytes(): number {
  gc()
  gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

export interface HeapBound {
  /** What is done, in the task's words. */
  readonly what: string
  /** Brings the object to its steady state (a window full of hits), so that what it keeps is there. */
  readonly warmUp: () => void
  /** The work after which nothing more may be kept. */
  readonly work: () => void
  /** How many bytes more than after the warm-up are still right. */
  readonly limitBytes: number
  readonly why: string
}

/** Holds that the work leaves the heap as it was after the warm-up, within the limit. */
export function keepsWithin({ what, warmUp, work, limitBytes, why }: HeapBound): void {
  counter.begin(MEMORY_BUDGET)
  warmUp()
  const before = liveBytes()
  work()
  const kept = liveBytes() - before
  if (kept <= limitBytes) return
  const shown = (bytes: number) => `${Math.round(bytes / 1024).toLocaleString('en-US')} kB`
  throw new Wrong(
    `${what}: ${shown(kept)} are still kept\n  expected at most ${shown(limitBytes)}: ${why}`,
  )
}
