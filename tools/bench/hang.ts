import { join } from 'node:path'
import { root } from '../judge/catalogue.mjs'
import { type Figures, repeated } from './figures.ts'
import { kataAt } from './loop.ts'
import type { Measurement } from './measurement.ts'
import { at, withRedis } from './redis.ts'
import type { Workbench } from './workbench.ts'

const TIMES = 3

/**
 * How long a learner waits for the verdict on code that does not end: the whole of `npm test`, with a
 * fixture of the guards in the learner's place.
 */
function hang(title: string, id: string, fixture: string): Measurement {
  return {
    word: 'hang',
    title,
    unit: 's',
    limit: 4,
    measure: (bench) =>
      kataAt(id).redis
        ? withRedis(bench, {}, (server) => timed(bench, id, fixture, at(server)))
        : timed(bench, id, fixture, {}),
  }
}

async function timed(
  bench: Workbench,
  id: string,
  fixture: string,
  env: Readonly<Record<string, string>>,
): Promise<Figures> {
  const kata = kataAt(id)
  bench.place(kata, join(root, 'test/workbook/fixtures/guards', fixture, kata.folder, kata.file))
  try {
    // That each fixture trips its guard is what verify proves.
    return await repeated(TIMES, async () => {
      return (await bench.npm(['test', `katas/${id}`], { code: 1, env })).seconds
    })
  } finally {
    bench.restore(kata)
  }
}

export const hangs: readonly Measurement[] = [
  hang('while (true) {}', '01', 'endless-loop'),
  hang('a regex that backtracks', '01', 'backtracking-regex'),
  hang('await of what never settles', '01', 'await-at-load'),
  hang('promises without an end', '01', 'endless-promise'),
  hang('while true do end in Lua', '15', 'while-in-lua'),
]
