import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { root } from '../../tools/judge/catalogue.mjs'
import { filesOfCheckout } from '../../tools/verify/files.ts'

/** What each command of the README must come to. Its `npm install` is done once, by the copy. */
const COMMANDS: Readonly<Record<string, { code: number; says: readonly string[] }>> = {
  'npm install && npm test katas/01': {
    code: 1,
    says: ['katas/01-window-sum to do', 'Next: read katas/01-window-sum/README.md'],
  },
  'npm test katas/03': { code: 1, says: ['katas/03-time-deque to do'] },
  'npm test katas/01 katas/15': {
    code: 1,
    says: ['01-window-sum to do', '15-redis-sliding-log to do'],
  },
  'npm test': { code: 1, says: ['01-window-sum', '03-time-deque', '15-redis-sliding-log'] },
  'npm test solutions/03': { code: 0, says: ['solved ★'] },
  'FC_SEED=7 npm test katas/03': { code: 1, says: ['katas/03-time-deque to do'] },
  'npm run kata': { code: 0, says: ['Track full: 0 of 21 solved', '← next'] },
  'npm run kata next': { code: 0, says: ['edit    katas/01-window-sum/window-sum.ts'] },
  'npm run kata track interview': { code: 0, says: ['Track interview', '0 of 10 solved'] },
  'npm run kata hint 03': { code: 0, says: ['Hint 1: a question', '2 more'] },
  'npm run kata reset 03': { code: 0, says: ['window-counter.ts is the stub again'] },
  // Nobody has written anything yet.
  'npm run kata restore 03': { code: 1, says: [] },
  'npm run kata help': { code: 0, says: ['npm run kata update FOLDER', 'Exit code'] },
  'npm run watch': { code: 1, says: ['katas/01-window-sum to do'] },
  'npm run watch katas/03': { code: 1, says: ['katas/03-time-deque to do'] },
  'npm run drill': { code: 1, says: [] },
  'npm run drill kata 03': { code: 1, says: [] },
  'npm run drill mock': { code: 1, says: [] },
  'npm run drill until 2030-01-31': { code: 0, says: ['The interview is on 2030-01-31'] },
  'npm run drill help': { code: 0, says: ['npm run drill kata 03', 'Exit code'] },
  'npm run compare': { code: 0, says: ['most in any 60 s', 'fixed window', '100 too many'] },
  'npm run compare help': { code: 0, says: ['npm run compare greedy'] },
  'npm run compare 5@0s 5@900ms limit=5 window=1s': {
    code: 0,
    says: ['10 requests: 5@0s, 5@900ms', 'limit 5 in 1 s', 'token bucket'],
  },
  'npm run race help': { code: 0, says: ['npm run race pods=8'] },
  'npm run race pods=2 requests=500 limit=50': {
    code: 0,
    says: ['check, then act: the shortest', '2 processes', '✓ race found'],
  },
  'npm run storm': {
    code: 0,
    says: ['1000 clients ask at once', 'queue, reference', 'to do: yours'],
  },
  'npm run storm help': { code: 0, says: ['npm run storm jitter'] },
  'npm run sizing': { code: 0, says: ['in the lessons', 'sliding log', '1,000,000 users'] },
  'npm run sizing users=50000 id=36': { code: 0, says: ['50,000 users', 'ids of 36'] },
  'npm run assign -- A 07 --out ../class --due 2027-03-31': {
    code: 0,
    says: ['01-window-sum', '07-sliding-log', 'no solutions'],
  },
  'npm run assign help': { code: 0, says: ['KATAS', '--due DATE', 'Exit code'] },
  'npm run grade -- submissions --json submissions/marks.json': {
    code: 0,
    says: ['ada/katas/01-window-sum/window-sum.ts', '1 file, 0 solved'],
  },
}

/** Run by `npm run verify` itself, which is what runs this test. */
const OURSELVES = 'npm install && npm run verify'

const commands = [
  ...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g),
]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .map((line) => line.replace(/\s+#.*$/, ''))

let folder: string

beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'kata readme ')), 'a path with a space')
  for (const file of filesOfCheckout()) cpSync(join(root, file), join(folder, file))
  const stub = 'katas/01-window-sum/window-sum.ts'
  cpSync(join(root, stub), join(folder, 'submissions/ada', stub))
  cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true })
})

afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

test('the README has these commands and no others', () => {
  expect(commands.filter((one) => one !== OURSELVES).sort()).toEqual(Object.keys(COMMANDS).sort())
  expect(commands).toContain(OURSELVES)
})

/** The katas that `npm test` finds here: all of them would take a minute, and show no more. */
const FEW = ['01', '03', '15']

async function withFewKatas<T>(run: () => Promise<T>): Promise<T> {
  const list = join(folder, 'katas/katas.json')
  const all = readFileSync(list, 'utf8')
  const few = (JSON.parse(all) as { id: string }[]).filter(({ id }) => FEW.includes(id))
  writeFileSync(list, JSON.stringify(few))
  return run().finally(() => writeFileSync(list, all))
}

test.for(Object.entries(COMMANDS))('%s', async ([command, { code, says }]) => {
  const env = { ...process.env, REDIS_URL: inject('redisUrl'), NO_COLOR: '1', KATA_REDIS: '' }
  const options = { cwd: folder, env, shell: true } as const
  const run = () =>
    promisify(execFile)(command, options).then(
      ({ stdout }) => ({ stdout, code: 0 }),
      (error: { stdout: string; code: number }) => error,
    )
  const { stdout, code: got } = await (command === 'npm test' ? withFewKatas(run) : run())
  for (const words of says) expect(stdout).toContain(words)
  expect(got).toBe(code)
})
