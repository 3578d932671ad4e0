import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A terminal of 80 columns that nobody sees, by `script` of util-linux. */
export class Terminal {
  readonly #process: ChildProcess
  readonly #ended: Promise<unknown>
  #text = ''
  #listen: (() => void) | undefined

  /** Whether this machine can make one. */
  static get isHere(): boolean {
    try {
      return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux')
    } catch {
      return false
    }
  }

  /** @param command as a shell reads it */
  constructor(command: string, cwd: string, env: NodeJS.ProcessEnv) {
    const inside = `stty cols 80 rows 24 && exec ${command}`
    this.#process = spawn('script', ['-qefc', inside, '/dev/null'], { cwd, env, detached: true })
    this.#ended = once(this.#process, 'close')
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#text += text
      this.#listen?.()
    })
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  /** Presses these keys. */
  press(keys: string): void {
    this.#process.stdin?.write(keys)
  }

  /** What was shown since the last call, up to this text; rejects if the program ends before it comes. */
  async until(text: string): Promise<string> {
    for (;;) {
      const at = this.#text.indexOf(text)
      if (at >= 0) {
        const shown = this.#text.slice(0, at + text.length)
        this.#text = this.#text.slice(at + text.length)
        return shown
      }
      const more = new Promise<void>((resolve) => {
        this.#listen = resolve
      })
      const ended = this.#ended.then(() => {
        throw new Error(`the program ended before it showed ${text}: ${this.#text}`)
      })
      await Promise.race([more, ended])
    }
  }

  /** Its exit code, once it has ended. */
  async code(): Promise<number | null> {
    await this.#ended
    return this.#process.exitCode
  }

  /** Ends what runs in it, and it. */
  async end(): Promise<void> {
    if (this.#process.exitCode === null) process.kill(-this.pid, 'SIGKILL')
    await this.#ended
  }
}
