// `npm run storm WORDS`: a thousand clients that were denied at once, and when they come back. The reference's
// `fetchWithRetry`, and the learner's once it does something. Exits 0 when it could show them.
import { existsSync } from 'node:fs'
import { Player } from './compare/player.ts'
import { TODO } from './compare/problem.ts'
import { kataNamed, solutionOf, stubOf, UsageError } from './judge/catalogue.mjs'
import { outliveReader } from './judge/pipe.mjs'
import { histogram, summary } from './storm/histogram.ts'
import type { Part } from './storm/play.ts'
import type { Stormed } from './storm/simulate.ts'
import { type Storm, stormOf, usage } from './storm/words.ts'

outliveReader()

/** How long one implementation may take for one storm, in ms. */
const LIMIT_MS = 10_000

const kata = kataNamed('http-429')
const FILES = kata
  ? [
      { name: 'reference', file: solutionOf(kata) },
      { name: 'yours', file: stubOf(kata) },
    ].filter(({ file }) => existsSync(file))
  : []

async function show({ modes, ...numbers }: Storm): Promise<void> {
  const { clients, limit } = numbers
  console.log(`${clients} clients ask at once; ${limit} a second are served`)
  console.log('# served   . denied')
  const player = new Player<Part, Stormed>(new URL('./storm/play.ts', import.meta.url), LIMIT_MS)
  const toDo = new Set<string>()
  for (const mode of modes) {
    for (const { name, file } of FILES) {
      if (toDo.has(name)) continue
      const stormed = await player.play({ file, mode, ...numbers })
      if ('problem' in stormed && stormed.problem === TODO) {
        toDo.add(name)
        continue
      }
      console.log(`\n${mode.name}, ${name}: ${mode.says}`)
      const shown =
        'problem' in stormed
          ? [stormed.problem]
          : [summary(stormed, { modes, ...numbers }), ...histogram(stormed, { modes, ...numbers })]
      for (const line of shown) console.log(`  ${line}`.trimEnd())
    }
  }
  player.stop()
  if (toDo.size > 0) console.log(`\nto do: ${[...toDo].join(', ')}`)
}

try {
  const words = process.argv.slice(2)
  if (words[0] === 'help') console.log(usage())
  else await show(stormOf(words))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
