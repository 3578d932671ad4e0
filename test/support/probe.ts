import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { test } from 'vitest'
import { attempt, attemptAsync, type Outcome } from './call.ts'
import { cost } from './cost.ts'
import { grownBy } from './heap.ts'
import { type Answers, STOPPED } from './observed.ts'
import { counter } from './steps.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What a probe saw: of each observable, `topic · what`, a digest of all its values in their order. */
    observed?: Readonly<Record<string, string>>
    /** The same by `what`, to see what is answered the same whatever is asked. */
    answers?: Answers
  }
}

/**
 * Calls the learner's code and notes what came of it under a name: the value, each field of an object by
 * itself, or the error's class and what it names. Returns the value; undefined if it threw.
 */
export interface See {
  (what: string, call: () => Promise<unknown>): Promise<unknown>
  (what: string, call: () => unknown): unknown
}

/**
 * Looks at what the learner's code does, right or wrong, for the verdict to compare with what each
 * misconception does there (see `tools/judge/diagnosis.ts`). A topic is one question to the code: what
 * belongs together in it must not be asked in another, or one mistake would show in both.
 *
 * @param run calls the code through `see`; it must ask what the contract promises, and nothing else
 */
export function probe(topic: string, run: (see: See) => unknown): void {
  test(topic, { timeout: LIMIT_MS }, async ({ task }) => {
    const seen = new Map<string, string[]>()
    let awaited = 0
    const note = (what: string, outcome: Outcome) => {
      for (const [name, text] of observables(what, outcome)) {
        seen.set(name, [...(seen.get(name) ?? []), text])
      }
      return 'returned' in outcome ? outcome.returned : undefined
    }
    const see = (what: string, call: () => unknown): unknown => {
      const outcome = attempt(call)
      if (!('returned' in outcome && isPromise(outcome.returned))) return note(what, outcome)
      const { returned } = outcome
      awaited++
      return attemptAsync(() => returned).then((settled) => {
        awaited--
        return note(what, settled)
      })
    }
    task.meta.observed = { [topic]: STOPPED }
    try {
      await run(see as See)
    } catch (error) {
      // What is not there yet says nothing, right or wrong.
      if (isTodo(error)) task.meta.observed = {}
      throw error
    }
    // A promise that nobody waited for, where the answer was asked for.
    if (awaited > 0) return
    task.meta.observed = Object.fromEntries(
      [...seen].map(([what, texts]) => [`${topic} · ${what}`, digest(texts)]),
    )
    task.meta.answers = Object.fromEntries(
      [...seen].map(([what, texts]) => {
        const [first = ''] = texts
        const same = texts.every((text) => text === first) && { same: digest([first]) }
        return [what, { asked: texts.length, ...same }]
      }),
    )
  })
}

/** The same, answered once: where several topics leave a question out unless code is right in another one. */
export function once<T>(ask: () => T): () => T {
  let known: { readonly answer: T } | undefined
  return () => {
    known ??= { answer: ask() }
    return known.answer
  }
}

/** Steps end it much sooner; the time is for a machine that is busy otherwise. */
const LIMIT_MS = 10_000

/**
 * How the cost of what each of `runs` prepares grows from size n to 8·n: not at all, as the size, or faster.
 * Several shapes of input tell mistakes apart that are all slow for one of them.
 */
export function probeCost(
  topic: string,
  n: number,
  ...runs: readonly ((n: number) => () => unknown)[]
): void {
  probe(topic, (see) => {
    for (const run of runs) see('cost', () => growth(n, run))
  })
}

/** The word for one of them, for a probe that notes more than the cost. */
export function growth(n: number, run: (n: number) => () => unknown): string {
  const budget = 100 * DEFAULT_COST * n
  const large = cost(run(8 * n), budget)
  const small = cost(run(n), budget)
  // What the probe asks next has a test's own budget again.
  counter.begin()
  // A loop without an end is no slow one.
  if (!Number.isFinite(small)) return 'without an end'
  const ratio = large / small
  return ratio < 3 ? 'the same' : ratio < 20 ? 'as the size' : 'faster'
}

/** Steps for each of the 8·n things, past which the cost is called faster than the size. */
const DEFAULT_COST = 40

/**
 * Whether an object comes to keep more than half a MB alive by this work. Where one round leaves a doubt, since
 * the heap of the rest wavers by some hundred kB, two of three say so. Work that should show keeps 100,000
 * numbers or more.
 *
 * @param isTheQuestion false of code whose memory only follows from a mistake that another topic asks for
 */
export function probeMemory<T extends object>(
  topic: string,
  make: () => T,
  work: (object: T) => void,
  isTheQuestion = () => true,
): void {
  const round = () => grownBy({ make, work, warmUp: () => {}, steps: MEMORY_STEPS })
  const grows = () => round() > MEMORY_BYTES
  probe(topic, (see) => {
    if (!isTheQuestion()) return
    see('memory', () => {
      const first = round()
      if (first < MEMORY_BYTES / 5) return 'flat'
      if (first > 3 * MEMORY_BYTES) return 'grows'
      const [one, other] = [grows(), grows()]
      return (one === other ? one : first > MEMORY_BYTES) ? 'grows' : 'flat'
    })
  })
}

const MEMORY_BYTES = 500_000

/** A hundred for each of 100,000 things: who needs more is told by the cost. */
const MEMORY_STEPS = 10_000_000

/** One observable for a plain value or an error, one for each field of an object. */
function observables(what: string, outcome: Outcome): [name: string, text: string][] {
  if ('threw' in outcome) return [[what, thrownText(outcome.threw)]]
  const { returned } = outcome
  if (typeof returned !== 'object' || returned === null || Array.isArray(returned)) {
    return [[what, text(returned)]]
  }
  return Object.entries(returned).map(([key, value]) => [`${what}.${key}`, text(value)])
}

/** The class, and the parameter that a message of the contract begins with: the rest is the author's. */
function thrownText(error: unknown): string {
  if (!(error instanceof Error)) return 'threw'
  return error instanceof RangeError
    ? `RangeError ${error.message.match(/^\w+/)?.[0]}`
    : 'threw an Error'
}

/** −0 and 0 are the same answer. */
const text = (value: unknown): string =>
  inspect(Array.isArray(value) ? value.map(unsigned) : unsigned(value), {
    ...{ depth: 4, breakLength: Number.POSITIVE_INFINITY },
    ...{ maxArrayLength: null, maxStringLength: null },
  })

const unsigned = (value: unknown) => (value === 0 ? 0 : value)

const isTodo = (error: unknown) => error instanceof Error && error.name === 'TodoError'

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value

const digest = (texts: readonly string[]) =>
  createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 10)
