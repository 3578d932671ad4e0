import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../../tools/desk/ask.mjs'
import { hintLines, hintsOf } from '../../tools/desk/hints.mjs'
import { hashOf } from '../../tools/desk/progress.mjs'
import { katasOf, modules, tracks } from '../../tools/desk/tracks.mjs'
import { usage, WORDS } from '../../tools/desk/words.mjs'
import { katas, root } from '../../tools/judge/catalogue.mjs'
import { DeskCopy, smallCopy } from './desk-copy.ts'

const OWN = 'katas/03-time-deque/window-counter.ts'

const copies: DeskCopy[] = []
afterEach(() => {
  for (const copy of copies.splice(0)) copy.remove()
})

function small(): DeskCopy {
  const copy = smallCopy()
  copies.push(copy)
  return copy
}

/** As if a run had judged the file as it is now. */
function solved(copy: DeskCopy, starred = false): void {
  const run = {
    ...{ solved: true, starred, when: '2025-12-02T09:00:00.000Z' },
    hash: hashOf(readFileSync(copy.path(OWN))),
  }
  const katas = { 'time-deque': { run, firstSolved: run.when } }
  mkdirSync(copy.path('.kata'), { recursive: true })
  copy.write('.kata/progress.json', JSON.stringify({ version: 1, katas }))
}

describe('the board', () => {
  let whole: DeskCopy
  beforeAll(() => {
    whole = new DeskCopy()
  })
  afterAll(() => whole.remove())

  test.for(tracks)('track $name fits 80 columns and 40 lines, and has its katas', async (track) => {
    const { stdout, code } = await whole.kata('track', track.name)
    const lines = stdout.trimEnd().split('\n')
    expect(code).toBe(0)
    // Two lines more: a legend comes with what is solved.
    expect(lines.length).toBeLessThanOrEqual(38)
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80)
    const shown = lines.flatMap((line) => line.match(/^ {4}(\d\d) /)?.[1] ?? [])
    expect(shown).toEqual(katasOf(track).map(({ id }) => id))
    expect((await whole.kata()).stdout).toBe(stdout)
    expect(lines.at(-4)).toContain(`katas/${katasOf(track)[0]?.folder}/README.md`)
  })

  test('colours are for a terminal, or for who asks for them', async () => {
    const [piped, forced] = await Promise.all([
      whole.kata(),
      whole.node(['tools/kata.mjs'], { FORCE_COLOR: '1' }),
    ])
    expect(piped.stdout).not.toContain('\x1b')
    expect(forced.stdout).toContain('\x1b[')
  })

  test('a reader that goes away (| head) is no error', async () => {
    const run = spawn(process.execPath, ['tools/kata.mjs'], { cwd: whole.folder })
    run.stdout.destroy()
    let said = ''
    run.stderr.on('data', (chunk) => {
      said += chunk
    })
    expect(await once(run, 'close')).toEqual([0, null])
    expect(said).toBe('')
  })

  test('the modules are called as in the README', () => {
    const table = readFileSync(join(root, 'README.md'), 'utf8')
    for (const [id, name] of Object.entries(modules)) expect(table).toContain(`| ${id} ${name} |`)
    expect(new Set(katas.map(({ module }) => module))).toEqual(new Set(Object.keys(modules)))
  })

  test('solved, with a star, changed since, begun', async () => {
    const copy = small()
    copy.write(OWN, 'export const mine = 1\n')
    expect((await copy.kata()).stdout).toContain('  … 03 Time deque')
    solved(copy)
    expect((await copy.kata()).stdout).toContain('  ✓ 03 Time deque')
    solved(copy, true)
    expect((await copy.kata()).stdout).toMatch(
      /1 of 2 solved, 1 ★, 15 min left\n[\s\S]* {2}★ 03 Time/,
    )
    // The same with other line ends is the same.
    copy.write(OWN, 'export const mine = 1\r\n')
    expect((await copy.kata()).stdout).toContain('  ★ 03 Time deque')
    copy.write(OWN, 'export const mine = 2\n')
    expect((await copy.kata()).stdout).toContain('  ↻ 03 Time deque')
  })
})

