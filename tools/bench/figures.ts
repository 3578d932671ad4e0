/** What a measurement found, one figure a repetition; never empty. */
export type Figures = readonly number[]

/** The middle one; of an even number, the mean of the two in the middle. */
export function median(figures: Figures): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (low === undefined || high === undefined) throw new RangeError('no figures')
  return (low + high) / 2
}

/**
 * Compares two things in `count` pairs, A B A B …, so that what else the machine does falls on both
 * alike; one pair before them, that is not counted, fills the caches.
 */
export async function interleaved(
  count: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
  compare: (a: number, b: number) => number,
): Promise<Figures> {
  const figures: number[] = []
  for (let i = 0; i <= count; i++) figures.push(compare(await a(), await b()))
  return figures.slice(1)
}

/** Repeats it `count` times. */
export async function repeated(count: number, run: () => Promise<number>): Promise<Figures> {
  const figures: number[] = []
  for (let i = 0; i < count; i++) figures.push(await run())
  return figures
}

/** Three digits: `1.18`, `12.3`, `123`. */
const showNumber = (x: number) => x.toFixed(Math.abs(x) < 9.995 ? 2 : Math.abs(x) < 99.95 ? 1 : 0)

/** `1.18 s (1.10–1.31)`; a single figure without the range. */
export function showFigures(figures: Figures, unit: string): string {
  const range = `(${showNumber(Math.min(...figures))}–${showNumber(Math.max(...figures))})`
  const middle = withUnit(showNumber(median(figures)), unit)
  return figures.length > 1 ? `${middle} ${range}` : middle
}

/** `≤ 1.3`, `≤ 4 s`. */
export const showLimit = (limit: number, unit: string) => `≤ ${withUnit(String(limit), unit)}`

const withUnit = (text: string, unit: string) => (unit === '' ? text : `${text} ${unit}`)
