// Whose a thing is that may outlive its process: a name of machine and process, to be put into the name
// of a key or a folder. Plain JavaScript, for the warden and `npm test`, which must start at once.
import { createHash } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Where a process's number means the same: containers have numbers of their own, under one name of a host. */
export function ownHost() {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** The machine's own name is nobody's business on a server that is not ours. */
const digest = (/** @type {string} */ host) =>
  createHash('sha256').update(host).digest('hex').slice(0, 8)

/** @param {number} pid @param {string} host */
export const ownerName = (pid = process.pid, host = ownHost()) => `${digest(host)}-${pid}`

/**
 * Whether the owner that a text names at its beginning certainly runs no more; on another host there is
 * no telling.
 * @param {string} name
 */
export function isOwnerGone(name) {
  const [host, pid] = name.split('-')
  return host === digest(ownHost()) && isProcessGone(Number(pid))
}

/** Whether there certainly is no such process. @param {number} pid */
export function isProcessGone(pid) {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}
