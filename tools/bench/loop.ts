import { type Kata, katas, solutionOf } from '../judge/catalogue.mjs'
import { interleaved, repeated } from './figures.ts'
import type { Measurement } from './measurement.ts'
import type { Workbench } from './workbench.ts'

const PAIRS = 7

/** Plain vitest: its default runner, no plugin, the same two test files. */
const unguarded = ({ folder }: Kata) => [
  ...['exec', '--', 'vitest', 'run', '--config', 'tools/bench/plain.config.ts'],
  `katas/${folder}/`,
]

/**
 * What the guards cost a learner at each save: the time of `npm test katas/01` over that of plain
 * vitest on the same files, in pairs. Plain vitest cannot count steps, so that tests of cost fail in
 * it, early: that makes the ratio larger than the guards do, and a note says how many.
 */
function loop(colour: 'red' | 'green'): Measurement {
  return {
    word: 'loop',
    title: `npm test over plain vitest, ${colour}`,
    unit: '',
    limit: 1.3,
    async measure(bench) {
      const kata = kataAt('01')
      if (colour === 'green') bench.place(kata, solutionOf(kata))
      else bench.restore(kata)
      const code = colour === 'green' ? 0 : 1
      try {
        return await interleaved(
          PAIRS,
          async () => (await bench.npm(['test', `katas/${kata.id}`], { code })).seconds,
          () => plain(bench, kata, colour),
          (judged, plain) => judged / plain,
        )
      } finally {
        bench.restore(kata)
      }
    },
  }
}

async function plain(bench: Workbench, kata: Kata, colour: string): Promise<number> {
  const { seconds, output } = await bench.npm(unguarded(kata))
  const [, counts = '', all] = /^ +Tests +(.*) \((\d+)\)$/m.exec(output) ?? []
  if (!all) throw new Error(`plain vitest ran no tests: ${output.trim().split('\n').at(-1)}`)
  const [failed] = /\d+(?= failed)/.exec(counts) ?? []
  if (failed && colour === 'green') {
    bench.note(`${failed} of ${all} tests fail in plain vitest: nothing counts steps there`)
  }
  return seconds
}

export function kataAt(id: string): Kata {
  const kata = katas.find((one) => one.id === id)
  if (!kata) throw new Error(`there is no kata ${id}`)
  return kata
}

const TIMES = 5

/** Who asks where they are does not wait: npm's own start is most of it. */
const desk: Measurement = {
  word: 'desk',
  title: 'npm run kata',
  unit: 's',
  limit: 0.5,
  measure: (bench) =>
    repeated(TIMES, async () => (await bench.npm(['run', 'kata'], { code: 0 })).seconds),
}

export const loops: readonly Measurement[] = [loop('red'), loop('green'), desk]
