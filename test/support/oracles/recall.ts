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
  createHash('sha256').update(JSON.stringify(args, tellingAll)).digest('base64url').slice(0, 10)

/** JSON has no infinite numbers. */
const tellingAll = (_key: string, value: unknown) =>
  typeof value === 'number' && !Number.isFinite(value) ? `${value}` : value
