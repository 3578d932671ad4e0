// `npm run compare WORDS`: the limiters of module B on one burst of requests, the learner's own beside the
// references. Exits 0 when it could show them, whatever they do.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type Burst, burstOf, usage } from './compare/burst.ts'
import { COMPARED, type Compared } from './compare/limiters.ts'
import type { Part, Played } from './compare/play.ts'
import { type Line, seconds, table, timeline } from './compare/table.ts'
import { katas, solutionOf, stubOf, UsageError } from './judge/catalogue.mjs'
import { outliveReader } from './judge/pipe.mjs'

outliveReader()

/** How long one implementation may take for the whole burst, in ms. */
const LIMIT_MS = 5000

/** A process that plays one file after another; where one ends it, the next has a new one. */
class Player {
  #child: ChildProcess | undefined

  async play(part: Part): Promise<Played> {
    // Node and tsx may take their time on a busy machine: the clock starts when they are there.
    const child = this.#child ?? (await started())
    this.#child = child
    let timer: NodeJS.Timeout | undefined
    const played = await new Promise<Played>((resolve) => {
      timer = setTimeout(() => {
        this.stop()
        resolve({ problem: `did not end within ${LIMIT_MS / 1000} s` })
      }, LIMIT_MS)
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

async function started(): Promise<ChildProcess> {
  const child = fork(new URL('./compare/play.ts', import.meta.url), [], {
    execArgv: ['--import', 'tsx', '--max-old-space-size=512'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await once(child, 'message')
  return child
}

/** The learner's and the reference's line of one limiter, as far as there are such files. */
async function linesOf(
  burst: Burst,
  { kata: id, className, settings }: Compared,
  player: Player,
): Promise<Line[]> {
  const kata = katas.find((kata) => kata.id === id)
  if (!kata) return []
  const name = kata.title.toLowerCase()
  const files = [
    { name: `${name}, yours`, file: stubOf(kata) },
    { name: `${name}`, file: solutionOf(kata) },
  ].filter(({ file }) => existsSync(file))
  const part = { className, settings: settings(burst), nows: burst.nows }
  const lines: Line[] = []
  for (const { name, file } of files) {
    lines.push({ name, played: await player.play({ ...part, file }) })
  }
  return lines
}

async function compare(words: readonly string[]): Promise<void> {
  const burst = burstOf(words)
  console.log(`${burst.nows.length} requests: ${burst.says}`)
  console.log(`limit ${burst.limit} in ${seconds(burst.windowMs)}\n`)
  const lines: Line[] = []
  const player = new Player()
  for (const compared of COMPARED) lines.push(...(await linesOf(burst, compared, player)))
  player.stop()
  console.log([...table(burst, lines), '', ...timeline(burst, lines)].join('\n'))
}

try {
  const words = process.argv.slice(2)
  if (words[0] === 'help') console.log(usage())
  else await compare(words)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
