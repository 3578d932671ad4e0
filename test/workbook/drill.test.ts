import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { Terminal } from '../../tools/bench/terminal.ts'
import { questionBank } from '../../tools/drill/bank.ts'
import type { Drill } from '../../tools/drill/state.ts'
import { agree } from './agree.ts'
import { DeskCopy } from './desk-copy.ts'
import { ownEnv } from './own-env.ts'

const copy = new DeskCopy(/^(?!test\/(workbook|wrong|attempts)\/)/)
const OWN = 'katas/01-window-sum/window-sum.ts'
const OTHER = 'katas/02-two-pointers/two-pointers.ts'
const STUBS = [OWN, OTHER].map((path) => ({ path, text: copy.read(path) }))
const MINE = '// mine, and not done\n'
const RIGHT = copy.read('solutions/01-window-sum/window-sum.ts')

const firstOf = (id: string) => questionBank().find(({ kata }) => kata?.id === id)?.id ?? '?'
const FIRST = firstOf('01')
const SECOND = firstOf('02')

const ENTER = '\r'
const DOWN = '\u001b[B'
const CTRL_C = '\u0003'
const TYPE = 'or type it'
const SENIOR = 'mark a senior?'
const LEFT = 'left'

let terminal: Terminal | undefined

function drill(...words: string[]): Terminal {
  const command = `node --import tsx tools/drill.ts ${words.join(' ')}`
  terminal = new Terminal(command, copy.folder, { ...ownEnv(), NO_COLOR: '1' })
  return terminal
}

const kept = (): Drill => JSON.parse(copy.read('.kata/drill.json'))

const BEGIN = 'Begin?'
const HAND_IN = 'Hand it in?'
const TAKE_IT = 'Take it?'

/** Answers a question aloud and ticks its first point. */
async function answer(screen: Terminal): Promise<string> {
  const question = await screen.until(TYPE)
  screen.press(ENTER)
  await screen.until('confirm')
  screen.press(` ${ENTER}`)
  await screen.until(SENIOR)
  await screen.until('confirm')
  screen.press(ENTER)
  return question
}

afterEach(async () => {
  await terminal?.end()
  rmSync(copy.path('.kata'), { recursive: true, force: true })
  for (const { path, text } of STUBS) copy.write(path, text)
})
afterAll(() => copy.remove())

