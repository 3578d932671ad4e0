import { seconds } from '../compare/table.ts'
import type { Stormed } from './simulate.ts'
import type { Storm } from './words.ts'

const WIDTH = 48
/** Lines of one histogram. */
const MOST_ROWS = 20
/** What a slot is long, in ms: the first of these that keeps a histogram within its lines. */
const SLOTS = [500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000]

/** What came of a storm, a line: how many requests, the highest peak after the first, the end. */
export function summary({ arrivals, served }: Stormed, { clients }: Storm): string {
  const lost = clients - served.length
  const end =
    served.length > 0 ? `the last served after ${((served.at(-1) ?? 0) / 1000).toFixed(1)} s` : ''
  return [
    `${arrivals.length.toLocaleString('en-US')} requests`,
    `later at most ${peakAfterFirst(arrivals)} within 100 ms`,
    ...(lost > 0 ? [`${lost} never served`] : [end]),
  ].join(', ')
}

/** The most requests within 100 ms, those of the first instant left out. */
export function peakAfterFirst(arrivals: readonly number[]): number {
  const later = arrivals.filter((at) => at > 0)
  let front = 0
  let most = 0
  for (const [i, at] of later.entries()) {
    while (at - (later[front] ?? at) >= 100) front++
    most = Math.max(most, i - front + 1)
  }
  return most
}

/** Requests over time: a line a slot, `#` what was served of them, `.` what was denied. */
export function histogram({ arrivals, served }: Stormed, { clients }: Storm): string[] {
  const length = (arrivals.at(-1) ?? 0) + 1
  const slot = SLOTS.find((ms) => length / ms <= MOST_ROWS) ?? length
  const rows = Array.from({ length: Math.ceil(length / slot) }, () => ({ came: 0, served: 0 }))
  const count = (times: readonly number[], name: 'came' | 'served') => {
    for (const at of times) {
      const row = rows[Math.floor(at / slot)]
      if (row) row[name]++
    }
  }
  count(arrivals, 'came')
  count(served, 'served')
  const most = Math.max(clients, ...rows.map(({ came }) => came))
  return rows.map(({ came, served }, i) => {
    const columns = (n: number) => Math.ceil((n * WIDTH) / most)
    const bar = `${'#'.repeat(columns(served))}`.padEnd(columns(came), '.')
    return `${seconds(i * slot).padStart(8)}  ${bar.padEnd(WIDTH)} ${String(came).padStart(6)}`
  })
}
