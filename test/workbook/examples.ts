import { Wrong } from '#support'

/** The message of the `Wrong` that an assertion must throw. */
export function wrong(assertion: () => void): string {
  try {
    assertion()
  } catch (error) {
    if (error instanceof Wrong) return error.message
    throw error
  }
  throw new Error('the assertion passed')
}

/** A learner's function, for assertions to judge. */
export function sum(xs: readonly number[]): number {
  let total = 0
  for (const x of xs) total += x
  return total
}
