// A thread beside the tests. The main thread of a fork beats in shared memory; when it stops beating,
// or the process outgrows its memory, this thread writes down what was running and ends the fork.
// Plain JavaScript, since a worker thread has no TypeScript loader.
import { writeFileSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { stopwatch } from '../../test/support/stopwatch.mjs'
import { BEAT_SLOT, LIMIT_SLOT, MEMORY_LIMIT_BYTES, PATIENCE } from './limits.mjs'

/** @type {{ shared: Int32Array, placeSlot: number, record: string | undefined, pid: number, parent: number }} */
const { shared, placeSlot, record, pid, parent } = workerData

/** @type {{ file: string, id: string, test: string, line: number, bounded?: boolean }} */
let current = { file: '', id: '', test: '', line: 0 }
/** Since when it runs: what still beats after its time has put the judge's own timers out of action. */
let entered = stopwatch()
/** @type {string[]} */
let places = []
parentPort?.on('message', (message) => {
  if (message.places) places = places.concat(message.places)
  else {
    current = message
    entered = stopwatch()
  }
})

/** How late a look may be on a machine that is merely busy, in ms. */
const STOPPED_MS = 1000

let beat = shared[BEAT_SLOT]
let since = stopwatch()
let lookedAt = performance.now()
setInterval(() => {
  // The run was killed: a fork that is busy, or waits for its answer, would stay for ever.
  if (process.ppid !== parent) process.kill(pid, 'SIGKILL')
  const now = performance.now()
  // This thread was stopped itself (Ctrl-Z, a machine that slept): the other was as well.
  const wasStopped = now - lookedAt > STOPPED_MS
  lookedAt = now
  if (wasStopped || shared[BEAT_SLOT] !== beat) {
    beat = shared[BEAT_SLOT]
    since = stopwatch()
  }
  const limit = shared[LIMIT_SLOT] ?? 0
  const bytes = process.memoryUsage.rss()
  if (bytes > MEMORY_LIMIT_BYTES) {
    end(`used more than ${Math.round(MEMORY_LIMIT_BYTES / 1024 ** 2)} MB of memory`)
  }
  const { own, passed } = since()
  if (limit > 0 && (own > limit || passed > PATIENCE * limit)) {
    end(`did not end within ${(limit / 1000).toFixed(1)} s`)
  }
  // The judge itself gives up after that many times its limit: see `within` in runner.ts.
  if (current.bounded && entered().passed > 2 * PATIENCE * limit) {
    end(
      `did not end within ${((PATIENCE * limit) / 1000).toFixed(0)} s, and stopped the judge’s clock`,
    )
  }
}, 50)

/** @param {string} why @returns {never} */
function end(why) {
  const place = places[shared[placeSlot] ?? -1]
  const what = place ? `${why}; last in ${place}` : why
  const { file, id, test, line } = current
  try {
    if (record) writeFileSync(record, JSON.stringify({ file: id, test, line, ended: what }))
    writeSync(2, `judge: ended ${file}:${line} «${test}»: ${what}\n`)
  } finally {
    // Where nobody is left to read that, too.
    process.kill(pid, 'SIGKILL')
  }
  throw new Error('unreachable')
}
