/**
 * Counts the steps of a learner's code. The judge's Vite plugin puts a call of `tick` at the head of
 * each loop and function body; past a budget the tick throws, so that no loop of the learner's runs
 * for ever, and the same number is what cost tests compare. One counter a process.
 */

import { oncePerProcess } from './once-per-process.ts'

/** What an instrumented place is: a loop or a function of the learner's file. */
export interface Place {
  readonly kind: string
  readonly name: string
  readonly file: string
  readonly line: number
}

/** Thrown into the learner's code, and once more by the judge if that code swallowed it. */
export class OutOfSteps extends Error {
  override readonly name = 'OutOfSteps'
}

/** Steps a test may take, unless it says otherwise: deterministic, and some ms at the most. */
export const DEFAULT_BUDGET = 2_000_000

/** Steps that builtins may take in a metered call: elements copied, moved or looked at. */
export const CHARGE_BUDGET = 20_000_000

/** How deep calls may be nested; V8 gives up at about 5,000 to 10,000. */
const DEPTH = 4000
/** Near to that it is looked at after so many calls, and not at each. */
const SHALLOW = 500

type Prepare = typeof Error.prepareStackTrace

/** How an error's stack is written, and whether code may still say so: once a process, as the counter is. */
const stacks = oncePerProcess('kata.stacks', () => {
  const made: { prepare: Prepare; locked: boolean } = {
    prepare: Error.prepareStackTrace,
    locked: false,
  }
  Object.defineProperty(Error, 'prepareStackTrace', {
    get: () => made.prepare,
    set: (prepare: Prepare) => {
      if (!made.locked) made.prepare = prepare
    },
  })
  return made
})

/** From now on stacks are written by `prepare` alone: the sites of calls lead to the global object. */
export function lockStacks(prepare: (before: Prepare) => Prepare): void {
  stacks.prepare = prepare(stacks.prepare)
  stacks.locked = true
}

/** How deep the stack is, up to {@link DEPTH}. */
function stackDepth(): number {
  const { stackTraceLimit } = Error
  const { prepare } = stacks
  try {
    Error.stackTraceLimit = DEPTH
    stacks.prepare = (_error, frames) => frames
    const holder: { stack?: readonly unknown[] } = {}
    Error.captureStackTrace(holder)
    return holder.stack?.length ?? 0
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    stacks.prepare = prepare
  }
}

/** Where the shared memory holds the place of the last step, for the judge's watchdog. */
export const PLACE_SLOT = 1

export class StepCounter {
  readonly #places: Place[] = []
  /** Shared with the watchdog thread, which has to know the place when this thread is stuck. */
  shared = new Int32Array(new SharedArrayBuffer(16))
  /** Called by a test file with what it imports of the implementation. */
  onImported: ((file: string, names: Readonly<Record<string, unknown>>) => void) | undefined
  /** Called when the counter starts anew: for a test, and for each input of a law. */
  onBegin: (() => void) | undefined
  /** Called when an instrumented module has been evaluated. */
  onLoaded: (() => void) | undefined
  /** Told of what instrumented modules spread or make a typed array of, while builtins charge. */
  onCopied: ((value: unknown) => void) | undefined
  /** Whether an instrumented module is being evaluated. */
  loading = false
  steps = 0
  budget = DEFAULT_BUDGET
  /** Steps that patched builtins and counted reads took; they have a budget of their own. */
  charged = 0
  chargeBudget = CHARGE_BUDGET
  over: OutOfSteps | undefined
  /** What a test has called so far, in words: for a guard that ends the last of these calls. */
  story: (() => string) | undefined
  /** Told of the places of each instrumented module as it loads. */
  onModule: ((places: readonly Place[]) => void) | undefined
  #stopping = false
  /** So many calls may be made before the stack has to be looked at. */
  #callsLeft = 0
  readonly #byBuiltin = new Map<string, number>()
  readonly #foreignWrites = new Map<string, readonly (readonly [first: number, last: number])[]>()
  /** The place of the call that came last, or -1, and its arguments. */
  #called = -1
  #args: ArrayLike<unknown> = []
  /** Whether builtins charge now. */
  metering = false
  /** Whether the implementation that was loaded last has been found to cost too much, by one test at least. */
  slow = false

  /** Starts anew with `budget` steps, and as many for builtins as `chargeBudget`. */
  begin(budget = DEFAULT_BUDGET, chargeBudget = CHARGE_BUDGET): void {
    this.metering = false
    this.steps = 0
    this.charged = 0
    this.shared[PLACE_SLOT] = -1
    this.budget = budget
    this.chargeBudget = chargeBudget
    this.over = undefined
    this.#called = -1
    this.#args = []
    this.story = undefined
    this.#byBuiltin.clear()
    this.onBegin?.()
  }

