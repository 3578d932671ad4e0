import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Wrong } from './failure.ts'
import { counter } from './steps.ts'

/** Steps that one run of a property may take; small, so that shrinking a hang stays quick. */
const RUN_BUDGET = 200_000

/** Fixed, so that a message stays the same while one thinks; `FC_SEED=…` tries other inputs. */
export const DEFAULT_SEED = 20_260_715

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

type Arbitraries<T extends readonly unknown[]> = { [K in keyof T]: fc.Arbitrary<T[K]> }

/**
 * One law, the title says which: `holds` throws on an input that breaks it. The smallest such input
 * found is what the learner reads, with how to try it again.
 */
export function law<T extends unknown[]>(
  title: string,
  inputs: Arbitraries<T>,
  holds: (...input: T) => void,
  { runs = 200 }: LawOptions = {},
): void {
  test(title, () => {
    const property = fc.property(...(inputs as [fc.Arbitrary<unknown>]), (...input: unknown[]) => {
      counter.begin(RUN_BUDGET)
      holds(...(input as T))
      counter.assertWithin()
    })
    const details = fc.check(property, { seed: seed(), numRuns: runs })
    if (!details.failed || !details.counterexample) return
    try {
      // Once more on the smallest input, so that the counter knows the call that a guard stopped.
      counter.begin(RUN_BUDGET)
      holds(...(details.counterexample as unknown as T))
      throw details.errorInstance
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      throw new Wrong(`${error.message}\n  replay: FC_SEED=${seed()} npm test ${kataOfTest()}`)
    }
  })
}

function kataOfTest(): string {
  const path = expect.getState().testPath ?? ''
  return path.match(/katas\/\d\d/)?.[0] ?? ''
}

export { fc }
