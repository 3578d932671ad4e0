// A thread beside the tests. The main thread of a fork beats in shared memory; when it stops beating,
// or the process outgrows its memory, this thread writes down what was running and ends the fork.
// Plain JavaScript, since a worker thread has no TypeScript loader.
import { writeFileSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

/** Slots of the shared memory: beats so far, place of the last step, ms without a beat allowed. */
const BEAT = 0
const PLACE = 1
const LIMIT_MS = 2

/** @type {{ shared: Int32Array, record: string, memoryLimit: number, pid: number }} */
const { shared, record, memoryLimit, pid } = workerData

/** @type {{ file: string, id: string, test: string, line: number }} */
let current = { file: '', id: '', test: '', line: 0 }
/** @type {string[]} */
let places = []
parentPort?.on('message', (message) => {
  if (message.places) places = places.concat(message.places)
  else current = message
})

let beat = shared[BEAT]
let since = Date.now()
setInterval(() => {
  const now = Date.now()
  if (shared[BEAT] !== beat) {
    beat = shared[BEAT]
    since = now
  }
  const limit = shared[LIMIT_MS] ?? 0
  const bytes = process.memoryUsage.rss()
  if (bytes > memoryLimit) end(`used more than ${Math.round(memoryLimit / 1024 ** 2)} MB of memory`)
  if (limit > 0 && now - since > limit) end(`did not end within ${(limit / 1000).toFixed(1)} s`)
}, 50)

/** @param {string} why @returns {never} */
function end(why) {
  const place = places[shared[PLACE] ?? -1]
  const what = place ? `${why}; last in ${place}` : why
  const { file, id, test, line } = current
  writeFileSync(record, JSON.stringify({ file: id, test, line, ended: what }))
  writeSync(2, `judge: ended ${file}:${line} «${test}»: ${what}\n`)
  process.kill(pid, 'SIGKILL')
  throw new Error('unreachable')
}
