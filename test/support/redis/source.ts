import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Warden } from './warden.ts'

/** What a source is handed: the settings to read, and who cleans up after it. */
export interface SourceContext {
  readonly env: NodeJS.ProcessEnv
  /** Starts the warden at the first call; a source that starts nothing never calls it. */
  warden(): Warden
  /** Says one line to a person who waits, such as «pulling redis:8». */
  say(line: string): void
}

/** A Redis that answers at `url`. */
export interface Found {
  readonly url: string
  /** Where it is from, as the note says it: `Docker (redis:8)`. */
  readonly from: string
  /** For how many ms a connection may still be refused: 0 for a server that was running before. */
  readonly settleMs: number
  /** Whether this run started it. */
  readonly owned: boolean
  /** What can be done to it; of a server that this run started. */
  readonly control?: ServerControl
}

/** What tests of outages do to a server of their own. */
export interface ServerControl {
  /** Stops it where it stands: connections stay open, nothing is answered. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Ends it as a crash does. */
  kill(): Promise<void>
}

/** How many masters a cluster has: the least that Redis calls one. */
export const MASTERS = 3

/** Masters of a cluster to be, each in cluster mode, empty, and knowing of no other. */
export interface FoundNodes {
  readonly nodes: readonly FoundNode[]
  readonly from: string
  readonly settleMs: number
}

export interface FoundNode {
  /** `redis://host:port`, as this process reaches it. */
  readonly url: string
  /** Where its fellow nodes reach it, on their loopback. */
  readonly busPort: number
}

/** One way to get a Redis. */
export interface Source<Name extends string = string> {
  readonly name: Name
  /** Rejects with an `Error` whose message is the reason; with `SourceAbsent` if it is just not there. */
  find(context: SourceContext): Promise<Found>
  /** Starts {@link MASTERS} nodes; rejects as `find` does. */
  findNodes(context: SourceContext): Promise<FoundNodes>
}

/** The source is not there at all (`REDIS_URL` unset, no Docker): no fault, and nothing to mention. */
export class SourceAbsent extends Error {
  override readonly name = 'SourceAbsent'
}

/** The promise's own outcome, or a rejection with `message` after `ms` milliseconds. */
export async function within<T>(ms: number, promise: Promise<T>, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(message)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The message of whatever was thrown, on one line. */
export function reason(thrown: unknown): string {
  const error = thrown instanceof AggregateError ? thrown.errors[0] : thrown
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Where a program lies on this PATH, if it does. */
export function onPath(program: string, path = ''): string | undefined {
  const places = path.split(delimiter).filter((folder) => folder !== '')
  return places
    .map((folder) => join(folder, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
