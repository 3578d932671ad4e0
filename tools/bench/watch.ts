import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { root, solutionOf, stubOf } from '../judge/catalogue.mjs'
import { type Figures, repeated } from './figures.ts'
import { kataAt } from './loop.ts'
import { type Measurement, NotHere } from './measurement.ts'
import { Terminal } from './terminal.ts'
import type { Workbench } from './workbench.ts'

const TIMES = 8
const EDIT_MS = 2000
/** The last line below a verdict. */
const KEYS = 'q quit'

/** From a save to the verdict below it, in a watch that has run before. */
const save = (id: string, title: string, limit: number): Measurement => ({
  word: 'watch',
  title,
  unit: 's',
  limit,
  async measure(bench: Workbench): Promise<Figures> {
    if (!Terminal.isHere) throw new NotHere('no script of util-linux')
    const kata = kataAt(id)
    const own = join(bench.checkout, relative(root, stubOf(kata)))
    bench.place(kata, solutionOf(kata))
    const terminal = new Terminal(`node tools/watch.mjs ${id}`, bench.checkout, process.env)
    bench.guard(terminal.pid)
    try {
      await terminal.until(KEYS)
      const comment = own.endsWith('.lua') ? '--' : '//'
      return await repeated(TIMES, async () => {
        // Who edits takes a while, in which the watch gets its next process ready.
        await setTimeout(EDIT_MS)
        const startedAt = performance.now()
        appendFileSync(own, `${comment} saved once more\n`)
        const verdict = await terminal.until(KEYS)
        if (!verdict.includes('solved ★')) throw new Error(`the solution is not solved: ${verdict}`)
        return (performance.now() - startedAt) / 1000
      })
    } finally {
      await terminal.end()
      bench.guard(0)
      bench.restore(kata)
    }
  },
})

export const watches: readonly Measurement[] = [
  save('03', 'save to verdict, 03', 0.4),
  save('15', 'save to verdict, 15, Redis warm', 1),
]
