// The one temporary folder of a run: the records of its forks, and what vitest keeps on disk. Plain
// JavaScript, since `npm test` starts here.
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOwnerGone, ownerName } from '../../test/support/redis/owner.mjs'

/** Where forks find the folder of their run, set by the one who starts it. */
export const RECORDS_ENV = 'KATA_RUN_RECORDS'

const PREFIX = 'kata-run-'
export const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Makes the folder, after it has removed those of killed runs, and says so in a line. It goes by
 * `remove()`, and by Ctrl-C.
 * @param {AbortSignal} [cut] aborted by the first Ctrl-C, where that alone does not end the process
 */
export function runFolder(cut) {
  removeAbandoned()
  const path = mkdtempSync(join(tmpdir(), `${PREFIX}${ownerName()}-`))
  /** @param {NodeJS.Signals} signal */
  const interrupted = (signal) => {
    remove()
    process.kill(process.pid, signal)
  }
  const remove = () => {
    cut?.removeEventListener('abort', heed)
    for (const signal of SIGNALS) process.off(signal, interrupted)
    // By another name first: a fork that still runs finds no place to write in while this goes.
    const going = `${path}-going`
    if (existsSync(path)) renameSync(path, going)
    rmSync(going, { recursive: true, force: true, maxRetries: 3 })
  }
  const heed = () => {
    for (const signal of SIGNALS) process.on(signal, interrupted)
  }
  if (cut && !cut.aborted) cut.addEventListener('abort', heed, { once: true })
  else heed()
  return { path, remove }
}

/**
 * What the forks of this process's run have left in its folder: what ran in them last.
 * @returns {import('./watchdog.ts').ForkRecord[]}
 */
export function readRecords() {
  const folder = process.env[RECORDS_ENV]
  if (!folder || !existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      try {
        return JSON.parse(readFileSync(join(folder, name), 'utf8'))
      } catch {
        // Its fork was killed while it wrote: that it died is told all the same.
        return []
      }
    })
}

/** Forgets what the forks have left: the next ones say something new of the same files. */
export function clearRecords() {
  const folder = process.env[RECORDS_ENV]
  if (!folder) return
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  for (const name of names) rmSync(join(folder, name), { force: true })
}

function removeAbandoned() {
  const left = readdirSync(tmpdir()).filter(
    (name) => name.startsWith(PREFIX) && isOwnerGone(name.slice(PREFIX.length)),
  )
  const removed = left.filter((name) => isRemoved(join(tmpdir(), name))).length
  if (removed === 0) return
  const what = removed === 1 ? '1 folder' : `${removed} folders`
  console.error(`removed what a killed run left: ${what} in ${tmpdir()}`)
}

/** Whether it could be removed: another user's is theirs. @param {string} path */
function isRemoved(path) {
  try {
    rmSync(path, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}

/**
 * Has `make` believe that the temporary folder is `path`: vitest chooses its own place there, once.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} make
 * @returns {Promise<T>}
 */
export async function withTmpdir(path, make) {
  const names = ['TMPDIR', 'TMP', 'TEMP']
  const before = names.map((name) => process.env[name])
  for (const name of names) process.env[name] = path
  try {
    return await make()
  } finally {
    for (const [i, name] of names.entries()) {
      if (before[i] === undefined) delete process.env[name]
      else process.env[name] = before[i]
    }
  }
}
