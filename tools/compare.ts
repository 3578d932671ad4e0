// `npm run compare WORDS`: the limiters of module B on one burst of requests, the learner's own beside the
// references. Exits 0 when it could show them, whatever they do.
import { fork } from 'node:child_process'
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

/** Plays the burst on one file, in a process of its own. */
function play(part: Part): Promise<Played> {
  const child = fork(new URL('./compare/play.ts', import.meta.url), [], {
    execArgv: ['--import', 'tsx', '--max-old-space-size=512'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    // Node and tsx may take their time on a busy machine: the clock starts when they are there.
    child.once('message', () => {
      timer = setTimeout(() => {
        child.kill('SIGKILL')
        resolve({ problem: `did not end within ${LIMIT_MS / 1000} s` })
      }, LIMIT_MS)
      child.once('message', (result) => resolve(result as Played))
      child.send(part)
    })
    child.once('error', ({ message }) => resolve({ problem: message }))
    child.once('exit', () => {
      clearTimeout(timer)
      resolve({ problem: 'ended its process before it had answered' })
    })
  })
}

/** The learner's and the reference's line of one limiter, as far as there are such files. */
async function linesOf(burst: Burst, { kata: id, className, settings }: Compared): Promise<Line[]> {
  const kata = katas.find((kata) => kata.id === id)
  if (!kata) return []
  const name = kata.title.toLowerCase()
  const files = [
    { name: `${name}, yours`, file: stubOf(kata) },
    { name: `${name}`, file: solutionOf(kata) },
  ].filter(({ file }) => existsSync(file))
  const part = { className, settings: settings(burst), nows: burst.nows }
  return await Promise.all(
    files.map(async ({ name, file }) => ({ name, played: await play({ ...part, file }) })),
  )
}

async function compare(words: readonly string[]): Promise<void> {
  const burst = burstOf(words)
  console.log(`${burst.nows.length} requests: ${burst.says}`)
  console.log(`limit ${burst.limit} in ${seconds(burst.windowMs)}\n`)
  const lines: Line[] = []
  for (const compared of COMPARED) lines.push(...(await linesOf(burst, compared)))
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
