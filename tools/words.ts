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
