import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Wrong } from './failure.ts'
import { oncePerProcess } from './once-per-process.ts'
import { counter } from './steps.ts'

/** A flag is V8's, and so the whole process's. */
const gc = oncePerProcess('kata.gc', () => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as (options?: { type: 'minor' }) => void
})

/** Steps for a test with a million calls, which a clock bounds as well. */
const MEMORY_BUDGET = 100_000_000

/**
 * Bytes that live on the heap now, typed arrays' buffers included, after garbage collection; it may be some 200 kB
 * too high. Buffers that are gone are counted until the next collection begins: one of the young generation will
 * do, which takes a hundredth of the time.
 */
export function liveBytes(): number {
  gc()
  gc({ type: 'minor' })
  // Beside the heap; `arrayBuffers` alone would leave out those that can be resized.
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
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
  const { limitBytes, steps = MEMORY_BUDGET } = bound
  counter.begin(steps)
  const before = liveBytes()
  let inside = Number.POSITIVE_INFINITY
  let outside = 0
  for (let round = 0; round < ROUNDS && inside > limitBytes; round++) {
    // In a property, and used by another function only: a local variable may live on in its register.
    const held: { object?: T } = {}
    fill(held, bound)
    const full = liveBytes()
    // Nothing is kept, inside or outside: to drop it would tell no more, and a collection takes its time.
    if (full - before <= limitBytes) return
    delete held.object
    // What is left over here would hide what the object kept, or what it leaves behind.
    const dropped = liveBytes()
    inside = Math.min(inside, full - dropped)
    outside = dropped - before
  }
  assertKept(bound, inside, outside)
}

/** The same of work that awaits something. */
export async function asyncKeepsWithin<T extends object>(
  bound: Omit<HeapBound<T>, 'work'> & { readonly work: (object: T) => Promise<void> },
): Promise<void> {
  counter.begin(bound.steps ?? MEMORY_BUDGET)
  const before = liveBytes()
  let inside = Number.POSITIVE_INFINITY
  let outside = 0
  for (let round = 0; round < ROUNDS && inside > bound.limitBytes; round++) {
    const held: { object?: T } = {}
    await fillLater(held, bound)
    const full = liveBytes()
    if (full - before <= bound.limitBytes) return
    delete held.object
    const dropped = liveBytes()
    inside = Math.min(inside, full - dropped)
    outside = dropped - before
  }
  assertKept(bound, inside, outside)
}

type Limit = Pick<HeapBound<object>, 'what' | 'limitBytes' | 'why'>

function assertKept({ what, limitBytes, why }: Limit, inside: number, outside: number): void {
  const kept = outside > NOISE_BYTES ? Math.max(inside, outside) : inside
  if (kept <= limitBytes) return
  throw new Wrong(
    `${what}: ${moreThan(kept, limitBytes)} are still kept\n  expected at most ${shown(limitBytes)}: ${why}`,
  )
}

export interface HeapGrowth<T extends object> extends HeapBound<T> {
  /** What comes before the work, after which the object is in its steady state. */
  readonly warmUp: (object: T) => void
  /** How many bytes the object may come to keep alive during the work. */
  readonly limitBytes: number
}

/**
 * Holds that an object in its steady state comes to keep no more than `limitBytes` on top, however
 * large it is. The middle one of a few rounds with an object each: the heap of the rest wavers, and
 * what it lets go in a round would hide what the object keeps.
 */
export function growsWithin<T extends object>(bound: HeapGrowth<T>): void {
  const { what, limitBytes, why } = bound
  const rounds = [grownBy(bound), grownBy(bound)]
  // Where two say the same, the third cannot change it.
  const agree = rounds.filter((grown) => grown <= limitBytes).length !== 1
  if (!agree) rounds.push(grownBy(bound))
  const [least = 0, other = 0] = rounds.sort((a, b) => a - b)
  const grown = agree ? least : other
  if (grown <= limitBytes) return
  throw new Wrong(
    `${what}: ${moreThan(grown, limitBytes)} are kept on top\n  expected at most ${shown(limitBytes)}: ${why}`,
  )
}

/** By how many bytes an object's memory grows during the work, in one round; as near as `liveBytes` is. */
export function grownBy<T extends object>({
  make,
  warmUp,
  work,
  steps = MEMORY_BUDGET,
}: Pick<HeapGrowth<T>, 'make' | 'warmUp' | 'work' | 'steps'>): number {
  counter.begin(steps)
  // In an array that is used once more at the end, so that the object lives until it is measured.
  const held = [make()]
  for (const object of held) warmUp(object)
  const before = liveBytes()
  for (const object of held) work(object)
  const grown = liveBytes() - before
  held.length = 0
  return grown
}

/** By two digits, since the heap of the rest wavers: the same code is told the same. */
function moreThan(bytes: number, limitBytes: number): string {
  const step = 10 ** (Math.floor(Math.log10(bytes / 1024)) - 1) * 1024
  return `more than ${shown(Math.max(limitBytes, Math.floor(bytes / step) * step))}`
}

const shown = (bytes: number) => `${Math.round(bytes / 1024).toLocaleString('en-US')} kB`

function fill<T extends object>(held: { object?: T }, { make, work }: HeapBound<T>): void {
  held.object = make()
  work(held.object)
}

async function fillLater<T extends object>(
  held: { object?: T },
  { make, work }: { readonly make: () => T; readonly work: (object: T) => Promise<void> },
): Promise<void> {
  held.object = make()
  await work(held.object)
}
