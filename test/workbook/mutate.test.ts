import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Kata, kataNamed, root } from '../../tools/judge/catalogue.mjs'
import type { Failure } from '../../tools/judge/results.ts'
import { changesOfLua } from '../../tools/mutate/lua.ts'
import { mutantsFrom } from '../../tools/mutate/mutant.ts'
import { type Reference, referencesIn } from '../../tools/mutate/references.ts'
import { summaryOf } from '../../tools/mutate/report.ts'
import { tryMutants } from '../../tools/mutate/survivors.ts'

const kata = kataNamed('01') as Kata
const FILE = 'solutions/01-window-sum/window-sum.ts'
/** One test file is enough here. */
const TESTS = [join(root, 'katas/01-window-sum/window-sum.property.test.ts')]

/** Its condition never holds: that it is always false, no test can tell. */
const PLANTED = 'let first = k > xs.length ? 1 : 0'

const SOURCE = `import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  ${PLANTED}
  let best = Number.NEGATIVE_INFINITY
  for (; first + k <= xs.length; first++) {
    let sum = 0
    for (let i = first; i < first + k; i++) sum += xs[i] as number
    best = Math.max(best, sum)
  }
  return best
}
`

/** The reference above, with those mutants alone that are in the planted line. */
async function planted(): Promise<Reference> {
  const [main] = (await referencesIn(kata, FILE, SOURCE)) as [Reference]
  return { ...main, mutants: main.mutants.filter(({ line }) => line === PLANTED) }
}

const CHANGES = ['true', 'false', 'k >= xs.length', 'k <= xs.length']
const LAW = 'it agrees with adding up every window'
const BY_LAW: Failure = {
  ...{ test: LAW, level: 'core', aboutCost: false, kind: 'Wrong', message: '' },
  ...{ file: TESTS[0] ?? '', line: 1, printed: [] },
}
const CAUGHT = [BY_LAW, undefined, BY_LAW, BY_LAW]
const listed = (to: string) => ({ file: FILE, line: PLANTED, from: 'k > xs.length', to, nth: 1 })

test('a mutant that no test notices survives', async () => {
  const reference = await planted()
  expect(reference.mutants.map(({ to }) => to)).toEqual(CHANGES)
  const [found] = await tryMutants(kata, [reference], TESTS)
  expect(found?.caught.map((failure) => failure?.test)).toEqual([LAW, undefined, LAW, LAW])
})

test('a survivor is told with its place and the change, unless it is listed', async () => {
  const found = [{ reference: await planted(), caught: CAUGHT }]
  const bare = summaryOf('01', found, [])
  expect(bare.problems).toBe(1)
  expect(bare.lines).toEqual([
    '✗ 01: 75 %, 3 of 4 killed (0 by a guard), 0 listed as equivalent',
    `    survived ${FILE}:5 «${PLANTED}»\n        k > xs.length\n      → false`,
  ])
  expect(summaryOf('01', found, [listed('false')])).toEqual({
    problems: 0,
    lines: ['✓ 01: 100 %, 3 of 3 killed (0 by a guard), 1 listed as equivalent'],
  })
})

test('a listed mutant that is killed by now, or gone, is told', async () => {
  const found = [{ reference: await planted(), caught: CAUGHT }]
  const list = ['false', 'true', 'k'].map(listed)
  const { problems, lines } = summaryOf('01', found, list)
  expect(problems).toBe(2)
  expect(lines.slice(1)).toEqual([
    `    listed, but killed by «${LAW}» ${FILE}:5 «${PLANTED}»\n        k > xs.length\n      → true`,
    `    listed, but gone ${FILE} «${PLANTED}»\n        k > xs.length\n      → k`,
  ])
})

test('a mutant is known by its line and not by the line’s number', async () => {
  const moved = SOURCE.replace('export', '\n\n/** Moved. */\nexport')
  const [reference] = (await referencesIn(kata, FILE, moved)) as [Reference]
  const mutants = reference.mutants.filter(({ line }) => line === PLANTED)
  const found = [{ reference: { ...reference, mutants }, caught: CAUGHT }]
  expect(summaryOf('01', found, [listed('false')]).problems).toBe(0)
})

test('a function that stands for another is judged in its place', async () => {
  const source = SOURCE.replace('maxWindowSum', 'maxWindowSumSlowly')
  const both = `${source}\nexport function maxWindowSum() {\n  return 1 + 1\n}\n`
  const [main, other] = await referencesIn(kata, FILE, both)
  expect(main?.mutants.map(({ at }) => at)).toEqual([15, 16])
  expect(other?.name).toBe(`${FILE}: maxWindowSumSlowly`)
  expect(other?.text).toContain('export function maxWindowSum(xs')
  expect(other?.text.match(/export function maxWindowSum\(/g)).toHaveLength(1)
})

test('the mutants of a Lua script: operators, numbers, texts, conditions, statements', () => {
  const script = `local n = tonumber(ARGV[1])
-- a < b in a comment, and 'and' in a text, are no code
if n > 1 and not KEYS[2] then
  redis.call('DEL', KEYS[1])
end
return n - 1`
  const mutants = mutantsFrom('a.lua', script, changesOfLua(script))
  expect(mutants.map(({ at, from, to }) => `${at}: ${from} → ${to}`)).toEqual([
    '1: 1 → 2',
    '1: 1 → 0',
    "3: if n > 1 and not KEYS[2] then redis.call('DEL', KEYS[1]) end → ",
    '3: n > 1 and not KEYS[2] → n > 1 or not KEYS[2]',
    '3: n > 1 and not KEYS[2] → true',
    '3: n > 1 and not KEYS[2] → false',
    '3: n > 1 → n >= 1',
    '3: n > 1 → n <= 1',
    '3: 1 → 2',
    '3: 1 → 0',
    '3: not KEYS[2] → KEYS[2]',
    '3: 2 → 3',
    '3: 2 → 1',
    "4: redis.call('DEL', KEYS[1]) → ",
    "4: 'DEL' → ''",
    '4: 1 → 2',
    '4: 1 → 0',
    '6: return n - 1 → ',
    '6: n - 1 → n + 1',
    '6: 1 → 2',
    '6: 1 → 0',
  ])
  const or = mutants.find(({ to }) => to.startsWith('n > 1 or'))
  expect(or?.text).toBe(script.replace('n > 1 and not KEYS[2]', '(n > 1 or not KEYS[2])'))
})
