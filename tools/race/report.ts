import { styleText } from 'node:util'
import type { Contender } from './limiters.ts'
import { CONNECTIONS, type Load } from './load.ts'
import { LIMIT, type Orders } from './orders.ts'
import { ASKS, type Starving } from './starve.ts'
import type { Settings } from './words.ts'

/** What a run has found; `--json` keeps it as it is. */
export interface Result {
  readonly redis: { readonly version: string; readonly source: string }
  readonly settings: Pick<Settings, 'pods' | 'requests' | 'limit'> & {
    readonly connections: number
  }
  readonly orders: readonly Orders[]
  readonly load: readonly Load[]
  readonly starvation: readonly Starving[]
  /** Whether those that are to keep the limit kept it, in every order and under load. */
  readonly kept: boolean
  /** Whether the orders showed the race of those that have one, and the clock the starvation. */
  readonly found: boolean
}

const NAME = 26
const number = (value: number) => value.toLocaleString('en-US')
const ms = (value: number) => (value < 100 ? value.toFixed(1) : String(Math.round(value)))

export function ordersText(all: readonly Orders[]): string[] {
  const lines = [
    `1. Every order of the commands of two pods: limit ${LIMIT}, ${LIMIT - 1} in the window`,
    '',
    `${''.padEnd(NAME)}${'orders'.padStart(8)}${'too many let in'.padStart(18)}`,
    ...all.map(({ limiter, orders, broken, bound }) =>
      [
        `${limiter.padEnd(NAME)}${number(orders).padStart(8)}`,
        `${(broken > 0 ? `in ${number(broken)}` : 'in none').padStart(18)}`,
        bound ? `  ${bound}` : '',
      ]
        .join('')
        .slice(0, 80),
    ),
  ]
  const drawn = all.flatMap(({ limiter, shortest }) =>
    shortest.length > 0
      ? ['', `${limiter}: the shortest`, ...shortest.map((line) => `  ${line}`)]
      : [],
  )
  return [...lines, ...drawn]
}

export function loadHead({ pods, requests, limit }: Settings): string[] {
  const head = ['let in', 'retries', 'req/s', 'p50 ms', 'p99 ms']
  const widths = [8, 9, 9, 9, 9]
  const pod = pods === 1 ? '1 process' : `${pods} processes`
  return [
    `2. Under load: ${pod} × ${CONNECTIONS} connections, ${number(requests)} requests, limit ${number(limit)}`,
    '',
    `${''.padEnd(NAME)}${head.map((text, i) => text.padStart(widths[i] ?? 8)).join('')}`,
  ]
}

export function loadLine(one: Load): string {
  const over = one.allowed - Math.min(one.limit, one.requests)
  const cells = [
    number(one.allowed).padStart(8),
    (one.retries > 0 ? number(one.retries) : '-').padStart(9),
    number(one.perSecond).padStart(9),
    ms(one.p50Ms).padStart(9),
    ms(one.p99Ms).padStart(9),
  ]
  const tail = over === 0 ? '' : over > 0 ? `  +${number(over)}` : `  ${number(over)}`
  return `${one.limiter.padEnd(NAME)}${cells.join('')}${tail}`.slice(0, 80)
}

export function starveText(all: readonly Starving[]): string[] {
  const { limit, windowMs, everyMs, windows } = ASKS
  const perWindow = Math.ceil(windowMs / everyMs)
  const minutes = Array.from({ length: windows }, (_, i) => `window ${i + 1}`.padEnd(perWindow + 3))
  return [
    `3. A client that keeps asking: each ${everyMs / 1000} s, limit ${limit} in ${windowMs / 1000} s`,
    '',
    `${''.padEnd(NAME)}${minutes.join('')}`.trimEnd(),
    ...all.map(({ limiter, letIn }) => {
      const marks = minutes.map((_, i) =>
        letIn
          .slice(i * perWindow, (i + 1) * perWindow)
          .map((one) => (one ? '#' : '.'))
          .join('')
          .padEnd(perWindow + 3),
      )
      return `${limiter.padEnd(NAME)}${marks.join('')}`.trimEnd()
    }),
    `${''.padEnd(NAME)}# let in   . denied`,
  ]
}

/** Who did not keep the limit, of those that are to keep it, and how; empty if all did. */
export function notKept(
  contenders: readonly Contender[],
  orders: readonly Orders[],
  load: readonly Load[],
): string[] {
  return contenders.flatMap(({ name, fate }) => {
    if (fate !== 'holds') return []
    const order = orders.find(({ limiter }) => limiter === name)
    const loaded = load.find(({ limiter }) => limiter === name)
    if (!order || !loaded) return [`${name} was not tried`]
    const right = Math.min(loaded.limit, loaded.requests)
    return [
      ...(order.broken > 0
        ? [`${name} let too many in, in ${number(order.broken)} of ${number(order.orders)} orders`]
        : []),
      ...(loaded.allowed !== right
        ? [`${name} let in ${number(loaded.allowed)} of ${number(right)} under load`]
        : []),
    ]
  })
}

/** What was not seen: the race in some order, the starvation after the first window; empty if all was. */
export function notFound(
  contenders: readonly Contender[],
  orders: readonly Orders[],
  starvation: readonly Starving[],
): string[] {
  return contenders.flatMap(({ name, fate }) => {
    const { broken = 0 } = orders.find(({ limiter }) => limiter === name) ?? {}
    const { perWindow } = starvation.find(({ limiter }) => limiter === name) ?? {}
    if (fate === 'races') return broken > 0 ? [] : [`no order found the race of: ${name}`]
    const starves = perWindow?.slice(1).every((count) => count === 0) ?? false
    if (fate === 'starves') return starves ? [] : [`nobody was starved by: ${name}`]
    const letsIn = perWindow?.every((count) => count > 0) ?? true
    return letsIn ? [] : [`a client was starved by: ${name}`]
  })
}

/** The last lines: what came out, marked. */
export function verdictText(
  contenders: readonly Contender[],
  faults: { readonly kept: readonly string[]; readonly found: readonly string[] },
  colour: boolean,
): string[] {
  const paint = (format: 'green' | 'red', mark: string) =>
    colour ? styleText(format, mark, { validateStream: false }) : mark
  const names = (fate: Contender['fate']) =>
    contenders
      .filter((one) => one.fate === fate)
      .map(({ name }) => name)
      .join('; ')
  const lines = (all: readonly string[], good: string) =>
    all.length === 0
      ? [`${paint('green', '✓')} ${good}`]
      : all.map((fault) => `${paint('red', '✗')} ${fault}`)
  return [
    ...lines(faults.kept, `kept the limit: ${names('holds')}`),
    ...lines(faults.found, `race found: ${names('races')}`),
  ]
}
