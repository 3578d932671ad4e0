import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DeskCopy, smallCopy } from './desk-copy.ts'

const OWN = 'katas/01-window-sum/window-sum.ts'

let copy: DeskCopy
beforeAll(() => {
  // All that `npm test` needs, and the references of kata 01.
  copy = new DeskCopy(
    /^(katas\/|solutions\/01|lua\/|tools\/|test\/(support|probes)\/|package\.json|vitest\.config\.ts|tsconfig\.json)/,
  )
})
afterAll(() => copy.remove())

const judged = (...words: string[]) => copy.node(['tools/test.mjs', ...words])
const known = () => JSON.parse(copy.read('.kata/progress.json')).katas['window-sum']

test('npm test tells the desk of own files that all their tests have judged, and of no others', async () => {
  const reference = copy.read('solutions/01-window-sum/window-sum.ts')
  const stub = copy.read(OWN)
  await judged('01', 'solutions/01')
  copy.write(OWN, reference)
  await judged('katas/01-window-sum/window-sum.property.test.ts')
  expect(existsSync(copy.path('.kata'))).toBe(false)

  expect((await judged('01')).code).toBe(0)
  expect(known()).toMatchObject({ run: { solved: true, starred: true } })
  expect(known().firstSolved).toBe(known().run.when)
  expect((await copy.kata()).stdout).toMatch(/1 of 21 solved, 1 ★[\s\S]* {2}★ 01 Window sum/)
  expect((await copy.kata('diff', '01')).stdout).toContain('is the reference, to the letter')

  // It fails now: that it was solved once is not forgotten, and not taken for more.
  const failing = stub.replace('{\n', '{ // mine\n')
  copy.write(OWN, failing)
  const { code } = await judged('01')
  expect(code).toBe(1)
  expect(known()).toMatchObject({ run: { solved: false, starred: false } })
  expect((await copy.kata()).stdout).toContain('↻ 01 Window sum')

  // The verdict does not depend on it.
  rmSync(copy.path('.kata'), { recursive: true })
  copy.write('.kata', 'a file in the folder’s place')
  copy.write(OWN, reference)
  const unkept = await judged('01')
  expect(unkept).toMatchObject({ code: 0, stdout: expect.stringContaining('solved ★') })
  expect(unkept.stderr).toMatch(/^progress is not kept: E/)
})

describe('the file', () => {
  const copies: DeskCopy[] = []
  afterEach(() => {
    for (const one of copies.splice(0)) one.remove()
  })

  function small(): DeskCopy {
    const one = smallCopy()
    copies.push(one)
    return one
  }

  test.for([
    ['no JSON', '{"version": 1, "katas'],
    ['another shape', '{"version": 1, "katas": {"time-deque": {"hints": "many"}}}'],
    ['another version', '{"version": 2, "katas": {}}'],
    ['null', 'null'],
  ])('a file that is broken (%s) is put aside, and said so', async ([, text = '']) => {
    const copy = small()
    mkdirSync(copy.path('.kata'))
    copy.write('.kata/progress.json', text)
    const { code, stderr, stdout } = await copy.kata()
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('0 of 2 solved') })
    expect(stderr).toContain('progress.json.broken-')
    const [aside = ''] = readdirSync(copy.path('.kata'))
    expect(copy.read('.kata', aside)).toBe(text)
    expect((await copy.kata('hint', '03')).stderr).toBe('')
  })

  test('a folder in its place is put aside as well; where it cannot be kept, hints still come', async () => {
    const copy = small()
    mkdirSync(copy.path('.kata/progress.json'), { recursive: true })
    expect(await copy.kata()).toMatchObject({ code: 0 })
    expect(readdirSync(copy.path('.kata'))).toEqual([expect.stringContaining('broken')])
    rmSync(copy.path('.kata'), { recursive: true })
    copy.write('.kata', 'a file')
    const { code, stdout, stderr } = await copy.kata('hint', '03')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Hint 1') })
    expect(stderr).toContain('progress is not kept: ')
  })

  test('what several write at once is all kept, and what another program has put there', async () => {
    const copy = small()
    mkdirSync(copy.path('.kata'))
    copy.write('.kata/progress.json', '{"version": 1, "katas": {}, "drills": [7]}')
    await Promise.all([
      copy.kata('hint', '01'),
      copy.kata('hint', '03'),
      copy.kata('track', 'backend'),
    ])
    expect(JSON.parse(copy.read('.kata/progress.json'))).toEqual({
      ...{ version: 1, drills: [7], track: 'backend' },
      katas: { 'window-sum': { hints: 1 }, 'time-deque': { hints: 1 } },
    })
  })
})
