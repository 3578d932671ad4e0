import { createHash } from 'node:crypto'

/**
 * Thrown where an answer is asked for that a pack for a class does not have: there the oracles know what was
 * recorded of them, and nothing else.
 */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded'
}

/** What was recalled in this process so far. */
export const recalled = { answers: 0 }

/** What an oracle is asked, as a name: the same for the same arguments, in the workbook and in a pack. */
export const keyOf = (args: readonly unknown[]): string =>
  createHash('sha256').update(written(args)).digest('base64url').slice(0, 10)

/** Numbers that JSON does not have; no text in a question or an answer reads like them. */
const NO_JSON = new Set(['NaN', 'Infinity', '-Infinity'])

/** As JSON, with the numbers that are not finite. */
export const written = (value: unknown): string =>
  JSON.stringify(value, (_key, one) =>
    typeof one === 'number' && !Number.isFinite(one) ? `${one}` : one,
  )

/** What was written. */
export const parsed = (text: string): unknown =>
  JSON.parse(text, (_key, one) => (NO_JSON.has(one) ? Number(one) : one))