describe('hints', () => {
  test.for(katas)('$id has three, which fit 80 columns', (kata) => {
    const hints = hintsOf(kata)
    expect(hints.map(({ title }) => title.slice(0, 6))).toEqual(['Hint 1', 'Hint 2', 'Hint 3'])
    for (const hint of hints) {
      expect(hint.text.length).toBeGreaterThan(20)
      for (const line of hintLines(hint)) expect(line.length, line).toBeLessThanOrEqual(80)
    }
  })

  test('one more each time, then all of them; how many are left is said', async () => {
    const copy = small()
    const said: string[] = []
    for (let i = 0; i < 4; i++) said.push((await copy.kata('hint', '03')).stdout)
    const shown = said.map((text) => [...text.matchAll(/^Hint (\d)/gm)].map(([, n]) => n).join(''))
    expect(shown).toEqual(['1', '2', '3', '123'])
    const rest = 'These are all its hints. The lesson says the rest:\nkatas/03-time-deque/README.md'
    expect(said.map((text) => text.trim().split('\n\n').at(-1))).toEqual([
      '2 more: npm run kata hint 03',
      '1 more: npm run kata hint 03',
      rest,
      rest,
    ])
  })

  test('without a number: of the next kata', async () => {
    expect((await small().kata('hint')).stdout).toContain('01 Window sum\n\nHint 1')
  })
})

describe('reset and restore', () => {
  test('there and back, by the last one, by number, and back again', async () => {
    const copy = small()
    const stub = copy.read(OWN)
    copy.write(OWN, 'one\n')
    expect((await copy.kata('reset', '03')).stdout).toContain('saved as number 1')
    expect(copy.read(OWN)).toBe(stub)
    copy.write(OWN, 'two\n')
    await copy.kata('restore', '03')
    expect(copy.read(OWN)).toBe('one\n')
    await copy.kata('restore', 'time-deque')
    expect(copy.read(OWN)).toBe('two\n')
    await copy.kata('restore', 'katas/03', '1')
    expect(copy.read(OWN)).toBe('one\n')
    expect(copy.saved('03-time-deque')).toEqual(['one\n', 'two\n', 'one\n', 'two\n'])
    const list = (await copy.kata('restore', '03', 'list')).stdout.trimEnd().split('\n')
    expect(list.map((line) => line.trim().split(' ')[0])).toEqual([
      '.kata/saved/03-time-deque:',
      ...['4', '3', '2', '1'],
    ])
    const none = await copy.kata('restore', '03', '9')
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('number 9, but: 4, 3') })
  })

  test('the untouched stub is not saved, a file that is not there is made', async () => {
    const copy = small()
    const stub = copy.read(OWN)
    expect((await copy.kata('reset', '03')).stdout).toContain('nothing had to be saved')
    rmSync(copy.path(OWN))
    expect((await copy.kata('reset', '03')).code).toBe(0)
    expect(copy.read(OWN)).toBe(stub)
    expect(copy.saved('03-time-deque')).toEqual([])
    const restored = await copy.kata('restore', '03')
    expect(restored).toMatchObject({ code: 1, stderr: expect.stringContaining('saved yet') })
  })

  test('line ends of Windows stay; what does not parse is saved as well', async () => {
    const copy = small()
    const stub = copy.read(OWN)
    const broken = 'export class {{{\r\n\0'
    copy.write(OWN, broken)
    await copy.kata('reset', '03')
    expect(copy.read(OWN)).toBe(stub.replaceAll('\n', '\r\n'))
    expect((await copy.kata('reset', '03')).stdout).toContain('nothing had to be saved')
    await copy.kata('restore', '03')
    expect(copy.read(OWN)).toBe(broken)
  })

  test('without the list of stubs, or where nothing can be saved, nothing changes', async () => {
    const copy = small()
    copy.write(OWN, 'mine\n')
    copy.write('.kata', 'a file in the folder’s place')
    const refused = await copy.kata('reset', '03')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^not done: E[A-Z]+/) })
    rmSync(copy.path('.kata'))
    rmSync(copy.path('katas/stubs.json'))
    const lost = await copy.kata('reset', '03')
    expect(lost).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('stubs.json is missing'),
    })
    expect(copy.read(OWN)).toBe('mine\n')
    expect((await copy.kata()).code).toBe(0)
  })
})

