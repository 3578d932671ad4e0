import { existsSync, readdirSync, rmSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { changeStub, type DeskCopy, type Faulty, laterVersion, smallCopy } from './desk-copy.ts'

const FOLDER = '03-time-deque'
const OWN = `katas/${FOLDER}/window-counter.ts`
/** Two that differ in all parts and in their length. */
const A = 'export const a = 1\n'.repeat(500)
const B = `${'// another attempt\n'.repeat(700)}export const b = 2\n`

const copies: DeskCopy[] = []
afterEach(() => {
  for (const copy of copies.splice(0)) copy.remove()
})

function copyWith(text: string): DeskCopy {
  const copy = smallCopy()
  copies.push(copy)
  copy.write(OWN, text)
  return copy
}

/** What the learner had, whole, in the file or in a saved copy; and no copy is half of one. */
function expectKept(copy: DeskCopy, ...texts: string[]): void {
  const there = [copy.read(OWN), ...copy.saved(FOLDER)]
  for (const text of texts) expect(there.includes(text), text.slice(0, 20)).toBe(true)
  for (const text of copy.saved(FOLDER)) expect([A, B].includes(text)).toBe(true)
}

const namesOf = (copy: DeskCopy) => readdirSync(copy.path('katas', FOLDER)).sort()

/** A line for the person, and no stack trace, whatever failed. */
function expectTold({ said, code }: Faulty): void {
  expect(said).not.toMatch(/^ +at /m)
  if (code !== 0) expect(said).toMatch(/ENOSPC|EACCES|another process/)
}

/** A later version in which every kind of file differs. */
function later(): DeskCopy {
  const copy = laterVersion((one) => {
    changeStub(one, '01-window-sum', (text) => `// new\n${text}`)
    changeStub(one, FOLDER, (text) => `// new\n${text}`)
    one.write('katas/01-window-sum/README.md', '# a new lesson\n')
    one.write('tools/new.mjs', 'export {}\n')
    rmSync(one.path('katas/01-window-sum/window-sum.property.test.ts'))
    const stubs = JSON.parse(one.read('katas/stubs.json'))
    stubs['01-window-sum'].beside = ['README.md', 'window-sum.test.ts']
    one.write('katas/stubs.json', JSON.stringify(stubs))
  })
  copies.push(copy)
  return copy
}

describe.for([
  ['the process ends', 'end'],
  ['something fails', 'fail'],
] as const)('%s at any call that changes the disk', ([, how]) => {
  test('reset: the file is the learner’s or the stub, and the learner’s is kept whole', async () => {
    const [start, fresh] = [copyWith(A), smallCopy()]
    copies.push(fresh)
    const stub = fresh.read(OWN)
    const runs = await start.atEachCall(how, 'reset', '03')
    expect(runs.length).toBeGreaterThan(10)
    for (const run of runs) {
      if (how === 'fail') expectTold(run)
      expect([A, stub].includes(run.left.read(OWN))).toBe(true)
      expectKept(run.left, A)
      expect(run.again).toEqual({ code: 0, said: '' })
      expect(run.ended.read(OWN)).toBe(stub)
      expectKept(run.ended, A)
      expect(namesOf(run.ended)).toEqual(namesOf(fresh))
    }
  })

  test('restore: neither the saved file nor the one that it replaces is lost', async () => {
    const start = copyWith(A)
    expect((await start.kata('reset', '03')).code).toBe(0)
    start.write(OWN, B)
    const runs = await start.atEachCall(how, 'restore', '03')
    expect(runs.length).toBeGreaterThan(10)
    for (const { left, ended } of runs) {
      expect([A, B].includes(left.read(OWN))).toBe(true)
      expectKept(left, A, B)
      expectKept(ended, A, B)
    }
  })

  test('progress: it is what it was or what it shall be', async () => {
    const start = copyWith(A)
    expect((await start.kata('track', 'interview')).code).toBe(0)
    const runs = await start.atEachCall(how, 'track', 'backend')
    const trackIn = (copy: DeskCopy) => JSON.parse(copy.read('.kata/progress.json')).track
    expect(new Set(runs.map(({ left }) => trackIn(left)))).toEqual(
      new Set(['interview', 'backend']),
    )
    for (const { again, ended } of runs) {
      expect(again).toEqual({ code: 0, said: '' })
      expect(trackIn(ended)).toBe('backend')
    }
  })

  test('update: each file is old or new, own ones stay, and running it again ends it', async () => {
    const [from, done] = [later(), copyWith(A)]
    done.write('katas/01-window-sum/notes.md', 'my own\n')
    const old = done.contents()
    const runs = await done.atEachCall(how, 'update', from.folder)
    expect((await done.kata('update', from.folder)).code).toBe(0)
    const end = done.contents()
    expect(end).not.toEqual(old)
    expect(runs.length).toBeGreaterThan(20)
    for (const run of runs) {
      if (how === 'fail') expectTold(run)
      const now = run.left.contents()
      for (const [path, text] of Object.entries(now)) {
        expect([old[path], end[path]].includes(text), path).toBe(true)
      }
      for (const path of Object.keys(old)) {
        expect(path in now || !(path in end), `${path} is gone`).toBe(true)
      }
      expect(run.again).toEqual({ code: 0, said: '' })
      expect(run.ended.contents()).toEqual(end)
    }
  })
})

test.for(['writeFileSync 2', 'renameSync 1', 'writeFileSync 3', 'renameSync 2'])(
  'reset, killed at %s: nothing is lost, and the next one does it',
  async (call) => {
    const copy = copyWith(A)
    expect((await copy.killed(call, 'reset', '03')).signal).toBe('SIGKILL')
    expect(copy.read(OWN)).toBe(A)
    expect((await copy.kata('reset', '03')).code).toBe(0)
    expect(copy.read(OWN)).not.toBe(A)
    expectKept(copy, A)
    expect(existsSync(copy.path('.kata/lock'))).toBe(false)
  },
)
