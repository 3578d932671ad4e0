import type { Burst } from './burst.ts'
import type { Played } from './play.ts'
import { TODO } from './problem.ts'

/** One implementation and what it did with the burst. */
export interface Line {
  /** `fixed window`; the learner's own has a mark. */
  readonly name: string
  readonly played: Played
}

/** Columns of the timeline. */
const WIDTH = 54
const NAME = 24

/** The most requests let in within one window, wherever it begins. */
export function mostInWindow({ nows, windowMs }: Burst, allowed: readonly boolean[]): number {
  const letIn = nows.filter((_, i) => allowed[i])
  let front = 0
  let most = 0
  for (const [i, now] of letIn.entries()) {
    while (now - (letIn[front] ?? now) >= windowMs) front++
    most = Math.max(most, i - front + 1)
  }
  return most
}

/** The table: how many were let in, and the most within one window. */
export function table(burst: Burst, lines: readonly Line[]): string[] {
  const head = `${''.padEnd(NAME)}${'let in'.padStart(8)}${'denied'.padStart(8)}`
  return [
    `${head}  most in any ${seconds(burst.windowMs)}`,
    ...lines.flatMap(({ name, played }) => {
      if ('problem' in played) {
        return played.problem === TODO ? [] : `${name.padEnd(NAME)}  ${played.problem}`.slice(0, 80)
      }
      const count = played.allowed.filter(Boolean).length
      const most = mostInWindow(burst, played.allowed)
      const over = most > burst.limit ? `  ${most - burst.limit} too many` : ''
      const delay = played.longestDelayMs ? `  waits ${seconds(played.longestDelayMs)}` : ''
      const numbers = [count, played.allowed.length - count].map((n) => String(n).padStart(8))
      return `${name.padEnd(NAME)}${numbers.join('')}${String(most).padStart(13)}${over}${delay}`
    }),
    ...toDo(lines),
  ]
}

/** The stubs that nobody has filled in yet, on one line. */
function toDo(lines: readonly Line[]): string[] {
  const names = lines.flatMap(({ name, played }) =>
    'problem' in played && played.problem === TODO ? name.replace(/, yours$/, '') : [],
  )
  return names.length > 0 ? [`to do: ${names.join(', ')}`] : []
}

/** The timeline: each column is a stretch of time, and how many of its requests were let in. */
export function timeline(burst: Burst, lines: readonly Line[]): string[] {
  const from = burst.nows[0] ?? 0
  const length = Math.max(1, (burst.nows.at(-1) ?? 0) - from + 1)
  const width = Math.min(WIDTH, length)
  const columnOf = (now: number) => Math.floor(((now - from) * width) / length)
  const drawn = lines.map(({ name, played }) => {
    if ('problem' in played) return undefined
    const asked = new Array<number>(width).fill(0)
    const letIn = new Array<number>(width).fill(0)
    for (const [i, now] of burst.nows.entries()) {
      const column = columnOf(now)
      asked[column] = (asked[column] ?? 0) + 1
      if (played.allowed[i]) letIn[column] = (letIn[column] ?? 0) + 1
    }
    const row = asked.map((count, column) => mark(count, letIn[column] ?? 0)).join('')
    return `${name.padEnd(NAME)}${row}`.trimEnd()
  })
  const last = seconds(from + length - 1)
  const first = seconds(from)
  const axis = `${first}${last.padStart(Math.max(1, width - first.length))}`
  return [
    `${''.padEnd(NAME)}${axis}`,
    ...drawn.filter((row) => row !== undefined),
    `${''.padEnd(NAME)}# all let in   + some   . none   blank: no request`,
  ]
}

function mark(asked: number, letIn: number): string {
  if (asked === 0) return ' '
  if (letIn === asked) return '#'
  return letIn > 0 ? '+' : '.'
}

/** `60 s`, `59.9 s`, `250 ms` */
export const seconds = (ms: number): string =>
  ms < 1000 && ms !== 0 ? `${ms} ms` : `${ms / 1000} s`