describe('the reference', () => {
  const withSolution = () => {
    const copy = small()
    mkdirSync(copy.path('solutions/03-time-deque'), { recursive: true })
    copy.write('solutions/03-time-deque/window-counter.ts', 'line one\nthe reference\n')
    return copy
  }

  test('it is shown once the file as it is now solves the kata, or after a yes', async () => {
    const copy = withSolution()
    copy.write(OWN, 'line one\r\nmine\r\n')
    for (const word of ['diff', 'solution']) {
      const refused = await copy.kata(word, '03')
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toContain(`npm run kata ${word} 03 yes`)
    }
    expect((await copy.kata('solution', '03', 'yes')).stdout).toContain('the reference')
    solved(copy)
    const diff = (await copy.kata('diff', '03')).stdout
    expect(diff).toContain('\n line one\n-mine\n+the reference\n')
    copy.write(OWN, 'line one\nmine, again\n')
    expect((await copy.kata('diff', '03')).stderr).toContain('your file has changed since')
  })

  test('where there are no solutions, that is said', async () => {
    const { code, stderr } = await small().kata('solution', '03', 'yes')
    expect({ code, stderr }).toMatchObject({ code: 1 })
    expect(stderr).toContain('this checkout has no solutions')
  })

  test.for([
    ['y', 'yes'],
    ['n', 'no'],
    ['\r', 'no'],
    ['\x03', 'cancelled'],
  ] as const)('at the question %j is %s', async ([key, answer]) => {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 })
    const asked = ask('Show it?', {
      input: input as unknown as NodeJS.ReadStream,
      output: output as unknown as NodeJS.WriteStream,
    })
    await once(output, 'data')
    input.write(key)
    expect(await asked).toBe(answer)
  })
})

test('the help fits 80 columns, and has a line for each word', async () => {
  const stdout = usage()
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  for (const word of WORDS.filter((one) => one !== 'help')) {
    expect(stdout).toContain(`npm run kata ${word}`)
  }
  // Where there are no references it offers none.
  const without = await small().kata('help')
  expect(without.code).toBe(0)
  expect(without.stdout).toContain('npm run kata hint')
  expect(without.stdout).not.toContain('npm run kata solution')
})

test.for([
  [['hnt'], 'the desk has no word "hnt"; the nearest is  npm run kata hint\n'],
  [['rset', '03'], 'the nearest is  npm run kata reset\n'],
  [['hint', '04'], 'no kata is named "04"; the nearest is  npm run kata hint 0'],
  [['reset', 'tim-deqe'], 'the nearest is  npm run kata reset time-deque\n'],
  [['reset'], 'reset takes a kata, as in: npm run kata reset 03'],
  [['reset', '03', '01'], 'got "01" behind it'],
  [['track', 'interviews'], 'the nearest is  npm run kata track interview\n'],
  [['track'], 'track takes one of interview, backend, full, got nothing'],
  [['restore', '03', 'last'], 'got "last"'],
  [['solution', '03', 'y'], 'solution takes a kata, 03, or 03 yes, got "y" behind it'],
  [['next', '03'], 'got "03" behind it'],
  [['update'], 'got nothing'],
  [['update', '/not/there'], 'got "/not/there": there is nothing of this name'],
  [['update', 'package.json'], 'package.json": that is a file'],
] as const)('a wrong word is told: %j', async ([words, says]) => {
  const { code, stdout, stderr } = await small().kata(...words)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr.replaceAll(/\n {2}/g, ' ')).toContain(says)
})
