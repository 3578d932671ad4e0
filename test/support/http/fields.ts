import { type BareItem, type List, parseList } from 'structured-headers'
import { show, Wrong } from '../failure.ts'

/** What a field must be: this text, absent (undefined), or something of a kind that has a name. */
export type Wanted = string | undefined | Expected
interface Expected {
  readonly says: string
  readonly holds: (value: string) => boolean
}

/**
 * Holds the fields against what they must be.
 * Throws a {@link Wrong} that shows the first that is something else.
 *
 * @param when the response they came with, in the task's words
 */
export function hasFields(
  when: string,
  headers: Headers,
  wanted: Readonly<Record<string, Wanted>>,
): void {
  for (const [name, want] of Object.entries(wanted)) {
    const value = headers.get(name)
    const right =
      typeof want === 'object' ? value !== null && want.holds(value) : value === (want ?? null)
    if (right) continue
    const is = value === null ? 'there is none' : value
    const says = typeof want === 'object' ? want.says : (want ?? 'none')
    throw new Wrong(`${when}\n  ${name}: ${is}\n  expected  ${says}`)
  }
}

/** A field that must be there, whatever it says beyond the pattern. */
export const like = (says: string, pattern: RegExp): Expected => ({
  says,
  holds: (value) => pattern.test(value),
})

/**
 * A field of the draft, read by RFC 9651: a list of one item, the policy's name as a string, and at least
 * these parameters.
 */
export const policyItem = (
  name: string,
  parameters: Readonly<Record<string, number>>,
): Expected => ({
  says: [`"${name.replace(/["\\]/g, '\\$&')}"`, ...pairs(parameters)].join(';'),
  holds: (value) => {
    const [item, ...others] = listOf(value)
    if (!item || others.length > 0 || item[0] !== name) return false
    return Object.entries(parameters).every(([key, wanted]) => item[1].get(key) === wanted)
  },
})

const pairs = (parameters: Readonly<Record<string, number>>) =>
  Object.entries(parameters).map(([key, value]) => `${key}=${value}`)

/** One parameter of the one item in a field; undefined if it has none of that name. */
export const parameterOf = (value: string | null, key: string): BareItem | undefined =>
  listOf(value ?? '')[0]?.[1].get(key)

function listOf(value: string): List {
  try {
    return parseList(value)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Wrong(`${show(value)}\n  is no list of RFC 9651: ${why}`)
  }
}
