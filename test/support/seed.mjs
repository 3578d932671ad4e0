// The seed of all laws. Plain JavaScript, since `npm test` looks at it before anything is judged.

/** Fixed, so that a message stays the same while one thinks; `FC_SEED=…` tries other inputs. */
export const DEFAULT_SEED = 20_260_715

/** That of this run. Throws a RangeError where `FC_SEED` cannot be one. @returns {number} */
export function seed() {
  const given = process.env.FC_SEED
  if (given === undefined || given === '') return DEFAULT_SEED
  const value = Number(given)
  if (!Number.isInteger(value)) throw new RangeError(`FC_SEED must be an integer, got ${given}`)
  return value
}
