import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../tools/judge/catalogue.mjs'
import { type Contender, contenders } from '../../tools/race/limiters.ts'
import { type Load, loadOf, percentile } from '../../tools/race/load.ts'
import type { Orders } from '../../tools/race/orders.ts'
import {
  loadHead,
  loadLine,
  notFound,
  notKept,
  ordersText,
  starveText,
  verdictText,
} from '../../tools/race/report.ts'
import type { Starving } from '../../tools/race/starve.ts'
import { settingsOf } from '../../tools/race/words.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'workbook race-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the words of race', () => {
  test('none: the usual settings', () => {
    const usual = { pods: 4, requests: 2000, limit: 100, json: undefined }
    expect(settingsOf([])).toEqual(usual)
    expect(settingsOf(['limit=7', 'pods=2'])).toEqual({ ...usual, limit: 7, pods: 2 })
  })

  test('json=FILE, --json FILE and --json=FILE are the same', () => {
    const file = join(folder, 'r.json')
    for (const words of [[`json=${file}`], ['--json', file], [`--json=${file}`]]) {
      expect(settingsOf(words).json).toBe(file)
    }
  })

  test.for([
    [['podz=3'], 'race does not know "podz=3"'],
    [['fast'], 'race does not know "fast"'],
    [['--limit=3'], 'race does not know "--limit=3"'],
    [['toString=3'], 'race does not know "toString=3"'],
    [['pods=0'], 'pods must be a whole number from 1 to 32, got "0"'],
    [['pods=33'], 'pods must be a whole number from 1 to 32, got "33"'],
    [['requests=1e3'], 'requests must be a whole number from 1 to 200,000, got "1e3"'],
    [['limit=1.5'], 'limit must be a whole number from 1 to 100,000, got "1.5"'],
    [['limit='], 'limit must be a whole number from 1 to 100,000, got ""'],
    [['pods=2', 'pods=3'], 'pods is given twice, got "pods=3"'],
    [['--json'], '--json wants a file after it'],
    [['json=/no/such/folder/x'], 'json must name a file in a folder that exists, got "/no/such'],
    [['json=/'], 'json must name a file in a folder that exists, got "/"'],
    [['help', 'me'], 'race does not know "help"'],
  ] as const)('%j is refused and shown', ([words, says]) => {
    expect(() => settingsOf(words)).toThrow(says)
  })
})

const contender = (name: string, fate: Contender['fate']) => ({ name, fate }) as Contender
const all = [contender('a', 'races'), contender('b', 'starves'), contender('c', 'holds')]
const order = (limiter: string, broken: number): Orders => {
  return { limiter, orders: 1680, broken, shortest: [], bound: null }
}
const load = (limiter: string, allowed: number): Load => {
  return { limiter, requests: 50, limit: 10, allowed, retries: 0, perSecond: 1, p50Ms: 1, p99Ms: 2 }
}
const starving = (limiter: string, perWindow: number[]): Starving => ({
  limiter,
  letIn: [],
  perWindow,
})

describe('what comes out', () => {
  test('kept: in every order and under load, no more and no less', () => {
    const faults = (broken: number, ...loads: Load[]) =>
      notKept(all, [order('a', 9), order('c', broken)], loads)
    expect(faults(0, load('a', 19), load('c', 10))).toEqual([])
    expect(faults(1, load('c', 10))).toEqual(['c let too many in, in 1 of 1,680 orders'])
    expect(faults(0, load('c', 11))).toEqual(['c let in 11 of 10 under load'])
    expect(faults(0, load('c', 9))).toEqual(['c let in 9 of 10 under load'])
    expect(faults(0)).toEqual(['c was not tried'])
  })

  test('found: the race in some order, the starvation after the first window', () => {
    const faults = (broken: number, b: number[], c: number[]) =>
      notFound(all, [order('a', broken)], [starving('b', b), starving('c', c)])
    expect(faults(1, [3, 0, 0], [3, 3, 3])).toEqual([])
    expect(faults(0, [3, 0, 0], [3, 3, 3])).toEqual(['no order found the race of: a'])
    expect(faults(1, [3, 0, 1], [3, 3, 3])).toEqual(['nobody was starved by: b'])
    expect(faults(1, [3, 0, 0], [3, 0, 0])).toEqual(['a client was starved by: c'])
    expect(notFound(all, [order('a', 1)], [])).toEqual(['nobody was starved by: b'])
  })

  test('percentiles by nearest rank, the results of all pods together', () => {
    expect([percentile([1, 2, 3, 4], 0.5), percentile([5], 0.99)]).toEqual([2, 5])
    const results = [
      { allowed: 2, latencies: [3, 1], startedAt: 100, endedAt: 190, retries: 4 },
      { allowed: 1, latencies: [2, 9], startedAt: 110, endedAt: 200, retries: 0 },
    ]
    const wanted = { allowed: 3, retries: 4, perSecond: 40, p50Ms: 2, p99Ms: 9 }
    expect(loadOf('c', 4, 3, results)).toMatchObject(wanted)
  })

  test('no line is longer than 80 columns', async () => {
    const names = (await contenders()).map(({ name }) => name)
    const settings = { pods: 32, requests: 200_000, limit: 100_000, json: undefined }
    const wide = { requests: 200_000, limit: 100_000, allowed: 200_000, retries: 1_234_567 }
    const bound = 'stopped after 2,000 orders; 20 not run to their end, since that takes more'
    const lines = [
      ...ordersText(names.map((name) => ({ ...order(name, 1680), bound }))),
      ...loadHead(settings),
      ...names.map((name) =>
        loadLine({ ...wide, limiter: name, perSecond: 123_456, p50Ms: 1234.5, p99Ms: 99.94 }),
      ),
      ...starveText(names.map((name) => ({ ...starving(name, []), letIn: [true, false] }))),
      ...verdictText(await contenders(), { kept: [], found: [] }, false),
      ...notKept(await contenders(), [], []),
      ...notFound(await contenders(), [], []),
    ]
    for (const line of lines) expect([...line].length, line).toBeLessThanOrEqual(80)
  })
})

test('a wrong word ends npm run race at once, with 2', async () => {
  const args = ['--import', 'tsx', 'tools/race.ts', 'pods=many']
  const run = promisify(execFile)(process.execPath, args, { cwd: root })
  await expect(run).rejects.toMatchObject({
    code: 2,
    stderr: 'pods must be a whole number from 1 to 32, got "many"\n',
  })
})
