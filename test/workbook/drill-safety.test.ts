import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Terminal } from '../../tools/bench/terminal.ts'
import type { Draft, Drill } from '../../tools/drill/state.ts'
import { root } from '../../tools/judge/catalogue.mjs'
import { agree } from './agree.ts'
import { type DeskCopy, smallCopy } from './desk-copy.ts'
import { ownEnv } from './own-env.ts'

const FIXTURES = join(root, 'test/workbook/fixtures/desk')
const FOLDER = '03-time-deque'
const OWN = `katas/${FOLDER}/window-counter.ts`
const SCRATCH = `.kata/drill/0001/${FOLDER}/window-counter.ts`
const MINE = '// mine, and not done\n'
const WRITTEN = 'export const underTheClock = 1\n'.repeat(300)
/** The first question of a candidate who has tried kata 03 alone. */
const FIRST = '03-one-call'

const ENTER = '\r'
const DOWN = '\u001b[B'
const CTRL_C = '\u0003'
const TYPE = 'or type it'
const TICKS = 'confirm'
const TICKED = '◼'
const AGAIN = 'No ends the drill'

const copy = smallCopy(/tools\/(drill|words)|docs\/questions\/(0[13]-|design)/)
copy.write('tools/session.ts', readFileSync(join(FIXTURES, 'drill-session.ts'), 'utf8'))
const STUB = copy.read(OWN)
const FULL = copy.path('full')

let terminal: Terminal | undefined

/** In a terminal, on a disk that is full while FULL is there; `$$` is the number of the shell that node replaces. */
function drill(words = ''): Terminal {
  const faults = pathToFileURL(join(FIXTURES, 'faults.mjs')).href
  const node = `exec node --import ${faults} --import tsx tools/drill.ts ${words}`
  const env = { ...ownEnv(), NO_COLOR: '1', FULL }
  terminal = new Terminal(`sh -c 'echo $$ > pid; ${node}'`, copy.folder, env)
  return terminal
}

const signal = (name: NodeJS.Signals) => process.kill(Number(copy.read('pid')), name)
const fill = () => copy.write('full', '')
const free = () => rmSync(FULL)

function kept(of: DeskCopy = copy): Drill | undefined {
  const path = '.kata/drill.json'
  return existsSync(of.path(path)) ? JSON.parse(of.read(path)) : undefined
}

const draft = (): Draft | undefined => kept()?.drafts?.[FIRST]

/** Does something, and comes back once `is` holds after a change in the desk's folder. */
function changed(does: () => void, is: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(copy.path('.kata'), () => {
      if (!is()) return
      watcher.close()
      resolve()
    })
    does()
  })
}

beforeEach(() => {
  mkdirSync(copy.path('.kata'), { recursive: true })
  copy.write(OWN, MINE)
})
afterEach(async () => {
  await terminal?.end()
  expect(copy.read(OWN)).toBe(MINE)
  for (const name of ['.kata', 'full', 'pid'])
    rmSync(copy.path(name), { recursive: true, force: true })
})
afterAll(() => copy.remove())

