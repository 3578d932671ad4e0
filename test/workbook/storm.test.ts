import { expect, test } from 'vitest'
import { fetchWithRetry } from '../../solutions/18-http-429/http-429.ts'
import { histogram, peakAfterFirst, summary } from '../../tools/storm/histogram.ts'
import { MODES, type Mode } from '../../tools/storm/modes.ts'
import { simulate } from '../../tools/storm/simulate.ts'
import { stormOf } from '../../tools/storm/words.ts'

const mode = (name: string) => MODES.find((one) => one.name === name) as Mode
const storm = (name: string, clients = 300, limit = 30) =>
  simulate(fetchWithRetry, { mode: mode(name), clients, limit, seed: 1 })

test('no words: all ways to wait, a thousand clients', () => {
  expect(stormOf([])).toEqual({ modes: MODES, clients: 1000, limit: 100, seed: 1 })
})

test('words name ways and numbers', () => {
  const { modes, ...numbers } = stormOf(['jitter', 'clients=500', 'limit=50', 'seed=7'])
  expect(modes.map(({ name }) => name)).toEqual(['jitter'])
  expect(numbers).toEqual({ clients: 500, limit: 50, seed: 7 })
})

test.for([
  ['zz', 'storm does not know "zz"'],
  ['--jitter', 'storm does not know "--jitter"'],
  ['clients=0', 'clients, limit and seed are whole, from 1 to 5000, got "clients=0"'],
  ['limit=1.5', 'clients, limit and seed are whole, from 1 to 5000, got "limit=1.5"'],
  ['seed=', 'clients, limit and seed are whole, from 1 to 5000, got "seed="'],
  ['limit=2', 'storm takes at most 50 clients to a place, got clients=1000 limit=2'],
] as const)('%s is refused and shown', ([word, says]) => {
  expect(() => stormOf([word])).toThrow(says)
})

test('every client is served at last, and never more in a second than the limit', async () => {
  for (const { name } of MODES) {
    const { served } = await storm(name)
    expect(served.length).toBe(300)
    const second = (at: number) => Math.floor(at / 1000)
    for (const [i, at] of served.entries()) {
      // The 30th before it came in an earlier second.
      if (i >= 30) expect(second(at)).toBeGreaterThan(second(served[i - 30] ?? at))
    }
  }
})

test('the same storm is the same each time; with another seed it is another', async () => {
  const one = await storm('jitter')
  expect(await storm('jitter')).toEqual(one)
  const other = await simulate(fetchWithRetry, {
    ...{ mode: mode('jitter'), clients: 300, limit: 30 },
    seed: 2,
  })
  expect(other).not.toEqual(one)
})

test('without jitter all come back at once, with it they do not; a queue asks no more than twice', async () => {
  expect(peakAfterFirst((await storm('fixed')).arrivals)).toBe(270)
  expect(peakAfterFirst((await storm('retry-after')).arrivals)).toBe(270)
  expect(peakAfterFirst((await storm('jitter')).arrivals)).toBeLessThan(60)
  expect((await storm('queue')).arrivals.length).toBe(570)
})

test('the histogram says what came, and what was served of it', () => {
  const stormed = { arrivals: [0, 0, 0, 0, 600, 1700], served: [0, 0, 600] }
  const asked = stormOf(['fixed', 'clients=4'])
  expect(summary(stormed, asked)).toBe('6 requests, later at most 1 within 100 ms, 1 never served')
  expect(histogram(stormed, asked).map((line) => line.trimEnd())).toEqual([
    `     0 s  ${'#'.repeat(24)}${'.'.repeat(24)}      4`,
    `  500 ms  ${'#'.repeat(12)}${' '.repeat(36)}      1`,
    `     1 s  ${' '.repeat(48)}      0`,
    `   1.5 s  ${'.'.repeat(12)}${' '.repeat(36)}      1`,
  ])
})
