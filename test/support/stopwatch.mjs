// How long something took, but for the time in which this process wanted a processor and got none: on a busy
// machine most of it, and no fault of the code that is timed. Plain JavaScript, since the watchdog's thread has
// no TypeScript loader.
import { readFileSync } from 'node:fs'

/** Where the system says nothing of waiting: the shares of the time that a thread with work to do runs. */
const LEAST_SHARE = 0.05

/**
 * What the main thread of this process has run, and what it has waited for a processor, in ms since it began.
 * @returns {{ ran: number, waited: number | undefined }} `waited` is undefined where the system (any but Linux)
 *   does not say
 */
function mainThread() {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')
    const [ran = Number.NaN, waited = Number.NaN] = text.split(' ').map((ns) => Number(ns) / 1e6)
    if (Number.isFinite(ran + waited)) return { ran, waited }
  } catch {
    // Another system, or a kernel that keeps no such figures.
  }
  const { user, system } = process.cpuUsage()
  return { ran: (user + system) / 1000, waited: undefined }
}

/**
 * Starts now. What it returns says, in ms: how long it has been (`passed`), how long it would have been on a
 * machine with a processor to spare (`own`), and how much of that the thread had nothing to do (`idle`).
 */
export function stopwatch() {
  const startedAt = performance.now()
  const before = mainThread()
  return () => {
    const passed = performance.now() - startedAt
    const now = mainThread()
    const ran = now.ran - before.ran
    const idle = passed - ran - waitedSince(before.waited, now.waited, passed, ran)
    return { passed, own: Math.min(passed, ran + Math.max(0, idle)), idle: Math.max(0, idle) }
  }
}

/** @param {number | undefined} before @param {number | undefined} now @param {number} passed @param {number} ran */
function waitedSince(before, now, passed, ran) {
  if (before !== undefined && now !== undefined) return now - before
  // Next to no work is waiting for something; what has some, and is late, was kept from it.
  return ran < LEAST_SHARE * passed ? 0 : passed - ran
}