describe.runIf(Terminal.isHere)('in a terminal', () => {
  test('what is typed and ticked is there again, whatever ends the drill', async () => {
    let screen = drill()
    await screen.until(TYPE)
    screen.press(`in once${CTRL_C}`)
    await screen.until('all is kept')
    expect(await screen.code()).toBe(130)
    expect(draft()).toEqual({ answer: 'in once' })

    screen = drill()
    await screen.until('Go on from where you left it')
    await screen.until('in once')
    const answer = 'in once, out once'
    await changed(
      () => screen.press(', out once'),
      () => draft()?.answer === answer,
    )
    signal('SIGKILL')
    expect(await screen.code()).toBe(128 + 9)

    screen = drill()
    await screen.until(answer)
    screen.press(ENTER)
    await screen.until(TICKS)
    screen.press(' ')
    await screen.until(TICKED)
    signal('SIGTERM')
    expect(await screen.code()).toBe(128 + 15)
    expect(draft()).toMatchObject({ answer, given: true, named: [expect.any(String)] })

    screen = drill()
    await screen.until(`You have answered: ${answer}`)
    await screen.until(TICKED)
    await screen.until(TICKS)
    screen.press(`${DOWN} ${ENTER}`)
    await screen.until('mark a senior?')
    await screen.until(TICKS)
    screen.press(' ')
    await screen.until(TICKED)
    screen.press(CTRL_C)
    expect(await screen.code()).toBe(130)
    expect(draft()).toMatchObject({ named: { length: 2 }, senior: { length: 1 } })

    screen = drill()
    await screen.until(TICKS)
    screen.press(ENTER)
    await screen.until('mark a senior?')
    await screen.until(TICKS)
    screen.press(ENTER)
    expect(await screen.until('And then they ask')).toContain('2 of 3, comes back')
    expect(kept()).toMatchObject({ log: [{ id: FIRST, answer, named: 2, senior: 1 }], drafts: {} })
  })

  test('a full disk at a question: it says so, and goes on once there is room', async () => {
    let screen = drill()
    await screen.until(TYPE)
    fill()
    // It is tried while it is typed, too, and that is no reason to end.
    await changed(
      () => screen.press('half'),
      () => true,
    )
    screen.press(CTRL_C)
    expect(await screen.until(AGAIN)).toContain('not kept: ENOSPC')
    free()
    screen.press(ENTER)
    await screen.until('all is kept')
    expect(await screen.code()).toBe(130)
    expect(draft()).toEqual({ answer: 'half' })

    screen = drill()
    await screen.until('half')
    for (const step of ['did you name?', 'mark a senior?', 'And then they ask']) {
      fill()
      screen.press(ENTER)
      await screen.until(AGAIN)
      free()
      screen.press(ENTER)
      await screen.until(step)
      if (step !== 'And then they ask') await screen.until(TICKS)
    }
    expect(kept()).toMatchObject({ log: [{ id: FIRST, answer: 'half' }], drafts: {} })
  })

  test('a full disk under the clock: the scratch file stays, and so does what was kept', async () => {
    fill()
    let screen = drill('kata 03')
    await agree(screen, 'Begin?')
    await screen.until(AGAIN)
    expect(kept()).toBeUndefined()
    free()
    screen.press(ENTER)
    await screen.until('go away')
    const { file = '' } = kept()?.attempt ?? {}
    expect(copy.read(file)).toBe(STUB)
    copy.write(file, WRITTEN)
    fill()
    screen.press(`${DOWN}${ENTER}`)
    await screen.until(AGAIN)
    free()
    screen.press(ENTER)
    await agree(screen, 'Take it?')
    await screen.until('Hint 1')
    await screen.until('go away')
    fill()
    screen.press(`${DOWN}${ENTER}`)
    await screen.until(AGAIN)
    screen.press(`n`)
    await screen.until('not done: ENOSPC')
    expect(await screen.code()).toBe(1)
    free()
    expect(kept()?.attempt).toMatchObject({ hints: 1 })
    expect(copy.read(file)).toBe(WRITTEN)
    screen = drill('kata')
    expect(await screen.until('2 left')).toContain(file)
    signal('SIGKILL')
    expect(await screen.code()).toBe(128 + 9)
    expect(copy.read(file)).toBe(WRITTEN)
  })
})

// That the desk's writes may fail at each call, too, is shown in kata-safety.test.ts.
test('killed at any call that changes the disk: all is old or new, no file is touched', async () => {
  const attempt = { kata: 'time-deque', file: SCRATCH, spentMs: 1, hints: 0, marked: [] }
  const old = { version: 1, cards: {}, log: [], drafts: { [FIRST]: { answer: 'mine' } }, attempt }
  mkdirSync(copy.path(SCRATCH, '..'), { recursive: true })
  copy.write(SCRATCH, WRITTEN)
  copy.write('.kata/drill/tsconfig.json', '{}')
  copy.write('.kata/drill.json', JSON.stringify(old))
  const runs = await copy.toolAtEachCall('end', 'tools/session.ts')
  expect(runs.length).toBeGreaterThan(25)
  for (const { again, left, ended } of runs) {
    const now = kept(left)
    expect(now?.drafts?.[FIRST]?.answer ?? now?.log[0]?.answer).toBe('mine')
    expect(again).toEqual({ code: 0, said: '' })
    expect(kept(ended)).toMatchObject({
      log: [{ id: FIRST, answer: 'mine' }],
      drafts: {},
      attempt: { kata: 'window-sum' },
    })
    for (const one of [left, ended]) {
      expect(one.read(SCRATCH)).toBe(WRITTEN)
      expect(one.read(OWN)).toBe(MINE)
    }
    const rest = readdirSync(ended.path('.kata')).filter((name) => name.endsWith('.tmp'))
    expect(rest).toEqual([])
  }
})
