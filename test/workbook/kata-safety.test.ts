import { readdirSync, rmSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { changeStub, DeskCopy, laterVersion, type Run } from './desk-copy.ts'

/** So few katas that a run can be repeated at each of its calls. */
const FEW =
  /^(katas\/(0[13]-|[^/]+\.json)|tools\/(kata|desk\/|judge\/[^/]+\.mjs)|test\/support\/redis\/owner\.mjs|package\.json)/

const FOLDER = '03-time-deque'
const OWN = `katas/${FOLDER}/window-counter.ts`
/** Two that differ in all parts and in their length. */
const A = 'export const a = 1\n'.repeat(500)
const B = `${'// another attempt\n'.repeat(700)}export const b = 2\n`

const copies: DeskCopy[] = []
afterEach(() => {
  for (const { folder } of copies.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function copyWith(text: string): DeskCopy {
  const copy = new DeskCopy(FEW)
  copies.push(copy)
  copy.write(OWN, text)
  return copy
}

/** Runs it with the fault at the first call, the second …, up to the last that there is. Returns how many there were. */
async function atEachCall(
  how: 'kill' | 'fail',
  make: () => DeskCopy | Promise<DeskCopy>,
  words: readonly string[],
  check: (copy: DeskCopy, run: Run) => void | Promise<void>,
): Promise<number> {
  for (let n = 1; ; n++) {
    const copy = await make()
    const run = await copy.faulty(`${how} ${n}`, ...words)
    const happened = how === 'kill' ? run.signal === 'SIGKILL' : run.stderr.includes('the fault')
    if (!happened) {
      expect(run).toMatchObject({ code: 0, signal: undefined })
      return n - 1
    }
    // No stack trace is shown, whatever it was.
    expect(run.stderr).not.toMatch(/^ +at /m)
    await check(copy, run)
    rmSync(copies.pop()?.folder ?? '', { recursive: true, force: true })
  }
}

/** What the learner had, whole, in the file or in a saved copy. */
function expectKept(copy: DeskCopy, ...texts: string[]): void {
  const there = [copy.read(OWN), ...copy.saved(FOLDER)]
  for (const text of texts) expect(there.includes(text), text.slice(0, 20)).toBe(true)
  for (const text of copy.saved(FOLDER)) expect([A, B].includes(text)).toBe(true)
}

const namesOf = (copy: DeskCopy) => readdirSync(copy.path('katas', FOLDER)).sort()

describe.for(['kill', 'fail'] as const)('%s at each call that changes the disk', (how) => {
  test('reset: the file is the learner’s or the stub, and the learner’s is kept whole', async () => {
    const stub = new DeskCopy(FEW)
    copies.push(stub)
    const calls = await atEachCall(
      how,
      () => copyWith(A),
      ['reset', '03'],
      async (copy) => {
        expect([A, stub.read(OWN)].includes(copy.read(OWN))).toBe(true)
        expectKept(copy, A)
        expect((await copy.kata('reset', '03')).code).toBe(0)
        expect(copy.read(OWN)).toBe(stub.read(OWN))
        expectKept(copy, A)
        expect(namesOf(copy)).toEqual(namesOf(stub))
      },
    )
    expect(calls).toBeGreaterThan(10)
  })

  test('restore: neither the saved file nor the one that it replaces is lost', async () => {
    const calls = await atEachCall(
      how,
      async () => {
        const copy = copyWith(A)
        await copy.kata('reset', '03')
        copy.write(OWN, B)
        return copy
      },
      ['restore', '03'],
      (copy) => {
        expect([A, B].includes(copy.read(OWN))).toBe(true)
        expectKept(copy, A, B)
      },
    )
    expect(calls).toBeGreaterThan(10)
  })

  test('progress: it is what it was or what it shall be', async () => {
    const tracks = new Set()
    await atEachCall(
      how,
      async () => {
        const copy = copyWith(A)
        await copy.kata('track', 'interview')
        return copy
      },
      ['track', 'backend'],
      (copy) => {
        tracks.add(JSON.parse(copy.read('.kata/progress.json')).track)
      },
    )
    expect([...tracks].sort()).toEqual(['backend', 'interview'])
  })

  test('update: each file is the old or the new one, own files stay, and running it again ends it', async () => {
    const later = laterVersion((copy) => {
      for (const name of readdirSync(copy.path('katas')).filter((one) => /^\d\d-/.test(one))) {
        if (!/^0[13]-/.test(name)) rmSync(copy.path('katas', name), { recursive: true })
      }
      for (const name of ['solutions', 'lua', 'package-lock.json']) {
        rmSync(copy.path(name), { recursive: true })
      }
      changeStub(copy, '01-window-sum', (text) => `// new\n${text}`)
      changeStub(copy, FOLDER, (text) => `// new\n${text}`)
      copy.write('katas/01-window-sum/README.md', '# a new lesson\n')
      copy.write('tools/new.mjs', 'export {}\n')
      rmSync(copy.path('katas/01-window-sum/window-sum.property.test.ts'))
      const stubs = JSON.parse(copy.read('katas/stubs.json'))
      stubs['01-window-sum'].beside = ['README.md', 'window-sum.test.ts']
      copy.write('katas/stubs.json', JSON.stringify(stubs))
    })
    copies.push(later)
    const started = () => {
      const copy = copyWith(A)
      copy.write('katas/01-window-sum/notes.md', 'my own\n')
      return copy
    }
    const [before, done] = [started(), started()]
    expect((await done.kata('update', later.folder)).code).toBe(0)
    const [old, end] = [before.contents(), done.contents()]
    expect(end).not.toEqual(old)
    const calls = await atEachCall(how, started, ['update', later.folder], async (copy) => {
      const now = copy.contents()
      for (const [path, text] of Object.entries(now)) {
        expect([old[path], end[path]].includes(text), path).toBe(true)
      }
      for (const path of Object.keys(old)) {
        expect(path in now || !(path in end), `${path} is gone`).toBe(true)
      }
      expect((await copy.kata('update', later.folder)).code).toBe(0)
      expect(copy.contents()).toEqual(end)
    })
    expect(calls).toBeGreaterThan(20)
  })
})
