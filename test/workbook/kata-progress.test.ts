import { existsSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DeskCopy } from './desk-copy.ts'

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
  await judged('01')
  await judged('solutions/01')
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
