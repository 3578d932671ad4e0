// How the desk writes: a file is there as it was or as it shall be, whatever ends the process and when, and
// nothing is replaced before a copy of it has been read back. Own code: write-file-atomic does not run on Node 20.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isOwnerGone, ownerName } from '../../test/support/redis/owner.mjs'
import { root } from '../judge/catalogue.mjs'

/** What the desk keeps; git ignores it, and nothing but the learner removes it. */
export const deskFolder = join(root, '.kata')

/** The desk does not do it; the message says why, and is all that the person needs. */
export class NotDone extends Error {
  /** @override */
  name = 'NotDone'
}

/** An error of the file system (a full disk, no permission), not of our code. @param {unknown} error */
export const isOfSystem = (error) =>
  error instanceof Error && 'code' in error && 'syscall' in error && !('spawnargs' in error)

/** Undefined if there is no such file. @param {string} path */
export function readIfThere(path) {
  try {
    return readFileSync(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined
    throw error
  }
}

/** Text with the same line ends wherever it was written. @param {Buffer | string} text */
export const asText = (text) => text.toString().replaceAll('\r\n', '\n')

/**
 * Writes a whole file: beside it first, read back, then put in its place in one step. A link stays
 * a link, and a file that is there keeps its mode.
 * @param {string} path
 * @param {Buffer | string} data
 */
export function writeWhole(path, data) {
  const target = existsSync(path) ? realpathSync(path) : path
  const folder = dirname(target)
  mkdirSync(folder, { recursive: true })
  removeLeft(folder)
  const aside = join(folder, `.${basename(target)}.${ownerName()}.tmp`)
  try {
    writeSynced(aside, Buffer.from(data))
    if (existsSync(target)) chmodSync(aside, statSync(target).mode & 0o777)
    renameSync(aside, target)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
  syncFolder(folder)
}

/** Writes to the disk, and reads it back. @param {string} path @param {Buffer} data @param {number} [mode] */
export function writeSynced(path, data, mode = 0o666) {
  const file = openSync(path, 'w', mode)
  try {
    writeFileSync(file, data)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  if (!readFileSync(path).equals(data)) throw new NotDone(`${path} is not what was written to it`)
}

/** So that a new name outlives a power failure; not every system lets a folder be opened. @param {string} folder */
export function syncFolder(folder) {
  try {
    const file = openSync(folder, 'r')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (!isOfSystem(error)) throw error
  }
}

/** What a killed write has left. @param {string} folder */
function removeLeft(folder) {
  for (const name of readdirSync(folder)) {
    const [, owner = ''] = name.match(/^\..+\.([0-9a-f]+-\d+)\.tmp$/) ?? []
    if (isOwnerGone(owner)) rmSync(join(folder, name), { force: true })
  }
}

const LOCK_MS = 5000
/** Nothing that the desk does takes so long: whoever held it has gone, on whatever machine. */
const STALE_MS = 300_000
/** A name that is not whole by then never will be. */
const WRITTEN_MS = 500

/**
 * Does `work` while no other process of the desk is at its own, `npm test` and `npm run kata` say.
 * @template T
 * @param {() => T} work synchronous, and takes no lock itself
 * @returns {T}
 */
export function locked(work) {
  const lock = join(deskFolder, 'lock')
  mkdirSync(deskFolder, { recursive: true })
  const until = Date.now() + LOCK_MS
  while (!isTaken(lock)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true })
    else if (Date.now() > until) {
      throw new NotDone(`another process is at work here; if there is none, delete ${lock}`)
    } else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** @param {string} lock */
function isTaken(lock) {
  try {
    writeFileSync(lock, `${ownerName()}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    // A full disk: the name is there, and we would wait for ourselves next time.
    if (codeOf(error) === 'ENOSPC') rmSync(lock, { force: true })
    throw error
  }
}

/** @param {string} lock */
function isAbandoned(lock) {
  try {
    const owner = readFileSync(lock, 'utf8')
    const age = Date.now() - statSync(lock).mtimeMs
    if (!owner.endsWith('\n')) return age > WRITTEN_MS
    return isOwnerGone(owner.trim()) || age > STALE_MS
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** @param {unknown} error */
const codeOf = (error) => String(/** @type {NodeJS.ErrnoException} */ (error).code)
