import { EventEmitter } from 'node:events'
import {
  BaseSequencer,
  ForksPoolWorker,
  type PoolOptions,
  type PoolRunnerInitializer,
  type PoolWorker,
  type TestSpecification,
  type WorkerRequest,
  type WorkerResponse,
} from 'vitest/node'
import { oncePerProcess } from '../../test/support/once-per-process.ts'
import { AHEAD_ENV } from './limits.mjs'
import { forkOf } from './spec.mjs'

/** The module ids that are still to run, by the process that their ids ask for. */
const waiting = new Map<string, string[]>()

const groupOf = (moduleId: string) => forkOf(moduleId) ?? moduleId

/** Notes which files share a process. */
export class ForkSequencer extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    waiting.clear()
    for (const { moduleId } of specs) {
      const group = groupOf(moduleId)
      waiting.set(group, [...(waiting.get(group) ?? []), moduleId])
    }
    widest = Math.max(widest, waiting.size)
    const first = specs[0] && groupOf(specs[0].moduleId)
    // Who is asked for first begins first; then the longest: one that begins last keeps a single core busy.
    const size = ({ moduleId }: TestSpecification) => {
      const group = groupOf(moduleId)
      return group === first ? specs.length + 1 : (waiting.get(group)?.length ?? 0)
    }
    return specs.toSorted((one, other) => size(other) - size(one))
  }
}

/**
 * Vitest knows a process for each file, or files dealt out to processes as these get free. This pool lets the
 * module ids say which files share one (see `spec.mjs`): to start one costs as much as most files take.
 * Vitest hands out file by file: the first of a group starts the process and runs them all, for the others
 * there is nothing left to do.
 */
export const forks: PoolRunnerInitializer = {
  name: 'forks-by-group',
  createPoolWorker: (options) => new GroupWorker(options),
}

/** A process that has been told to start; what it says is kept until someone listens. */
class Started {
  readonly worker: ForksPoolWorker
  #said: WorkerResponse[] = []
  #gone = false
  #hear: ((response: WorkerResponse) => void) | undefined

  constructor(options: PoolOptions, start: WorkerRequest) {
    this.worker = new ForksPoolWorker(options)
    // Vitest starts it before its promise: there is nothing to wait for.
    void this.worker.start()
    this.worker.on('message', (response: WorkerResponse) => {
      if (this.#hear) this.#hear(response)
      else this.#said.push(response)
    })
    this.worker.on('exit', () => {
      this.#gone = true
    })
    this.worker.send(start)
  }

  get isAlive(): boolean {
    return !this.#gone
  }

  listen(hear: (response: WorkerResponse) => void): void {
    this.#hear = hear
    for (const response of this.#said.splice(0)) hear(response)
  }
}

/** Processes that wait for their work, no more than a run has had so far. This module is loaded anew for each vitest. */
const spares = oncePerProcess('kata.spares', () => {
  const made: Started[] = []
  process.once('exit', () => stopAll(made))
  return made
})
let widest = 0

function stopAll(waiting: Started[]): void {
  for (const { worker } of waiting.splice(0)) void worker.stop()
}

// Those of the run before are of no use to this one.
stopAll(spares)

/** Those that have not gone by themselves. */
function livingSpares(): Started[] {
  spares.push(...spares.splice(0).filter(({ isAlive }) => isAlive))
  return spares
}

const STOPPED = { type: 'stopped', __vitest_worker_response__: true } as const

class GroupWorker implements PoolWorker {
  readonly name = 'forks'
  readonly cacheFs = true
  readonly #options: PoolOptions
  readonly #events = new EventEmitter()
  /** Vitest's request to start, kept until there is something to run. */
  #start: WorkerRequest | undefined
  #running: Started | undefined
  /** It has been told to stop. */
  #mayGo = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  on(event: string, callback: (arg: unknown) => void): void {
    this.#events.on(event, callback)
  }

  off(event: string, callback: (arg: unknown) => void): void {
    this.#events.off(event, callback)
  }

  deserialize(data: unknown): unknown {
    return data
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    // Of one that a signal has ended vitest's own `stop` waits for the exit that was.
    if (this.#running?.isAlive) await this.#running.worker.stop()
    // Not before: two cores are busy enough with what runs now.
    if (!this.#running || !this.#start || !process.env[AHEAD_ENV]) return
    if (livingSpares().length < widest) spares.push(new Started(this.#options, this.#start))
  }

  send(message: WorkerRequest): void {
    if (this.#running) {
      if (message.type === 'stop') this.#mayGo = true
      if (this.#running.isAlive) this.#running.worker.send(message)
      else if (this.#mayGo) this.#answer(STOPPED)
    } else if (message.type === 'start') {
      this.#start = message
      this.#answer({ type: 'started', __vitest_worker_response__: true })
    } else if (message.type === 'stop') {
      this.#answer(STOPPED)
    } else if (message.type === 'run' || message.type === 'collect') {
      const [first] = message.context.files
      const group = groupOf(first?.filepath ?? '')
      const ids = waiting.get(group)
      waiting.delete(group)
      if (!first || !ids || !this.#start) {
        this.#answer({ type: 'testfileFinished', __vitest_worker_response__: true })
        return
      }
      const files = ids.map((filepath) => ({ ...first, filepath }))
      this.#run(this.#start, { ...message, context: { ...message.context, files } })
    }
  }

  #run(start: WorkerRequest, message: WorkerRequest): void {
    const running = livingSpares().shift() ?? new Started(this.#options, start)
    this.#running = running
    for (const event of ['error', 'exit']) {
      running.worker.on(event, (arg: unknown) => this.#events.emit(event, arg))
    }
    // One that goes now, as by Ctrl-C, does not answer any more.
    running.worker.on('exit', () => {
      if (this.#mayGo) this.#answer(STOPPED)
    })
    running.listen((response) => {
      if (response?.type !== 'started') this.#events.emit('message', response)
      else if (response.error) this.#events.emit('error', response.error)
      else running.worker.send(message)
    })
  }

  #answer(response: WorkerResponse): void {
    queueMicrotask(() => this.#events.emit('message', response))
  }
}
