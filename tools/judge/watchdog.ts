import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { counter, describePlace } from '../../test/support/steps.ts'
import { MEMORY_LIMIT_BYTES, WATCHDOG_GRACE_MS } from './limits.mjs'
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

/** The folder for the records of a run's forks, set by the one who starts the run. */
export const RECORDS_ENV = 'KATA_RUN_RECORDS'

const BEAT = 0
const LIMIT_SLOT = 2

/** The watchdog of this process; see `watchdog.mjs` for the thread itself. */
export class Watchdog {
  static #started: Watchdog | undefined
  readonly #worker: Worker
  readonly #record: string

  /** One a process, however many files it runs. */
  static start(): Watchdog {
    Watchdog.#started ??= new Watchdog()
    return Watchdog.#started
  }

  private constructor() {
    const folder = process.env[RECORDS_ENV] ?? join('.cache', 'runs', `${process.ppid}`)
    mkdirSync(folder, { recursive: true })
    this.#record = join(folder, `${process.pid}.json`)
    const { shared } = counter
    const workerData = {
      shared,
      record: this.#record,
      memoryLimit: MEMORY_LIMIT_BYTES,
      pid: process.pid,
    }
    this.#worker = new Worker(new URL('./watchdog.mjs', import.meta.url), {
      workerData,
      execArgv: [],
    })
    this.#worker.unref()
    setInterval(() => Atomics.add(shared, BEAT, 1), 50).unref()
    counter.onModule = (places) => this.#worker.postMessage({ places: places.map(describePlace) })
  }

  /** From now on `running` has `limit` ms, and a grace, in which this thread must beat once. */
  enter(running: Running, limit: number): void {
    writeFileSync(this.#record, JSON.stringify(running))
    this.#worker.postMessage({ ...running, file: testFileOf(running.file), id: running.file })
    const { shared } = counter
    Atomics.add(shared, BEAT, 1)
    Atomics.store(shared, LIMIT_SLOT, limit + WATCHDOG_GRACE_MS)
  }

  /** Nothing of the learner's runs now. */
  leave(): void {
    Atomics.store(counter.shared, LIMIT_SLOT, 0)
    rmSync(this.#record, { force: true })
  }
}
