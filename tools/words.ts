import { UsageError } from './judge/catalogue.mjs'

/** Keeps what a word says of `name`; twice is refused. */
export function put(given: Map<string, string>, name: string, value: string, word: string): void {
  if (given.has(name)) throw new UsageError(`${name} is given twice, got ${JSON.stringify(word)}`)
  given.set(name, value)
}

/** A whole number in this range, or a `UsageError` that shows what was given. */
export function whole(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  const range = `a whole number from ${least} to ${most.toLocaleString('en-US')}`
  throw new UsageError(`${name} must be ${range}, got ${JSON.stringify(text)}`)
}

/** Whether this is a day that the calendar has, as in 2026-12-20. */
export function isDay(text: string): boolean {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  // A day too many is the first of the next month.
  return isTime(midnight) && midnight.toISOString().startsWith(text)
}

export const isTime = (time: Date | undefined): time is Date =>
  time !== undefined && !Number.isNaN(time.getTime())
