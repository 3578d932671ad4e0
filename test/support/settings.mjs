// What the environment may set for a run. Plain JavaScript, since `npm test` looks at it before anything is judged.

/** A setting that cannot be, or the place of the checkout: its message is all that helps. */
export class SettingError extends RangeError {
  /** @override */
  name = 'SettingError'
}

/** By name, since the class may be loaded twice in one process. @param {unknown} error @returns {error is SettingError} */
export const isSettingError = (error) =>
  error instanceof RangeError && error.name === 'SettingError'

/** Fixed, so that a message stays the same while one thinks; `FC_SEED=…` tries other inputs. */
export const DEFAULT_SEED = 20_260_715

/** The seed of all laws of this run. Throws a {@link SettingError} where `FC_SEED` cannot be one. @returns {number} */
export function seed() {
  const given = process.env.FC_SEED
  if (given === undefined || given === '') return DEFAULT_SEED
  const value = Number(given)
  if (!Number.isInteger(value)) throw new SettingError(`FC_SEED must be an integer, got ${given}`)
  return value
}