  /** Adds steps that a builtin took for the learner's code. Throws past the budget, as a tick does. */
  charge(steps: number, builtin: string): void {
    // Making an error runs code of Node's and vitest's, which uses builtins, too.
    if (this.#stopping) return
    // Nothing gives steps back, nor makes a number that no budget is below: lengths without an end do (NaN).
    if (!(steps > 0)) return
    this.charged += steps
    if (steps > 1) this.#byBuiltin.set(builtin, (this.#byBuiltin.get(builtin) ?? 0) + steps)
    if (this.charged > this.chargeBudget) this.#overrun(this.chargeBudget, `all in ${builtin}`)
  }

  /** Called by an instrumented module on its last line. */
  loaded(): void {
    this.loading = false
    this.slow = false
    this.onLoaded?.()
  }

  /** Called by instrumented modules as they load; returns what they call at each place. */
  module(
    file: string,
    places: readonly (readonly [kind: string, name: string, line: number])[],
    foreignWrites: readonly (readonly [first: number, last: number])[] = [],
  ) {
    this.#foreignWrites.set(file, foreignWrites)
    const base = this.#places.length
    const added = places.map(([kind, name, line]) => ({ kind, name, file, line }))
    const calls = Uint8Array.from(places, ([kind]) => (kind === 'function' ? 1 : 0))
    this.#places.push(...added)
    this.onModule?.(added)
    this.loading = true
    return {
      tick: (index: number): void => {
        this.shared[PLACE_SLOT] = base + index
        if (++this.steps > this.budget) this.#overrun(this.budget, this.#placeText(base + index))
        if (calls[index] === 1 && --this.#callsLeft < 0) this.#assertShallow(base + index)
      },
      call: (index: number, args: ArrayLike<unknown>): void => {
        this.#called = base + index
        this.#args = args
      },
    }
  }

  /** Called by instrumented modules with what they spread or make a typed array of. */
  copied(value: unknown): void {
    if (this.metering) this.onCopied?.(value)
  }

  /** Whether the file that was loaded last by this name writes there into what it has not made. */
  writesForeign(file: string, line: number): boolean {
    const all = this.#foreignWrites.get(file) ?? []
    return all.some(([first, last]) => first <= line && line <= last)
  }

  place(id: number): Place | undefined {
    return this.#places[id]
  }

  /** Where the learner's code is, or was last. */
  get lastPlace(): Place | undefined {
    return this.#places[this.shared[PLACE_SLOT] ?? -1]
  }

  /** The learner's function that was called last, with its arguments as they are now. */
  get lastCall(): { name: string; args: ArrayLike<unknown> } | undefined {
    const place = this.#places[this.#called]
    return place && { name: place.name, args: this.#args }
  }

  /** Throws if the budget ran out, also when the learner's code caught the error. */
  assertWithin(): void {
    if (this.over) throw this.over
  }

  /** The builtin that took more than half of all steps, if one did. */
  get costliest(): string | undefined {
    const half = (this.steps + this.charged) / 2
    return [...this.#byBuiltin].find(([, steps]) => steps > half)?.[0]
  }

  /** V8's own error about the stack may come from anywhere, and is swallowed by much; this one is not. */
  #assertShallow(id: number): void {
    const depth = stackDepth()
    // With each call it is one deeper, or two where a builtin stands between.
    this.#callsLeft = Math.max((DEPTH - depth) / 2, SHALLOW)
    if (depth < DEPTH) return
    this.#stopping = true
    this.over ??= new OutOfSteps(`calls itself without an end: ${this.#placeText(id)}`)
    this.#stopping = false
    throw this.over
  }

  #placeText(id: number): string {
    const place = this.#places[id]
    return place ? describePlace(place) : ''
  }

  #overrun(budget: number, where: string): never {
    if (!this.over) {
      this.#stopping = true
      const steps = budget.toLocaleString('en-US')
      this.over = new OutOfSteps(`did not end within ${steps} steps: ${where}`)
      this.#stopping = false
    }
    throw this.over
  }
}

/** `the while loop at window-counter.ts:31` */
export function describePlace({ kind, name, file, line }: Place): string {
  const what = kind === 'function' ? `the function ${name || '(no name)'}` : `the ${kind} loop`
  return `${what} at ${file}:${line}`
}

/** The one counter of this process; a learner's code cannot put another in its place. */
export const counter: StepCounter = oncePerProcess('kata.steps', () => new StepCounter())
