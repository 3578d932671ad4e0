// `npm run watch [KATA]`: judges the learner's file each time it is saved. Plain JavaScript, since it shall be
// there at once.
import { watch, watchFile } from 'node:fs'
import { basename, dirname } from 'node:path'
import { emitKeypressEvents } from 'node:readline'
import { isSettingError } from '../test/support/settings.mjs'
import { kataKeys, spawnDesk } from './desk/keys.mjs'
import { hashOf, ownBytes, readProgress } from './desk/progress.mjs'
import { recorder } from './desk/record.mjs'
import { nextKata } from './desk/tracks.mjs'
import { hasReferences, select, stubOf, stubTarget, UsageError } from './judge/catalogue.mjs'
import { AHEAD_ENV } from './judge/limits.mjs'
import { rowsOfTerminal } from './judge/looks.mjs'
import { outliveReader } from './judge/pipe.mjs'
import { openRun } from './judge/run.mjs'
import { dealt } from './judge/spec.mjs'

/** @typedef {import('./judge/catalogue.mjs').Kata} Kata */

const USAGE = `Judges your file each time you save it, and tells you the verdict.

  npm run watch                   the next kata of your track
  npm run watch katas/03          this one

Keys: n the next kata, h a hint, r the stub again (yours is saved first),
l the board, ${hasReferences() ? 'd your file against the reference, ' : ''}q quit.
Without a terminal it runs once.`

/** Saving is several events; a moment later all have come. */
const SETTLED_MS = 20
/** What stands below the last verdict until the next one comes. */
const JUDGING = 'judging …'
/** The rows below a verdict: a blank one, the keys, and the cursor's. */
const BELOW = 3
/** Where a file system tells of no events, the file is looked at so often. */
const LOOK_MS = 500

/** @returns {Kata} */
function kataAsked() {
  const words = process.argv.slice(2)
  if (words.length > 1) throw new UsageError(`one kata at a time, got ${words.join(' ')}`)
  const [target] = words.length === 1 ? select(words) : []
  const kata = target?.kata ?? nextKata(readProgress())
  if (!kata) throw new UsageError('all of this track is solved; name one: npm run watch katas/03')
  return kata
}

/** Judges one kata again and again; the processes for it are warm. */
class Watch {
  /** @type {Awaited<ReturnType<typeof openRun>> | undefined} */
  #run
  /** @type {string | undefined} */
  #judged
  /** The run that goes on; undefined between runs. @type {Promise<void> | undefined} */
  #running
  #closed = false
  /** @type {NodeJS.Timeout | undefined} */
  #settling
  /** @type {(() => void)[]} */
  #stops = []
  /** Whether a key has said something that the next verdict must not wipe away. */
  #spoken = false

  /** @param {Kata} kata */
  constructor(kata) {
    this.kata = kata
    this.target = stubTarget(kata)
  }

  /** Returns when it watches; the first verdict is still to come: {@link settled}. */
  async open() {
    this.#run = await openRun([this.target])
    const file = stubOf(this.kata)
    const saved = () => {
      clearTimeout(this.#settling)
      this.#settling = setTimeout(() => this.judge().catch(failed), SETTLED_MS)
    }
    const events = watch(dirname(file), (_event, name) => {
      if (!name || name === basename(file)) saved()
    })
    const looks = watchFile(file, { interval: LOOK_MS }, saved)
    this.#stops.push(
      () => events.close(),
      () => looks.removeListener('change', saved).unref(),
    )
    this.settled = this.judge()
    this.settled.catch(failed)
  }

  /** The first verdict is there. @type {Promise<void>} */
  settled = Promise.resolve()

  /** A key has said something: it stays on the screen, with the keys below. */
  spoke() {
    this.#spoken = true
    console.log(this.isBusy ? JUDGING : kataKeys(this.kata))
  }

  /** Judges the file, unless it is what was judged last; what is saved meanwhile is judged afterwards. */
  async judge() {
    const bytes = ownBytes(this.kata)
    // An editor that is about to put the new file in place.
    if (!bytes || this.#running || this.#closed || !this.#run) return
    const hash = hashOf(bytes)
    if (hash === this.#judged) return
    this.#judged = hash
    const keep = recorder([this.target])
    if (process.stdout.isTTY) console.log(JUDGING)
    this.#running = this.#run.judge(dealt([this.target]))
    try {
      await this.#running
    } catch (error) {
      this.#running = undefined
      await this.close()
      throw error
    }
    this.#running = undefined
    if (this.#closed) return
    const clears = process.stdout.isTTY && !this.#spoken
    this.#spoken = false
    process.stdout.write(clears ? '\u001b[2J\u001b[3J\u001b[H' : '')
    keep(this.#run.verdict.marks)
    const rows = rowsOfTerminal()
    this.#run.verdict.print(process.stdout.isTTY ? 'watch' : 'test', rows && rows - BELOW)
    if (process.stdout.isTTY) console.log(kataKeys(this.kata))
    await this.judge()
  }

  get isBusy() {
    return this.#running !== undefined
  }

  /** Returns when what is saved is judged, though the file system may not have told of it yet. */
  async idle() {
    await this.judge()
    while (this.#running) await this.#running
  }

  get exitCode() {
    return this.#run?.verdict.exitCode ?? 1
  }

  /** Ends it, after the run that goes on. */
  async close() {
    this.#closed = true
    for (const stop of this.#stops) stop()
    await this.#running
    await this.#run?.close()
  }
}

async function main() {
  if (['help', '--help', '-h'].includes(process.argv[2] ?? '')) return console.log(USAGE)
  const kata = kataAsked()
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    console.error('watch needs a terminal, and this is none: it runs once')
    const once = new Watch(kata)
    await once.open()
    await once.settled
    process.exitCode = once.exitCode
    return once.close()
  }
  process.env[AHEAD_ENV] = '1'
  let watched = new Watch(kata)
  /** The key that is being followed: another waits for it. @type {Promise<void>} */
  let following = watched.open()
  emitKeypressEvents(process.stdin)
  process.stdin.setRawMode(true)
  process.stdin.on('keypress', (_text, key) => {
    if (key.ctrl && key.name === 'c') {
      void quit(130)
    } else {
      following = following.then(() => pressed(key.name)).catch(failed)
    }
  })
  await following

  /** @param {number} code */
  async function quit(code) {
    process.stdin.setRawMode(false)
    // Ctrl-C does not wait: what runs now is ended as any other run is that is interrupted.
    if (code !== 0 && watched.isBusy) process.kill(process.pid, 'SIGINT')
    await watched.close()
    process.exit(code)
  }

  /** @param {string} name */
  async function pressed(name) {
    if (name === 'q') return quit(0)
    if (name === 'n') {
      // Which kata is the next one hangs on the run that goes on.
      await watched.idle()
      const next = nextKata(readProgress())
      if (next && next.id !== watched.kata.id) {
        await watched.close()
        watched = new Watch(next)
        return watched.open()
      }
      const why = next ? `${next.id} is not solved yet` : 'all of this track is solved'
      console.log(`${why}; npm run watch katas/NN  takes any other`)
      return watched.spoke()
    }
    if (await spawnDesk(name, watched.kata)) watched.spoke()
  }
}

/** A word or a setting that cannot be: its message is all that helps. @param {unknown} error */
function failed(error) {
  if (!(error instanceof UsageError || isSettingError(error))) throw error
  console.error(error.message)
  process.exit(1)
}

outliveReader()
await main().catch(failed)
