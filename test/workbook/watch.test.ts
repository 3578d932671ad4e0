import { rmSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { Terminal } from '../../tools/bench/terminal.ts'
import { DeskCopy } from './desk-copy.ts'
import { ownEnv } from './own-env.ts'

const copy = new DeskCopy(/^(?!test\/workbook\/|docs\/)/)
const OWN = 'katas/01-window-sum/window-sum.ts'
const STUB = copy.read(OWN)
const RIGHT = copy.read('solutions/01-window-sum/window-sum.ts')
const WRONG = copy.read('test/wrong/01-window-sum/misses-the-last-window.ts')
const HANGS = 'export function maxWindowSum(): number {\n  while (true) {}\n}\n'
/** Says more than a screen of 24 rows has room for. */
const LONG = `export function maxWindowSum(): number {
  for (let i = 0; i < 9; i++) console.log('a line of mine')
  return ${'1 + '.repeat(9)}Number('a'.repeat(9))
}
`

/** The last line of each verdict. */
const KEYS = 'q quit'
const JUDGING = 'judging …'
/** What a terminal wipes its screen by. */
const CLEAR = '\u001b[2J'

/** What has been shown since the screen was wiped, row by row. */
const rowsOf = (shown: string) => shown.slice(shown.lastIndexOf(CLEAR)).split('\n')

let terminal: Terminal | undefined

function watching(...words: string[]): Terminal {
  const env = { ...ownEnv(), REDIS_URL: inject('redisUrl'), KATA_REDIS: 'url' }
  terminal = new Terminal(`node tools/watch.mjs ${words.join(' ')}`, copy.folder, env)
  return terminal
}

afterEach(async () => {
  await terminal?.end()
  copy.write(OWN, STUB)
  // What it remembers of one test is not the next one's.
  rmSync(copy.path('.kata'), { recursive: true, force: true })
})
afterAll(() => copy.remove())

describe.runIf(Terminal.isHere)('in a terminal', () => {
  test('each save is judged; a hang ends the run, and not the watch', async () => {
    const watch = watching('katas/01')
    expect(await watch.until(KEYS)).toContain('to do')
    copy.write(OWN, WRONG)
    const wrong = await watch.until(KEYS)
    expect(wrong).not.toContain('then run')
    expect(wrong).toContain('the last window counts, too')
    expect(wrong).toContain('I stop one element early')
    copy.write(OWN, HANGS)
    expect(await watch.until(KEYS)).toContain('did not end within')
    copy.write(OWN, LONG)
    const long = await watch.until(KEYS)
    expect(long).toMatch(/… \d+ more lines: npm test katas\/01/)
    copy.write(OWN, RIGHT)
    // A run that began while the file was being written is followed by one that read all of it.
    const right = await watch.until('Next: n  (02 Two pointers)')
    expect(right).toContain('solved ★')
    // With the cursor's row each fits, so that the first failure stands on the screen.
    for (const verdict of [wrong, long, right])
      expect(rowsOf(verdict).length, verdict).toBeLessThan(24)
    expect(rowsOf(long)[0]).toContain('katas/01-window-sum')
    watch.press('q')
    expect(await watch.code()).toBe(0)
  })

  test('its keys are the words of the desk, and nothing of the learner is lost', async () => {
    copy.write(OWN, WRONG)
    const watch = watching('katas/01')
    await watch.until(KEYS)
    watch.press('h')
    expect(await watch.until('2 more')).toContain('Hint 1')
    watch.press('l')
    expect(await watch.until('window-sum')).toContain('01')
    watch.press('n')
    expect(await watch.until('katas/NN')).toContain('01 is not solved yet')
    watch.press('r')
    // The stub's verdict comes below what became of the file, and wipes nothing away.
    const reset = await watch.until('to do')
    expect(reset).toContain('saved as number 1')
    expect(reset).not.toContain(CLEAR)
    await watch.until(KEYS)
    expect(copy.read(OWN)).toBe(STUB)
    expect(copy.saved('01-window-sum')).toEqual([WRONG])
    copy.write(OWN, RIGHT)
    // A run that began while the file was being written may have said that it is wrong.
    await watch.until('solved ★')
    watch.press('n')
    expect(await watch.until('katas/02-two-pointers')).not.toContain('not solved yet')
  })

  test('a key is followed while the first verdict is still to come, and what it says stays', async () => {
    copy.write(OWN, HANGS)
    const watch = watching('katas/01')
    await watch.until(JUDGING)
    watch.press('h')
    const hint = await watch.until(JUDGING)
    expect(hint).toContain('Hint 1')
    expect(hint).not.toContain('did not end within')
    const verdict = await watch.until(KEYS)
    expect(verdict).toContain('did not end within')
    expect(verdict).not.toContain(CLEAR)
    copy.write(OWN, RIGHT)
    expect(await watch.until('solved ★')).toContain(CLEAR)
  })

  test.each([true, false])('the next kata waits for what is saved, in a run: %s', async (runs) => {
    if (runs) copy.write(OWN, RIGHT)
    const watch = watching('katas/01')
    await watch.until(runs ? JUDGING : KEYS)
    copy.write(OWN, RIGHT)
    watch.press('n')
    expect(await watch.until('katas/02-two-pointers')).not.toContain('not solved yet')
  })

  test('a setting that cannot be is told, and nothing is left behind', async () => {
    terminal = new Terminal('node tools/watch.mjs katas/14', copy.folder, {
      ...ownEnv(),
      KATA_REDIS: 'nonsense',
    })
    const said = await terminal.until("got 'nonsense'")
    expect(said).toContain('KATA_REDIS must be one of url')
    expect(said).not.toContain('    at ')
    expect(await terminal.code()).toBe(1)
  })

  test('where the terminal does not say how many rows it has, all is shown', async () => {
    const inside = "sh -c 'stty rows 0; exec node tools/watch.mjs katas/01'"
    terminal = new Terminal(inside, copy.folder, ownEnv())
    const verdict = await terminal.until(KEYS)
    expect(verdict).toContain('and save it')
    expect(verdict).not.toContain('more lines')
  })

  test('Ctrl-C ends it at once', async () => {
    const watch = watching('katas/01')
    await watch.until(KEYS)
    watch.press('\u0003')
    expect(await watch.code()).toBe(130)
  })
})

test('without a terminal it says so and runs once, with the exit code of npm test', async () => {
  const { stdout, stderr, code } = await copy.node(['tools/watch.mjs', '01'])
  // What a run of someone else left may be told below.
  expect(stderr.split('\n')[0]).toBe('watch needs a terminal, and this is none: it runs once')
  expect(stdout).toContain('katas/01-window-sum to do')
  expect(code).toBe(1)
})

test('words that cannot be are named', async () => {
  const { stderr, code } = await copy.node(['tools/watch.mjs', '99'])
  expect(stderr).toContain('no kata is named "99"; the nearest is  katas/09\n')
  expect(code).toBe(1)
  const two = await copy.node(['tools/watch.mjs', '01', '02'])
  expect(two.stderr).toBe('one kata at a time, got 01 02\n')
  const help = await copy.node(['tools/watch.mjs', 'help'])
  expect([help.stdout.split('\n').every((line) => line.length <= 80), help.code]).toEqual([true, 0])
  expect(help.stdout).toContain('d your file against the reference')
  for (const one of ['solutions', 'lua']) rmSync(copy.path(one), { recursive: true, force: true })
  expect((await copy.node(['tools/watch.mjs', 'help'])).stdout).not.toContain('reference')
})
