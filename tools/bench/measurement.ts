import { nearestOf } from '../judge/catalogue.mjs'
import { type Figures, median, showFigures, showLimit } from './figures.ts'
import { Workbench } from './workbench.ts'

/** One line of `npm run bench`. */
export interface Measurement {
  /** Selects it on the command line; several may share one. */
  readonly word: string
  /** What is measured, in at most 34 characters. */
  readonly title: string
  /** Of its figures and its limit: `s`, `µs`; none for a ratio. */
  readonly unit: string
  /** What the median may be at the most; without it the figures are shown, and that is all. */
  readonly limit?: number
  /** Throws a {@link NotHere} where this machine lacks what it needs. */
  measure(bench: Workbench): Promise<Figures>
}

/** What a measurement needs is not on this machine: neither kept nor broken. */
export class NotHere extends Error {
  override readonly name = 'NotHere'
}

/** A word that selects nothing; its message is all that the person needs. */
export class UnknownWord extends Error {
  override readonly name = 'UnknownWord'
}

/** Those that the words select, in the order of the list; without words, all. */
export function selected(
  measurements: readonly Measurement[],
  words: readonly string[],
): Measurement[] {
  const known = new Set(measurements.map(({ word }) => word))
  const wrong = words.find((word) => !known.has(word))
  if (wrong !== undefined) {
    throw new UnknownWord(
      `nothing is measured as ${JSON.stringify(wrong)}; the nearest is ${nearestOf(wrong, [...known])}\n` +
        'npm run bench help  lists the words',
    )
  }
  return measurements.filter(({ word }) => words.length === 0 || words.includes(word))
}

/**
 * Takes the measurements that the words select, one after another, and prints a line of each. Returns
 * the exit code: 0 if all limits hold.
 */
export async function takeAll(
  measurements: readonly Measurement[],
  words: readonly string[],
  print: (line: string) => void,
): Promise<0 | 1> {
  if (words[0] === 'help') {
    print(usage(measurements))
    return 0
  }
  const chosen = selected(measurements, words)
  const bench = new Workbench()
  let code: 0 | 1 = 0
  try {
    for (const measurement of chosen) {
      bench.progress.title = `${measurement.word}: ${measurement.title}`
      const { holds, line } = await take(measurement, bench)
      bench.progress.clear()
      print(line)
      for (const note of bench.takeNotes()) print(cut(`          ${note}`))
      if (!holds) code = 1
    }
  } finally {
    await bench.end()
  }
  return code
}

/** The words, and what each measures. */
export function usage(measurements: readonly Measurement[]): string {
  const words = [...new Set(measurements.map(({ word }) => word))].map((word) => {
    const titles = measurements.filter((one) => one.word === word).map(({ title }) => title)
    return titles.map((title, i) => `  ${(i === 0 ? word : '').padEnd(7)}  ${title}`).join('\n')
  })
  return [
    'How long people wait, against the limits. Words choose, as in: npm run bench loop hang',
    '',
    ...words,
    '',
    'Exit code: 0 all limits hold; 1 one does not, or a word that it does not know.',
  ].join('\n')
}

async function take(measurement: Measurement, bench: Workbench) {
  const { word, title, unit, limit } = measurement
  const line = (mark: string, result: string) =>
    cut(`${mark} ${word.padEnd(7)} ${title.padEnd(34)}  ${result}`.trimEnd())
  try {
    const figures = await measurement.measure(bench)
    const middle = median(figures)
    const shown = showFigures(figures, unit)
    if (limit === undefined && !Number.isNaN(middle)) return { holds: true, line: line('·', shown) }
    // Written so that NaN does not hold.
    const holds = limit !== undefined && middle <= limit
    const result = `${shown.padEnd(22)} ${limit === undefined ? '' : showLimit(limit, unit)}`
    return { holds, line: line(holds ? '✓' : '✗', result) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (error instanceof NotHere) return { holds: true, line: line('–', `not here: ${why}`) }
    bench.note(why)
    return { holds: false, line: line('✗', 'not measured') }
  }
}

const cut = (line: string) => (line.length > 80 ? `${line.slice(0, 79)}…` : line)
