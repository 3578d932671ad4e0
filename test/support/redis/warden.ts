import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DockerEndpoint } from './docker-api.mjs'
import { dockerEndpoint } from './docker-endpoint.ts'
import { ownHost } from './owner.mjs'
import { within } from './source.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
export const CHECKOUT = join(HERE, '..', '..', '..')
const RECORDS = join(CHECKOUT, '.cache', 'redis')
const END_MS = 15_000

/** A redis-server of ours, and the temporary folder it runs in. */
export interface LocalServer {
  readonly pid: number
  readonly port: number
  readonly dir: string
}

/** What must not outlive the process that started it. */
export interface Charge {
  /** The containers with this run's labels; `settled` once no further one can appear. */
  docker?: { endpoint: DockerEndpoint; settled: boolean }
  local?: LocalServer
  /** The nodes of a cluster of ours. */
  cluster?: readonly LocalServer[]
  /** The temporary folder that a Redis is fetched into: programs at work there have its name in their arguments. */
  fetch?: { dir: string }
  /** A temporary folder with a copy of the checkout, and the npm that is at work, or 0: it leads a group. */
  copy?: { dir: string; npm: number }
}

/** The file that tells the warden, and the next run's, what a run has started. */
export interface RunRecord extends Charge {
  readonly run: string
  /** Of the process that started it, see owner.mjs. */
  readonly host: string
  readonly pid: number
}

/**
 * A small process beside ours that removes what we started as soon as we are gone, however we went:
 * by `end()`, at the end of the program, by Ctrl-C or by `kill -9`. It knows by its stdin, which the
 * system closes with us. Should it be killed as well, the next run's warden reads the record.
 */
export interface Warden {
  /** Labels for containers: how this warden, or a later one, knows them. */
  readonly labels: Record<string, string>
  /** What was removed of earlier runs that were killed: `container 1a2b… of process 4711`. */
  readonly removed: Promise<readonly string[]>
  /** Writes a charge down; a second one of the same kind replaces the first. */
  watch(charge: Charge): void
  /** Removes everything watched. Rejects if something could not be removed. */
  end(): Promise<void>
}

/** Whether an earlier run may have left something behind. */
export function hasRecords(): boolean {
  try {
    return readdirSync(RECORDS).some((name) => name.endsWith('.json'))
  } catch {
    return false
  }
}

/** @param records the folder of the records: all runs of a checkout share one, and clean up after each other */
export function startWarden(env: NodeJS.ProcessEnv, records = RECORDS): Warden {
  const run = randomUUID()
  const owner = { run, host: ownHost(), pid: process.pid }
  const record = join(records, `${run}.json`)
  mkdirSync(records, { recursive: true })

  const task = JSON.stringify({ records, record, endpoint: dockerEndpoint(env) })
  const child = spawn(process.execPath, [join(HERE, 'warden.mjs'), task], {
    // A session of its own: Ctrl-C in the terminal does not reach it.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const handles = [child, child.stdin as Socket, child.stdout as Socket]
  child.stdin.on('error', () => {}) // it was killed: `gone` says so
  const gone = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => resolve(code === 0 ? undefined : `it ended with ${code}`))
  })
  // It writes two lines: what it removed at its start, and what it could not remove at its end.
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async (): Promise<readonly string[]> => {
    const { value } = await lines.next()
    return value === undefined ? [] : JSON.parse(value)
  }
  const removed = within(END_MS, nextLine(), 'the warden is late')
    .catch(() => [])
    .finally(() => {
      for (const handle of handles) handle.unref()
    })

  let charges: Charge = {}
  let ended: Promise<void> | undefined
  return {
    removed,
    labels: {
      'rate-limiter-katas.run': run,
      'rate-limiter-katas.host': owner.host,
      'rate-limiter-katas.pid': String(owner.pid),
      'rate-limiter-katas.checkout': CHECKOUT,
    },
    watch(charge) {
      if (ended) return
      charges = { ...charges, ...charge }
      const written: RunRecord = { ...owner, ...charges }
      writeFileSync(`${record}.new`, JSON.stringify(written))
      renameSync(`${record}.new`, record)
    },
    end() {
      ended ??= (async () => {
        await removed
        for (const handle of handles) handle.ref()
        child.stdin.end()
        const failed = await within(END_MS, nextLine(), 'the warden does not end')
        const fault = await within(END_MS, gone, 'the warden does not end')
        if (fault) throw new Error(`the warden failed, the next run cleans up: ${fault}`)
        if (failed.length > 0) throw new Error(`not removed: ${failed.join('; ')}`)
      })()
      return ended
    },
  }
}
