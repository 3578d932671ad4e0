import { Refused } from './refused.ts'

const before = globalThis.Date

/**
 * Throws if the implementation has put another `Date` in the place of the language's, and puts that back. All else
 * is locked (`locked.ts`); this one is not, since a test has a clock of its own.
 */
export function assertDate(): void {
  if (globalThis.Date === before) return
  globalThis.Date = before
  throw new Refused('the implementation patches globals: Date was changed')
}
