import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { changeStub, type DeskCopy, laterVersion, smallCopy } from './desk-copy.ts'

const OWN = 'katas/03-time-deque/window-counter.ts'
const OTHER = 'katas/01-window-sum/window-sum.ts'

const copies: DeskCopy[] = []
afterEach(() => {
  for (const copy of copies.splice(0)) copy.remove()
})

function pair(edit: (later: DeskCopy) => void): { copy: DeskCopy; later: DeskCopy } {
  const [copy, later] = [smallCopy(), laterVersion(edit)]
  copies.push(copy, later)
  return { copy, later }
}

const savedByUpdate = (copy: DeskCopy) => readdirSync(copy.path('.kata/saved/updates'))[0] ?? ''

test('untouched stubs follow, edited ones stay and are shown what is new in theirs', async () => {
  const { copy, later } = pair((one) => {
    for (const folder of ['01-window-sum', '03-time-deque']) {
      changeStub(one, folder, (text) => text.replace(/^/, '// the new first line\n'))
    }
    // Whoever has worked in the new version already: its list says what the stub is.
    one.write(OTHER, 'worked in\n')
    one.write('katas/03-time-deque/README.md', '# A new lesson\n')
  })
  const lesson = copy.read('katas/03-time-deque/README.md')
  copy.write(OWN, 'mine\n')
  copy.write(OTHER, copy.read(OTHER).replaceAll('\n', '\r\n'))
  copy.write('katas/03-time-deque/notes.md', 'my notes\n')
  const { code, stdout, stderr } = await copy.kata('update', later.folder)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Version 0.1.0 becomes 9.0.0')
  expect(stdout).toContain(`stubs that you have not touched follow: 1\n  ${OTHER}`)
  expect(stdout).toContain(`kept, since they are yours: 1\n  ${OWN}`)
  expect(stdout).toContain('    +// the new first line\n')
  expect(copy.read(OWN)).toBe('mine\n')
  expect(copy.read(OTHER)).toMatch(/^\/\/ the new first line\r\n/)
  expect(copy.read(OTHER)).not.toMatch(/[^\r]\n/)
  expect(copy.read('katas/03-time-deque/notes.md')).toBe('my notes\n')
  expect(copy.read('katas/03-time-deque/README.md')).toBe('# A new lesson\n')
  const saved = ['.kata/saved/updates', savedByUpdate(copy)]
  expect(copy.read(...saved, 'katas/03-time-deque/README.md')).toBe(lesson)
  expect(copy.read(...saved, OTHER)).toContain('\r\n')
  const again = (await copy.kata('update', later.folder)).stdout
  expect(again).toContain('This is what you have already.')
  expect((await copy.kata('reset', '03')).code).toBe(0)
  expect(copy.read(OWN)).toMatch(/^\/\/ the new first line\n/)
})

test('tests that the new version has no more go; the learner’s files never do', async () => {
  const { copy, later } = pair((one) => {
    // Kata 01 gets another file to edit, kata 03 is gone.
    renameSync(one.path(OTHER), one.path('katas/01-window-sum/sums.ts'))
    rmSync(one.path('katas/03-time-deque'), { recursive: true })
    rmSync(one.path('katas/01-window-sum/window-sum.property.test.ts'))
    const { '01-window-sum': sum } = JSON.parse(one.read('katas/stubs.json'))
    const stub = { ...sum, file: 'sums.ts', beside: ['README.md', 'window-sum.test.ts'] }
    one.write('katas/stubs.json', JSON.stringify({ '01-window-sum': stub }))
    const [kata] = JSON.parse(one.read('katas/katas.json'))
    one.write('katas/katas.json', JSON.stringify([{ ...kata, file: 'sums.ts' }]))
    mkdirSync(one.path('katas/01-window-sum/more'))
    one.write('katas/01-window-sum/more/new.ts', 'new\n')
  })
  const stub = copy.read(OTHER)
  copy.write(OWN, 'mine\n')
  const { stdout, code } = await copy.kata('update', later.folder)
  expect(code).toBe(0)
  expect(copy.read(OWN)).toBe('mine\n')
  expect(stdout).toContain(`${OWN}\n    the new version has no such file any more`)
  expect(readdirSync(copy.path('katas/03-time-deque'))).toEqual(['window-counter.ts'])
  expect(readdirSync(copy.path('katas/01-window-sum')).sort()).toEqual([
    ...['README.md', 'more', 'sums.ts', 'window-sum.test.ts'],
  ])
  expect(copy.read('.kata/saved/updates', savedByUpdate(copy), OTHER)).toBe(stub)
  expect((await copy.kata()).stdout).toContain('0 of 1 solved')
})

test('without the list of its stubs each file that is no new stub counts as the learner’s', async () => {
  const { copy, later } = pair((one) => changeStub(one, '01-window-sum', (text) => `// 2\n${text}`))
  const stub = copy.read(OTHER)
  rmSync(copy.path('katas/stubs.json'))
  const { stdout, code } = await copy.kata('update', later.folder)
  expect(code).toBe(0)
  expect(stdout).toContain('what its stub was is not known')
  expect(copy.read(OTHER)).toBe(stub)
})

test('what is no newer version of the workbook is refused, and nothing changes', async () => {
  const { copy, later } = pair((one) => rmSync(one.path('katas/stubs.json')))
  const before = copy.contents()
  const refused = async (from: string, says: string) => {
    const { code, stderr } = await copy.kata('update', from)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(says) })
  }
  await refused(later.folder, 'stubs.json is missing')
  await refused(copy.path('nowhere'), 'takes a folder with a newer version, got "')
  await refused('.', 'takes another folder than this checkout')
  await refused('katas', 'this is no version of the workbook')
  expect(copy.contents()).toEqual(before)
  expect(existsSync(copy.path('.kata/saved'))).toBe(false)
})
