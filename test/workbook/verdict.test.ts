import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { katas, root, stubOf } from '../../tools/judge/catalogue.mjs'
import { verdictOf } from '../../tools/judge/verdict.ts'

interface Run {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

/** `npm test WORDS` without npm. */
async function judged(words: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Run> {
  const env = {
    ...process.env,
    REDIS_URL: inject('redisUrl'),
    KATA_REDIS: '',
    FORCE_COLOR: '',
    ...more,
  }
  const options = { cwd: root, env }
  return promisify(execFile)(process.execPath, ['tools/test.mjs', ...words], options).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    (error: Run) => error,
  )
}

/** One of its test files: one process less. */
const ONE_FILE = 'katas/01-window-sum/window-sum.property.test.ts'

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

test.for(['katas/99', 'nonsense', 'katas', '../katas/01', 'solutions/', '1x', ''])(
  'a word that names no kata lists the katas: %o',
  async (word) => {
    const { stderr, code } = await judged([word])
    expect(stderr).toContain(`no kata is named ${JSON.stringify(word)}`)
    expect(stderr).toContain('katas/03-time-deque')
    expect(code).toBe(1)
  },
)

test('a flag is refused by name', async () => {
  const { stderr, code } = await judged(['--watch'])
  expect(stderr).toContain('npm test takes words, no flags, got --watch')
  expect(code).toBe(1)
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
  const nowhere = { REDIS_URL: '', KATA_REDIS: 'url' }
  const { stdout, stderr, code } = await judged([ONE_FILE, 'katas/15'], nowhere)
  expect(stderr).toMatch(
    /^(looking for a Redis 8 …\n)?NOT RUN: the tests that need Redis\. KATA_REDIS=url: REDIS_URL is not set/,
  )
  expect(stderr).toContain('Three ways to a Redis 8')
  expect(stdout).toContain('katas/01-window-sum to do')
  expect(stdout.trimEnd().split('\n').at(-3)).toContain('NOT RUN katas/15-redis-sliding-log')
  expect(code).toBe(1)
})

test('without Redis a kata that needs one for some tests is judged by the others, and NOT RUN', async () => {
  const nowhere = { REDIS_URL: '', KATA_REDIS: 'url' }
  const { stdout, code } = await judged(['solutions/12'], nowhere)
  expect(stdout).toContain('NOT RUN solutions/12-sorted-set/sorted-set.ts:\n')
  expect(stdout).toMatch(/^ {2}\d tests need a Redis 8, see above$/m)
  expect(stdout).toMatch(/the others: core (\d+) of \1, stretch (\d+) of \2\n/)
  expect(stdout).not.toContain('solved')
  expect(code).toBe(1)
  const wrong = await judged(['test/wrong/12-sorted-set/rank-from-one.ts'], nowhere)
  expect(wrong.stdout).toContain('✗ rank counts the members before, so the first has 0')
  expect(wrong.stdout).toMatch(/^ {2}NOT RUN: \d tests need a Redis 8, see above$/m)
  expect(wrong.code).toBe(1)
})

test('a test file of such a kata that needs no Redis looks for none', async () => {
  const file = 'katas/12-sorted-set/sorted-set.steps-1-to-3.test.ts'
  const { stdout, stderr } = await judged([file], { REDIS_URL: '', KATA_REDIS: 'url' })
  expect(`${stdout}${stderr}`).not.toContain('NOT RUN')
  expect(stdout).toContain('katas/12-sorted-set to do')
})

test('a verdict fits 24 lines of 80 columns, however much there is to say', () => {
  const kata = katas[0]
  if (!kata) throw new Error('there is no kata')
  const failure = (i: number) => ({
    test: `a title that ${'goes on and on and '.repeat(8)}has the number ${i}`,
    level: i % 2 === 0 ? ('core' as const) : ('stretch' as const),
    message: Array.from({ length: 20 }, () => `a line that is ${'very '.repeat(40)}long`).join(
      '\n',
    ),
    kind: 'Wrong',
    file: 'window-sum.test.ts',
    line: 1,
    printed: Array.from({ length: 6 }, () => 'a line that was printed'),
  })
  for (const count of [1, 2, 3, 7, 60]) {
    const lines = verdictOf(
      {
        kata,
        implementation: stubOf(kata),
        core: { passed: 5, failed: count },
        stretch: { passed: 0, failed: count },
        steps: [1, 2, 3, 4, 5, 6].map((n) => ({ name: `step ${n}`, failed: n })),
        failures: Array.from({ length: count }, (_, i) => failure(i)),
        error: undefined,
        notRun: 3,
        redisLost: false,
      },
      { colour: false },
    )
    expect(lines.length).toBeLessThanOrEqual(24)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  }
})
