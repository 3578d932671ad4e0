import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { startWarden, type Warden } from '../../test/support/redis/warden.ts'
import { type Kata, root, stubOf } from '../judge/catalogue.mjs'
import { Progress } from '../progress.ts'
import { filesOfCheckout } from '../verify/files.ts'
import { type Peaks, watchMemory } from './memory.ts'

export interface RunOptions {
  /** The exit code that it must have, so that no run counts that did something else. */
  readonly code?: number
  /** Settings beside this process's own. */
  readonly env?: Readonly<Record<string, string>>
  /** In the checkout itself, for what leaves all of its files as they are. */
  readonly inPlace?: boolean
  /** Whether its memory is looked at, which takes some of its time. */
  readonly memory?: boolean
}

export interface Run {
  /** From its start to its end. */
  readonly seconds: number
  /** What it printed, stderr too. */
  readonly output: string
  /** If it was asked for, and can be seen on this machine. */
  readonly peaks?: Peaks | undefined
}

/**
 * A copy of the checkout in a temporary folder: runs there are timed, and the learner's files stay as
 * they are. The warden removes it, and ends what runs in it, however this
 * process ends.
 */
export class Workbench {
  readonly progress = new Progress()
  readonly #base = join(tmpdir(), `kata-bench-${randomUUID()}`)
  #warden: Warden | undefined
  #notes: string[] = []

  /** The copy, which is made when it is first asked for. */
  get checkout(): string {
    const checkout = join(this.#base, 'checkout')
    if (this.#warden) return checkout
    this.progress.show('copying the checkout')
    // Written down before it is there, so that no moment to kill this run leaves it behind.
    this.guard(0)
    mkdirSync(join(this.#base, 'tmp'), { recursive: true })
    for (const file of filesOfCheckout()) cpSync(join(root, file), join(checkout, file))
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'), 'junction')
    return checkout
  }

  /** Has the warden end this process, and what runs in its group, too; 0: none. */
  guard(npm: number): void {
    this.#warden ??= startWarden(process.env)
    this.#warden.watch({ copy: { dir: this.#base, npm } })
  }

  /** A new name in the copy's temporary folder. */
  temporary(): string {
    return join(this.#base, 'tmp', randomUUID())
  }

  /** Puts an implementation where the learner's own stands. */
  place(kata: Kata, implementation: string): void {
    cpSync(implementation, join(this.checkout, relative(root, stubOf(kata))))
  }

  /** Puts the stub back, as it is in the checkout. */
  restore(kata: Kata): void {
    this.place(kata, stubOf(kata))
  }

  /** Adds a line below the measurement's own. */
  note(line: string): void {
    if (!this.#notes.includes(line)) this.#notes.push(line)
  }

  /** The notes since the last call. */
  takeNotes(): readonly string[] {
    const notes = this.#notes
    this.#notes = []
    return notes
  }

  /** Runs npm in the copy, as a person does in a checkout, and times it. */
  async npm(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const { code, env = {}, inPlace = false, memory = false } = options
    const command = `npm ${args.join(' ')}`
    const copy = this.checkout
    this.progress.show(command)
    const startedAt = performance.now()
    const child = spawn('npm', args, {
      cwd: inPlace ? root : copy,
      env: { ...ownSettings(), TMPDIR: join(this.#base, 'tmp'), ...env },
      // A group of its own, by which the warden ends it with all that it started.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.guard(child.pid ?? 0)
    const ended = new AbortController()
    const watched = memory && child.pid ? watchMemory(child.pid, ended.signal) : undefined
    // Where there is no `ps`, nothing is seen.
    const peaks = watched?.catch(() => undefined)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    const [got] = (await once(child, 'close')) as [number | null]
    const seconds = (performance.now() - startedAt) / 1000
    this.guard(0)
    ended.abort()
    if (code !== undefined && got !== code) {
      const lines = output.trim().split('\n')
      for (const line of lines.filter((one) => /^\s*✗/.test(one))) this.note(line.trim())
      throw new Error(`${command}: exit code ${got}, expected ${code}: ${lines.at(-1)}`)
    }
    return { seconds, output, peaks: await peaks }
  }

  /** Removes the copy. */
  async end(): Promise<void> {
    await this.#warden?.end()
  }
}

/** Without what the npm that started us has set: it leads another npm back to our checkout. */
function ownSettings(): NodeJS.ProcessEnv {
  const settings = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/.test(name))
  return { ...Object.fromEntries(settings), NO_COLOR: '1' }
}
