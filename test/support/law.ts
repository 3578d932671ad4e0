import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Wrong } from './failure.ts'
import { counter } from './steps.ts'

/** Steps that one run of a property may take; small, so that shrinking a hang stays quick. */
const RUN_BUDGET = 200_000

/** Fixed, so that a message stays the same while one thinks; `FC_SEED=…` tries other inputs. */
export const DEFAULT_SEED = 20_260_715

/** How many inputs of a law a guard may stop. */
const STOPS = 30

export const seed = (): number => {
  const given = process.env.FC_SEED
  if (given === undefined || given === '') return DEFAULT_SEED
  const value = Number(given)
  if (!Number.isInteger(value)) throw new RangeError(`FC_SEED must be an integer, got ${given}`)
  return value
}

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
    let stops = 0
    const sparing = (value: T) => {
      // Each input that a guard stops costs a whole budget: after these the smallest so far will do.
      if (stops === STOPS) return
      try {
        once(value)
      } catch (error) {
        if (counter.over) stops++
        throw error
      }
    }
    const details = fc.check(fc.property(input, sparing), { seed: seed(), numRuns: runs })
    if (!details.counterexample) return
    try {
      // Once more on the smallest input, so that the counter knows the call that a guard stopped.
      once(details.counterexample[0])
    } catch (error) {
      throw withReplay(error)
    }
    throw withReplay(details.errorInstance)
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
    const details = await fc.check(fc.asyncProperty(input, holds), {
      seed: seed(),
      numRuns: runs,
    })
    if (details.failed) throw withReplay(details.errorInstance)
  })
}

function withReplay(error: unknown): unknown {
  if (!(error instanceof Wrong)) return error
  return new Wrong(`${error.message}\n  replay: FC_SEED=${seed()} npm test ${kataOfTest()}`)
}

function kataOfTest(): string {
  const path = expect.getState().testPath ?? ''
  return path.match(/katas\/\d\d/)?.[0] ?? ''
}

export { fc }
