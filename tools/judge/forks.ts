import { EventEmitter } from 'node:events'
import {
  BaseSequencer,
  ForksPoolWorker,
  type PoolRunnerInitializer,
  type TestSpecification,
  type WorkerRequest,
  type WorkerResponse,
} from 'vitest/node'
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
    return specs
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

class GroupWorker extends ForksPoolWorker {
  readonly #events = new EventEmitter()
  /** Vitest's request to start, kept until there is something to run. */
  #start: WorkerRequest | undefined
  #running = false

  override on(event: string, callback: (arg: unknown) => void): void {
    this.#events.on(event, callback)
  }

  override off(event: string, callback: (arg: unknown) => void): void {
    this.#events.off(event, callback)
  }

  override async start(): Promise<void> {}

  override async stop(): Promise<void> {
    if (this.#running) await super.stop()
  }

  override send(message: WorkerRequest): void {
    if (this.#running) {
      super.send(message)
    } else if (message.type === 'start') {
      this.#start = message
      this.#answer({ type: 'started', __vitest_worker_response__: true })
    } else if (message.type === 'stop') {
      this.#answer({ type: 'stopped', __vitest_worker_response__: true })
    } else if (message.type === 'run' || message.type === 'collect') {
      const [first] = message.context.files
      const group = groupOf(first?.filepath ?? '')
      const ids = waiting.get(group)
      waiting.delete(group)
      if (!first || !ids) {
        this.#answer({ type: 'testfileFinished', __vitest_worker_response__: true })
        return
      }
      const files = ids.map((filepath) => ({ ...first, filepath }))
      this.#run({ ...message, context: { ...message.context, files } }).catch((error) =>
        this.#events.emit('error', error),
      )
    }
  }

  async #run(message: WorkerRequest): Promise<void> {
    await super.start()
    this.#running = true
    for (const event of ['error', 'exit']) {
      super.on(event, (arg: unknown) => this.#events.emit(event, arg))
    }
    super.on('message', (response: WorkerResponse) => {
      if (response?.type !== 'started') this.#events.emit('message', response)
      else if (response.error) this.#events.emit('error', response.error)
      else super.send(message)
    })
    if (this.#start) super.send(this.#start)
  }

  #answer(response: WorkerResponse): void {
    queueMicrotask(() => this.#events.emit('message', response))
  }
}
