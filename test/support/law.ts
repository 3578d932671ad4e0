import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Wrong } from './failure.ts'
import { NotRecorded, recalled } from './oracles/recall.ts'
import { DEFAULT_SEED, seed } from './settings.mjs'
import { counter } from './steps.ts'

/** Steps that one run of a property may take; small, so that shrinking a hang stays quick. */
const RUN_BUDGET = 200_000

/** How many inputs of a law a guard may stop. */
const STOPS = 30

export interface LawOptions {
  /** How many inputs are tried. */
  readonly runs?: number
}

/**
 * One law, the title says which: `holds` throws on an input that breaks it. The smallest such input
 * found is what the learner reads, with how to try it again.
 */
export function law<T>(
  title: string,
  input: fc.Arbitrary<T>,
  holds: (input: T) => void,
  { runs = 200 }: LawOptions = {},
): void {
  test(title, () => {
    const once = (value: T) => {
      counter.begin(RUN_BUDGET)
      holds(value)
      counter.assertWithin()
    }
    const search = new Search<T>()
    let stops = 0
    const sparing = (value: T) => {
      // Each input that a guard stops costs a whole budget: after these the smallest so far will do.
      if (stops === STOPS) return
      try {
        once(value)
      } catch (error) {
        if (counter.over) stops++
        search.take(value, error)
      }
    }
    const property = fc.property(input, sparing)
    const tried = (seed: number) => search.found(fc.check(property, { seed, numRuns: runs }))
    const failure = tried(seed()) ?? (search.goesOn() ? tried(DEFAULT_SEED) : undefined)
    if (!failure) return search.assertKnown()
    try {
      // Once more on the smallest input, so that the counter knows the call that a guard stopped.
      once(failure.value)
    } catch (error) {
      throw withReplay(error, failure.seed)
    }
    throw withReplay(failure.error, failure.seed)
  })
}

/** The same for a law that awaits Redis. */
export function asyncLaw<T>(
  title: string,
  input: fc.Arbitrary<T>,
  holds: (input: T) => Promise<void>,
  { runs = 50 }: LawOptions = {},
): void {
  test(title, async () => {
    const search = new Search<T>()
    const property = fc.asyncProperty(input, async (value) => {
      await holds(value).catch((error) => search.take(value, error))
    })
    const tried = async (seed: number) =>
      search.found(await fc.check(property, { seed, numRuns: runs }))
    let failure = await tried(seed())
    if (!failure && search.goesOn()) failure = await tried(DEFAULT_SEED)
    if (!failure) return search.assertKnown()
    throw withReplay(failure.error, failure.seed)
  })
}

interface Failure<T> {
  readonly value: T
  readonly error: unknown
  /** Of the inputs that it was found among. */
  readonly seed: number
}

/**
 * The smallest input that breaks a law. Fast-check finds it by making one that does smaller and smaller. Where
 * right answers are recalled, only those of certain inputs are known (see `oracles/recall.ts`): it is the one of
 * these that breaks the law after the fewest calls.
 */
class Search<T> {
  readonly #recalledBefore = recalled.answers
  readonly #broken: { readonly value: T; readonly error: unknown }[] = []
  #unknown = 0

  /** Throws what breaks the law on this input on to fast-check, or keeps it. */
  take(value: T, error: unknown): void {
    if (error instanceof NotRecorded) this.#unknown++
    else if (recalled.answers === this.#recalledBefore) throw error
    else this.#broken.push({ value, error })
  }

  found({ counterexample, errorInstance, seed }: fc.RunDetails<[T]>): Failure<T> | undefined {
    if (counterexample) return { value: counterexample[0], error: errorInstance, seed }
    const [first, ...others] = this.#broken
    if (!first) return undefined
    const calls = ({ error }: { error: unknown }) => (error instanceof Wrong ? error.calls : 0)
    const smallest = others.reduce((a, b) => (calls(b) < calls(a) ? b : a), first)
    return { ...smallest, seed }
  }

  /** Whether it has to look on the recorded inputs, since it knew no answers for these. */
  goesOn(): boolean {
    const goesOn = this.#unknown > 0
    this.#unknown = 0
    return goesOn
  }

  /** Throws unless all answers were known in the end. */
  assertKnown(): void {
    if (this.#unknown === 0) return
    throw new Error(
      `${this.#unknown} inputs of this law have no recorded answer: see oracles/recall.ts`,
    )
  }
}

function withReplay(error: unknown, seed: number): unknown {
  if (!(error instanceof Wrong)) return error
  return new Wrong(`${error.message}\n  replay: FC_SEED=${seed} npm test ${kataOfTest()}`)
}

function kataOfTest(): string {
  const path = expect.getState().testPath ?? ''
  return path.match(/katas\/\d\d/)?.[0] ?? ''
}

export { fc }
