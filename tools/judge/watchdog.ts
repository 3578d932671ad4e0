import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { counter, describePlace, PLACE_SLOT } from '../../test/support/steps.ts'
import { BEAT_SLOT, LIMIT_SLOT, TEST_LIMIT_MS, WATCHDOG_GRACE_MS } from './limits.mjs'
import { RECORDS_ENV } from './run-folder.mjs'
import { testFileOf } from './spec.mjs'

/** What is running, for the one who finds the fork dead. */
export interface Running {
  /** The module id of the test file, with the implementation it judges. */
  readonly file: string
  readonly test: string
  readonly line: number
}

/** What a fork leaves behind: what ran last in it and, if the watchdog ended it, why. */
export interface ForkRecord extends Running {
  readonly ended?: string
}

/** The watchdog of this process; see `watchdog.mjs` for the thread itself. */
export class Watchdog {
  static #started: Watchdog | undefined
  readonly #worker: Worker
  /** The record, open for as long as this process lives: to open it anew for each test took longer than the test. */
  readonly #record: number | undefined
  #written = 0
  #running: Running = { file: '', test: '', line: 0 }

  /** One a process, however many files it runs. */
  static start(): Watchdog {
    Watchdog.#started ??= new Watchdog()
    return Watchdog.#started
  }

  private constructor() {
    const folder = process.env[RECORDS_ENV]
    const record = folder && join(folder, `${process.pid}.json`)
    if (record) this.#record = openSync(record, 'w')
    const { shared } = counter
    // The parent as it is now: it may be gone before the thread has started.
    const { pid, ppid: parent } = process
    const workerData = { shared, placeSlot: PLACE_SLOT, record, pid, parent }
    const thread = new URL('./watchdog.mjs', import.meta.url)
    this.#worker = new Worker(thread, { workerData, execArgv: [] })
    this.#worker.unref()
    setInterval(() => Atomics.add(shared, BEAT_SLOT, 1), 50).unref()
    counter.onModule = (places) => this.#worker.postMessage({ places: places.map(describePlace) })
  }

  /**
   * From now on `running` has `limit` ms, and a grace, in which this thread must beat once; and if it is
   * `bounded`, an end some time.
   */
  enter(running: Running, limit: number, bounded = true): void {
    this.#running = running
    this.#write(JSON.stringify(running))
    const { file } = running
    this.#worker.postMessage({ ...running, file: testFileOf(file), id: file, bounded })
    const { shared } = counter
    Atomics.add(shared, BEAT_SLOT, 1)
    Atomics.store(shared, LIMIT_SLOT, limit + WATCHDOG_GRACE_MS)
  }

  /** Over what was written before, which blanks cover where it was longer. */
  #write(text: string): void {
    if (this.#record === undefined) return
    const bytes = Buffer.from(text)
    const blanks = Buffer.alloc(Math.max(0, this.#written - bytes.length), ' ')
    this.#written = Math.max(this.#written, bytes.length)
    writeSync(this.#record, Buffer.concat([bytes, blanks]), 0, this.#written, 0)
  }

  /** It has ended, but what it left to a timer may still come: the watch goes on. */
  leave(): void {
    this.enter({ ...this.#running, test: `after «${this.#running.test}»` }, TEST_LIMIT_MS, false)
  }
}
