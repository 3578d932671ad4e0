import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { Shared } from '../../tools/judge/shared.ts'
import { DeskCopy } from './desk-copy.ts'

const copy = new DeskCopy(/^(?!test\/workbook\/|docs\/)/)
afterAll(() => copy.remove())

const solves = async () => {
  const { stdout, stderr, code } = await copy.node(['tools/test.mjs', 'solutions/01'])
  expect(stdout + stderr).toContain('solved ★')
  expect(code).toBe(0)
}
const BUILT = '.cache/shared'
const builds = () => readdirSync(copy.path(BUILT))

describe('what tests, implementations and the judge share', () => {
  test('is built once for each state of its sources', async () => {
    await solves()
    const [first = '', ...others] = builds()
    expect(others).toEqual([])
    const kit = copy.path(BUILT, first, 'kit.mjs')
    appendFileSync(kit, '\n// as it was built\n')
    const yesterday = Date.now() / 1000 - 25 * 60 * 60
    utimesSync(copy.path(BUILT, first), yesterday, yesterday)
    await solves()
    // It is in use, and no longer old.
    expect(statSync(copy.path(BUILT, first)).mtimeMs / 1000).toBeGreaterThan(yesterday + 60)
    expect(builds()).toEqual([first])
    expect(readFileSync(kit, 'utf8')).toContain('// as it was built')

    // A change is there in the next run; what was built before may still be in use.
    const source = 'katas/kit/index.ts'
    copy.write(source, `throw new Error('not like this')\n${copy.read(source)}`)
    const { stdout } = await copy.node(['tools/test.mjs', 'solutions/01'])
    expect(stdout).toContain('not like this')
    expect(builds()).toHaveLength(2)
    utimesSync(copy.path(BUILT, first), yesterday, yesterday)
    copy.write(source, `${copy.read(source).replace(/^.*\n/, '')}// and back\n`)
    await solves()
    expect(builds()).toHaveLength(2)
    expect(builds()).not.toContain(first)
  })

  test('is taken as it stands where nothing can be written', async () => {
    rmSync(copy.path('.cache'), { recursive: true, force: true })
    writeFileSync(copy.path('.cache'), 'a file where the folder should be')
    try {
      await solves()
      expect(copy.read('.cache')).toBe('a file where the folder should be')
    } finally {
      rmSync(copy.path('.cache'))
    }
  })

  test.each(["$'$$&", '%41'])('is found in a checkout that is called %j', async (name) => {
    const odd = `${copy.folder} ${name}`
    renameSync(copy.folder, odd)
    const { stdout, stderr } = await new DeskCopy(odd).node(['tools/test.mjs', 'solutions/01'])
    renameSync(odd, copy.folder)
    expect(stdout + stderr).toContain('solved ★')
  })

  test('alone is loaded uncounted, whatever a submission calls its folders', () => {
    const shared = new Shared('/work (1)/.cache/shared/0123456789abcdef')
    const [builtModule, ...others] = shared.builtModules
    expect(others).toEqual([])
    expect(shared.import('#kit')).toMatch(builtModule as RegExp)
    expect(shared.judge('runner')).toMatch(builtModule as RegExp)
    for (const other of [
      '/work (1)/.cache/shared/0123456789abcdef/katas/01-window-sum/window-sum.ts?judged',
      '/class/work (1)/.cache/shared/0123456789abcdef/kit.mjs',
      '/work 1/.cache/shared/0123456789abcdef/kit.mjs',
      '/work (1)/.cache/shared/fedcba9876543210/kit.mjs',
      '/work (1)/.cache/shared/0123456789abcdef/kit.mjs?judged',
    ]) {
      expect(other).not.toMatch(builtModule as RegExp)
    }
    expect(new Shared().builtModules).toEqual([])
    expect(new Shared().import('constructor')).toBeUndefined()
  })
})
