import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { nextLines } from '../../tools/desk/board.mjs'
import type { Progress } from '../../tools/desk/progress.mjs'
import { type Kata, katas, root, select, stubOf } from '../../tools/judge/catalogue.mjs'
import type { Result } from '../../tools/judge/results.ts'
import { optionsFor } from '../../tools/judge/spec.mjs'
import { verdictOf } from '../../tools/judge/verdict.ts'
import { ownEnv } from './own-env.ts'

interface Run {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

/** `npm test WORDS` without npm. */
async function judged(words: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Run> {
  const env = { ...ownEnv(), REDIS_URL: inject('redisUrl'), KATA_REDIS: '', ...more }
  const options = { cwd: root, env }
  return promisify(execFile)(process.execPath, ['tools/test.mjs', ...words], options).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    (error: Run) => error,
  )
}

/** Where there is no Redis. */
const nowhere = { REDIS_URL: '', KATA_REDIS: 'url' }

/** One of its test files: half the work. */
const ONE_FILE = 'katas/01-window-sum/window-sum.property.test.ts'

function kataAt(id: string): Kata {
  const kata = katas.find((one) => one.id === id)
  if (!kata) throw new Error(`there is no kata ${id}`)
  return kata
}

/** What a run has found that found nothing. */
const noneOf = (kata: Kata): Result => ({
  kata,
  implementation: stubOf(kata),
  untouched: false,
  core: { passed: 0, failed: 0 },
  cost: { passed: 0, failed: 0 },
  stretch: { passed: 0, failed: 0 },
  steps: [],
  failures: [],
  error: undefined,
  notRun: 0,
  whyNotRun: undefined,
  redisLost: false,
  observed: {},
  behavesLike: [],
})

test('colours are on where they are asked for, and change nothing else', async () => {
  const [plain, coloured] = await Promise.all([
    judged([ONE_FILE]),
    judged([ONE_FILE], { FORCE_COLOR: '1' }),
  ])
  expect(plain.stdout).toContain('katas/01-window-sum to do')
  expect(coloured.stdout).not.toBe(plain.stdout)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  expect(coloured.stdout.replace(/\x1b\[\d+m/g, '')).toBe(plain.stdout)
})

test('a word that names no kata lists the katas, and nothing is judged', async () => {
  const { stdout, stderr, code } = await judged(['katas/01', 'katas/window-sun'])
  expect(stderr).toContain(
    'no kata is named "katas/window-sun"; the nearest is  katas/window-sum\n',
  )
  for (const line of stderr.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  expect(stderr).toContain('katas/03-time-deque')
  expect([stdout, code]).toEqual(['', 1])
})

test.for(['katas/99', 'nonsense', 'katas', '../katas/01', 'solutions/', '1x', ''])(
  'no kata is named %o',
  (word) => {
    expect(() => select([word])).toThrow(`no kata is named ${JSON.stringify(word)}`)
  },
)

test('a flag is refused by name', () => {
  expect(() => select(['--watch'])).toThrow('npm test takes words, no flags, got --watch')
})

test('without its star a kata is solved, and the exit code says so', async () => {
  const { stdout, code } = await judged(['test/wrong/04-monotonic-max/expires-only-when-asked.ts'])
  expect(stdout).toMatch(/ solved:\n {2}core (\d+) of \1, stretch \d of \d\n/)
  expect(code).toBe(0)
})

test('the last lines that a learner printed stand with the failure, and a flood is cut', async () => {
  const { stdout } = await judged([
    'test/workbook/fixtures/guards/endless-output/01-window-sum/window-sum.ts',
  ])
  const printed = stdout.split('\n').filter((line) => line.startsWith('    │ '))
  expect(printed).toHaveLength(6)
  expect(printed[0]).toMatch(/^ {4}│ … [\d,]+ lines before$/)
  expect(printed[1]).toMatch(/^ {4}│ \d+ of my lines$/)
})

test('without Redis the Redis katas are NOT RUN, first and last, and the others are judged', async () => {
  const { stdout, stderr, code } = await judged([ONE_FILE, 'katas/15'], nowhere)
  expect(stderr).toMatch(
    /^(looking for a Redis 8 …\n)?NOT RUN: the tests that need Redis\. KATA_REDIS=url: REDIS_URL is not set/,
  )
  expect(stderr).toContain('Three ways to a Redis 8')
  expect(stdout).toContain('katas/01-window-sum to do')
  expect(stdout.trimEnd().split('\n').at(-3)).toContain('NOT RUN katas/15-redis-sliding-log')
  expect(code).toBe(1)
})

/** A test file of a kata that needs no Redis for it, and one that does. */
const FEW_STEPS = 'katas/12-sorted-set/sorted-set.steps-1-to-3.test.ts'
const BESIDE_REDIS = 'katas/12-sorted-set/sorted-set.redis.test.ts'

test('a seed that cannot be is told before anything is judged', async () => {
  const { stdout, stderr, code } = await judged([ONE_FILE], { FC_SEED: 'abc' })
  expect([stdout, stderr, code]).toEqual(['', 'FC_SEED must be an integer, got abc\n', 1])
})

test('without Redis a kata that needs one for some tests is judged by the others', async () => {
  const { stdout, code } = await judged([FEW_STEPS, BESIDE_REDIS], nowhere)
  expect(stdout).toContain('✗ katas/12-sorted-set to do: nothing is written yet\n')
  expect(stdout).toMatch(/^ {2}✗ step 1 /m)
  expect(stdout).toMatch(/^ {2}NOT RUN: \d tests need a Redis 8, see above$/m)
  expect(code).toBe(1)
})

test('of a stub that is handed out with a test or two passed, no score is told', () => {
  const todo = {
    kind: 'TodoError',
    test: 'its test',
    message: 'TODO: count',
    level: 'core' as const,
  }
  const failures = [{ ...todo, file: 'x.test.ts', line: 1, printed: [], aboutCost: false }]
  const begun = { ...noneOf(kataAt('03')), core: { passed: 1, failed: 29 }, failures }
  const [head] = verdictOf(begun, { colour: false })
  expect(head).toBe('✗ katas/03-time-deque to do: core 1 of 30')
  const [untouched] = verdictOf({ ...begun, untouched: true }, { colour: false })
  expect(untouched).toBe('✗ katas/03-time-deque to do: nothing is written yet')
})

test('what the others passed is no pass', () => {
  const text = verdictOf(
    { ...noneOf(kataAt('12')), core: { passed: 40, failed: 0 }, notRun: 3 },
    { colour: false },
  ).join('\n')
  expect(text).toContain('NOT RUN katas/12-sorted-set:\n')
  expect(text).toMatch(/^ {2}3 tests need a Redis 8, see above$/m)
  expect(text).toContain('the others: core 40 of 40\n')
  expect(text).not.toContain('solved')
})

test('a test file of such a kata that needs no Redis looks for none', () => {
  const looks = (...words: string[]) => optionsFor(select(words)).globalSetup?.length
  expect([looks(FEW_STEPS), looks(BESIDE_REDIS), looks('katas/12')]).toEqual([0, 1, 1])
})

test('a verdict fits 24 lines of 80 columns, however much there is to say', () => {
  const kata = kataAt('01')
  const failure = (i: number) => ({
    test: `a title that ${'goes on and on and '.repeat(8)}has the number ${i}`,
    level: i % 2 === 0 ? ('core' as const) : ('stretch' as const),
    message: Array.from({ length: 20 }, () => `a line that is ${'very '.repeat(40)}long`).join(
      '\n',
    ),
    kind: 'Wrong',
    aboutCost: false,
    file: 'window-sum.test.ts',
    line: 1,
    printed: Array.from({ length: 6 }, () => 'a line that was printed'),
  })
  for (const count of [1, 2, 3, 7, 60]) {
    const lines = verdictOf(
      {
        ...noneOf(kata),
        core: { passed: 5, failed: count },
        stretch: { passed: 0, failed: count },
        steps: [1, 2, 3, 4, 5, 6].map((n) => ({ name: `step ${n}`, failed: n })),
        failures: Array.from({ length: count }, (_, i) => failure(i)),
        whyNotRun: undefined,
        notRun: 3,
      },
      { colour: false },
    )
    expect(lines.length).toBeLessThanOrEqual(24)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  }
})

const looks = (progress: Progress, where: 'test' | 'watch' | 'drill' = 'test') => ({
  ...{ colour: false, progress, where },
})

test('what comes next is what the board calls the next one', () => {
  const done = ['window-sum', 'two-pointers', 'time-deque', 'monotonic-max']
  const solved = { firstSolved: '2026-12-01T12:00:00Z' }
  const progress: Progress = {
    ...{ version: 1, track: 'interview' },
    katas: Object.fromEntries(done.map((slug) => [slug, solved])),
  }
  const right = { ...noneOf(kataAt('04')), core: { passed: 9, failed: 0 } }
  expect(nextLines(progress)).toContain('  run     npm test katas/06')
  expect(verdictOf(right, looks(progress)).at(-1)).toMatch(/^Next: npm test katas\/06 /)
  expect(verdictOf(right, looks(progress, 'watch')).at(-1)).toMatch(/^Next: n {2}\(06 /)
})

test('what is said of hints goes by how many are read, and by where it is read', () => {
  const wrong = { ...noneOf(kataAt('01')), core: { passed: 1, failed: 1 } }
  const said = (hints: number, where: 'test' | 'watch' | 'drill') => {
    const progress: Progress = { version: 1, katas: { 'window-sum': { hints } } }
    return verdictOf(wrong, looks(progress, where)).join('\n')
  }
  expect(said(0, 'test')).toContain('Stuck? npm run kata hint 01  (3 of 3 hints left)')
  expect(said(3, 'test')).toContain('Stuck? all hints are read; npm run kata solution 01 ')
  expect(said(1, 'watch')).toContain('window-sum.ts, and save it\n      Stuck? h  (2 of 3 hints')
  expect(said(3, 'watch')).toContain('Stuck? all hints are read; d ')
  expect(said(1, 'watch')).not.toContain('npm ')
  // Under the clock neither a hint for nothing, nor a run beside it.
  for (const result of [wrong, { ...wrong, failures: [], core: { passed: 9, failed: 0 } }]) {
    const text = verdictOf(result, looks({ version: 1, katas: {} }, 'drill')).join('\n')
    expect(text).not.toMatch(/Next|Stuck|npm /)
  }
  for (const hints of [0, 3])
    for (const where of ['test', 'watch'] as const)
      for (const line of said(hints, where).split('\n'))
        expect(line.length, line).toBeLessThanOrEqual(80)
})

const slow = {
  ...{ name: 'slow', misconception: 'Fast enough.', shows: {} },
  why: 'The answers are right, but each call looks at all.',
}
const failing = (...aboutCost: readonly boolean[]): Result => ({
  ...noneOf(kataAt('03')),
  core: { passed: 1, failed: aboutCost.length },
  behavesLike: [slow],
  failures: aboutCost.map((about, i) => ({
    ...{ test: `test ${i}`, level: 'core', aboutCost: about, message: 'no', kind: 'Wrong' },
    ...{ file: 'window-counter.test.ts', line: 1, printed: [] },
  })),
})

test('that the answers are right is said where no test found one that is not', () => {
  const text = (result: Result) => verdictOf(result, { colour: false }).join('\n')
  expect(text(failing(true, true))).toContain('But: The answers are right, but each call')
  const late = failing(false).failures.map((one) => ({ ...one, kind: 'Stopped' }))
  expect(text({ ...failing(true), failures: late })).toContain('But: The answers are right')
  expect(text(failing(true, false))).toContain('But: each call looks at all.')
})
