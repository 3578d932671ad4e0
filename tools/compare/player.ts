import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** What a player answers where the implementation did not. */
export interface Problem {
  readonly problem: string
}

/**
 * A process that plays one part after another on implementations that may never end; where one ends it,
 * the next has a new one. Its script says `ready` by IPC, and then answers each message with one.
 */
export class Player<Part extends object, Played> {
  readonly #script: URL
  readonly #limitMs: number
  #child: ChildProcess | undefined

  /** @param limitMs how long one part may take */
  constructor(script: URL, limitMs: number) {
    this.#script = script
    this.#limitMs = limitMs
  }

  async play(part: Part): Promise<Played | Problem> {
    // Node and tsx may take their time on a busy machine: the clock starts when they are there.
    const child = this.#child ?? (await started(this.#script))
    this.#child = child
    let timer: NodeJS.Timeout | undefined
    const played = await new Promise<Played | Problem>((resolve) => {
      timer = setTimeout(() => {
        this.stop()
        resolve({ problem: `did not end within ${this.#limitMs / 1000} s` })
      }, this.#limitMs)
      child.once('message', (result) => resolve(result as Played))
      child.once('exit', () => {
        this.#child = undefined
        resolve({ problem: 'ended its process before it had answered' })
      })
      child.send(part)
    })
    clearTimeout(timer)
    child.removeAllListeners()
    return played
  }

  stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}

async function started(script: URL): Promise<ChildProcess> {
  const child = fork(script, [], {
    execArgv: ['--import', 'tsx', '--max-old-space-size=512'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await once(child, 'message')
  return child
}