describe.runIf(Terminal.isHere)('in a terminal', () => {
  test('questions: what is named is kept, and comes back when it is due', async () => {
    copy.write(OWN, MINE)
    copy.write(OTHER, MINE)
    const screen = drill('new', '2')
    expect(await answer(screen)).toContain(`1 of 2: ${FIRST}`)
    expect(await screen.until('And then they ask')).toContain('The usual wrong turn')
    expect(await answer(screen)).toContain(`2 of 2: ${SECOND}`)
    expect(await screen.code()).toBe(0)
    expect(kept().log).toMatchObject([
      { id: FIRST, named: 1, senior: 0 },
      { id: SECOND, named: 1 },
    ])
    expect(Object.keys(kept().cards)).toEqual([FIRST, SECOND])
  })

  test('a kata under the clock, in a scratch file; a hint costs; the own file has no part', async () => {
    copy.write(OWN, MINE)
    let screen = drill('kata', '01')
    await agree(screen, BEGIN)
    expect(await screen.until(LEFT)).toMatch(/Write: \.kata\/drill\/0001\/01-window-sum\/window/)
    await screen.until('go away')
    screen.press(`${DOWN}${ENTER}`)
    await agree(screen, TAKE_IT)
    await screen.until('Hint 1')
    expect(await screen.until('(2 left')).toMatch(/ 2[12]:\d\d left/)
    expect(kept().attempt).toMatchObject({ kata: 'window-sum', hints: 1 })
    expect(kept().attempt?.spentMs).toBeGreaterThan(180_000)
    screen.press(CTRL_C)
    expect(await screen.code()).toBe(130)

    const spent = kept().attempt?.spentMs ?? 0
    const file = kept().attempt?.file ?? ''
    copy.write(file, RIGHT)
    screen = drill('kata')
    await screen.until(LEFT)
    await screen.until('go away')
    expect((kept().attempt?.spentMs ?? 0) - spent).toBeLessThan(5000)
    screen.press(`${DOWN}${DOWN}${ENTER}`)
    await agree(screen, HAND_IN)
    const judged = await screen.until('of 25:00, 1 hint')
    expect(judged).toContain('solved ★')
    expect(judged).not.toContain('npm test')
    expect(await answer(screen)).toContain('about your code: 01-')
    expect(await answer(screen)).toContain('about your code: 01-')
    expect(await screen.until('Your file stays')).not.toContain('Error')
    expect(await screen.code()).toBe(0)
    expect(copy.read(file)).toBe(RIGHT)
    expect(copy.read(OWN)).toBe(MINE)
    expect(kept().attempt).toBeUndefined()
    expect(kept().cards['kata:window-sum']).toBeDefined()
  })

  test('no clock starts, no hint is taken and nothing is handed in by an Enter too many', async () => {
    let screen = drill('kata')
    expect(await screen.until(BEGIN)).toContain('01 Window sum, from blank, 25 minutes')
    await screen.until('No')
    screen.press(ENTER)
    expect(await screen.until('kata NN')).toContain('nothing has begun')
    expect(await screen.code()).toBe(1)
    screen = drill('mock')
    await screen.until(BEGIN)
    await screen.until('No')
    screen.press(ENTER)
    expect(await screen.code()).toBe(1)
    expect(existsSync(copy.path('.kata'))).toBe(false)

    screen = drill('kata')
    await agree(screen, BEGIN)
    for (const [steps, question] of [
      [DOWN, TAKE_IT],
      [`${DOWN}${DOWN}`, HAND_IN],
    ] as const) {
      await screen.until('go away')
      screen.press(`${steps}${ENTER}`)
      await screen.until(question)
      await screen.until('No')
      screen.press(ENTER)
    }
    await screen.until('go away')
    expect(kept().attempt).toMatchObject({ hints: 0 })
    expect(kept().attempt?.ended).toBeUndefined()
  })

  test('a seed that cannot be is told, and the attempt stays', async () => {
    terminal = new Terminal('node --import tsx tools/drill.ts kata 01', copy.folder, {
      ...ownEnv(),
      FC_SEED: 'abc',
    })
    await agree(terminal, BEGIN)
    await terminal.until('go away')
    terminal.press(`${DOWN}${DOWN}${ENTER}`)
    await agree(terminal, HAND_IN)
    await terminal.until('FC_SEED must be an integer, got abc')
    expect(await terminal.code()).toBe(1)
    expect(kept().attempt?.ended).toBeUndefined()
  })

  test('without Redis a kata that needs one is not handed in, and gets no mark', async () => {
    terminal = new Terminal('node --import tsx tools/drill.ts kata 14', copy.folder, {
      ...ownEnv(),
      ...{ REDIS_URL: '', KATA_REDIS: 'url' },
    })
    await agree(terminal, BEGIN)
    await terminal.until('go away')
    terminal.press(`${DOWN}${DOWN}${ENTER}`)
    await agree(terminal, HAND_IN)
    expect(await terminal.until('Not handed in')).toContain('NOT RUN')
    await terminal.until('go away')
    expect(kept().attempt?.ended).toBeUndefined()
    expect(kept().cards).toEqual({})
  })

  test('the terminal closed under the clock: file and time are there; the clock goes', async () => {
    let screen = drill('kata', '03')
    await agree(screen, BEGIN)
    await screen.until('24:59 left')
    const file = kept().attempt?.file ?? ''
    copy.write(file, MINE)
    await screen.end()
    // Another one does not push it aside.
    screen = drill('kata', '04')
    expect(await screen.until('goes on')).toContain('03 is still under the clock')
    expect(await screen.code()).toBe(1)
    expect(copy.read(file)).toBe(MINE)
    // An editor finds the kit and the house's types.
    copy.write(file, copy.read('solutions/03-time-deque/window-counter.ts'))
    const tsc = copy.path('node_modules/typescript/bin/tsc')
    expect(await copy.node([tsc, '-p', '.kata/drill'])).toMatchObject({ code: 0, stdout: '' })
    rmSync(copy.path(file))
    screen = drill('kata')
    expect(await screen.until('go away')).toContain('it was gone')
    expect(copy.read(file)).toBe(copy.read('katas/03-time-deque/window-counter.ts'))
  })

  test('a kata by itself and the one of a mock interview do not touch one another', async () => {
    let screen = drill('mock')
    await agree(screen, BEGIN)
    await screen.until('go away')
    const ofMock = kept().mock?.attempt
    expect(kept().attempt).toBeUndefined()
    screen.press(CTRL_C)
    expect(await screen.code()).toBe(130)

    screen = drill('kata')
    await agree(screen, BEGIN)
    const shown = await screen.until('go away')
    const byItself = kept().attempt
    expect(shown).toContain(byItself?.file)
    expect(shown).not.toContain(ofMock?.file)
    screen.press(`${DOWN}${DOWN}${ENTER}`)
    await agree(screen, HAND_IN)
    await screen.until('about your code')
    screen.press(CTRL_C)
    expect(await screen.code()).toBe(130)
    expect(kept().attempt?.ended).toBeDefined()
    expect(kept().mock).toMatchObject({ attempt: { file: ofMock?.file, hints: 0 } })
    expect(kept().mock?.ended).toBeUndefined()

    screen = drill('mock')
    expect(await screen.until('go away')).toContain(ofMock?.file)
    screen.press(`${DOWN}${DOWN}${DOWN}${ENTER}`)
    expect(await screen.until('goes on')).toContain('npm run drill mock')
    expect(kept().attempt?.file).toBe(byItself?.file)
  })

  test('a mock interview, left after its kata: it goes on, and ends with a sheet', async () => {
    let screen = drill('mock')
    await agree(screen, BEGIN)
    await screen.until('go away')
    screen.press(`${DOWN}${DOWN}${ENTER}`)
    await agree(screen, HAND_IN)
    const judged = await screen.until(':00, no hint')
    expect(judged).toContain('to do')
    expect(judged).not.toMatch(/npm test|README|hints/)
    await screen.until(TYPE)
    screen.press(CTRL_C)
    expect(await screen.code()).toBe(130)
    const planned = kept().mock
    expect(planned?.ended).toMatchObject({ solved: false, hints: 0 })
    expect(planned?.attempt).toBeUndefined()

    screen = drill('mock')
    for (let i = 1; i < 5; i++) expect(await answer(screen)).toContain(`question ${i} of 5`)
    expect(await answer(screen)).toContain('design question 5 of 5')
    expect(await screen.until('Study:')).toContain('Score sheet')
    expect(await screen.until('begins another one')).toContain('katas/')
    expect(await screen.code()).toBe(0)
    expect(kept().log.map(({ id }) => id)).toEqual(planned?.questions)
    expect(kept().mock).toBeUndefined()
  })
})

describe('without a terminal', () => {
  const run = (...words: string[]) => copy.node(['--import', 'tsx', 'tools/drill.ts', ...words])

  test('it says what is wrong, and exits with 1', async () => {
    const [word, nobody] = await Promise.all([run('plam'), run()])
    expect(word).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run drill plan') })
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('needs a terminal') })
    for (const line of nobody.stderr.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  })

  test('the date is kept; a file that is broken is put aside', async () => {
    expect((await run('until', '2999-12-20')).stdout).toContain('on 2999-12-20')
    copy.write('.kata/drill.json', '{ "version": 1, ')
    const { code, stdout, stderr } = await run('plan')
    expect([code, stdout]).toEqual([0, expect.stringContaining('No date')])
    expect(stderr).toContain('starts anew')
    const [aside = ''] = readdirSync(copy.path('.kata')).filter((name) => name.includes('broken'))
    expect(copy.read(join('.kata', aside))).toBe('{ "version": 1, ')
    expect(existsSync(copy.path('.kata/drill.json'))).toBe(false)
  })
})
