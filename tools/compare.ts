// `npm run compare WORDS`: the limiters of module B on one burst of requests, the learner's own beside the
// references. Exits 0 when it could show them, whatever they do.
import { existsSync } from 'node:fs'
import { type Burst, burstOf, usage } from './compare/burst.ts'
import { COMPARED, type Compared } from './compare/limiters.ts'
import type { Part, Played } from './compare/play.ts'
import { Player } from './compare/player.ts'
import { type Line, seconds, table, timeline } from './compare/table.ts'
import { katas, solutionOf, stubOf, UsageError } from './judge/catalogue.mjs'
import { outliveReader } from './judge/pipe.mjs'

outliveReader()

/** How long one implementation may take for the whole burst, in ms. */
const LIMIT_MS = 5000

/** The learner's and the reference's line of one limiter, as far as there are such files. */
async function linesOf(
  burst: Burst,
  { kata: id, className, settings }: Compared,
  player: Player<Part, Played>,
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
  const player = new Player<Part, Played>(new URL('./compare/play.ts', import.meta.url), LIMIT_MS)
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
