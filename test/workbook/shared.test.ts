import { createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { Shared } from '../../tools/judge/shared.ts'
import { DeskCopy } from './desk-copy.ts'

const copy = new DeskCopy(/^(?!test\/workbook\/|docs\/)/)
afterAll(() => copy.remove())

const BUILT = '.cache/shared'
const SOURCE = 'katas/kit/index.ts'
const builds = () => readdirSync(copy.path(BUILT))
const judged = () => copy.node(['tools/test.mjs', 'solutions/01'])

async function solves() {
  const { stdout, stderr, code } = await judged()
  expect(stdout + stderr).toContain('solved ★')
  expect(code).toBe(0)
}

/** Makes a changed file the one that was built. */
function believe(build: string, name: string) {
  const path = `${BUILT}/${build}/hashes.json`
  const hash = createHash('sha256')
    .update(copy.read(BUILT, build, name))
    .digest('hex')
  copy.write(path, JSON.stringify({ ...JSON.parse(copy.read(path)), [name]: hash }))
}

/** Judges a solution while the checkout has another name. */
async function judgedIn(name: string) {
  const odd = `${copy.folder} ${name}`
  renameSync(copy.folder, odd)
  try {
    return await new DeskCopy(odd).node(['tools/test.mjs', 'solutions/01'])
  } finally {
    renameSync(odd, copy.folder)
  }
}

describe('what tests, implementations and the judge share', () => {
  test('is built once for each state of its sources, and loaded by Node itself', async () => {
    await solves()
    const [first = '', ...others] = builds()
    expect(others).toEqual([])
    const kit = copy.path(BUILT, first, 'kit.mjs')
    const byNode = '\nif (import.meta.env) throw new Error("not loaded by Node itself")\n'
    appendFileSync(kit, byNode)
    believe(first, 'kit.mjs')
    await solves()
    expect(builds()).toEqual([first])
    expect(readFileSync(kit, 'utf8')).toContain(byNode)
    copy.write(SOURCE, `throw new Error('not like this')\n${copy.read(SOURCE)}`)
    expect((await judged()).stdout).toContain('not like this')
    expect(builds()).toHaveLength(2)
    copy.write(SOURCE, copy.read(SOURCE).replace(/^.*\n/, ''))
    await solves()
    expect(builds()).toHaveLength(2)
  })

  test('is built anew where a build is not whole', async () => {
    await solves()
    for (const build of builds()) writeFileSync(copy.path(BUILT, build, 'runner.mjs'), '')
    await solves()
    for (const build of builds()) rmSync(copy.path(BUILT, build, 'kit.mjs'))
    await solves()
    for (const build of builds()) writeFileSync(copy.path(BUILT, build, 'hashes.json'), '{')
    await solves()
  })

  test('that does not compile is told as what it is', async () => {
    const before = copy.read(SOURCE)
    copy.write(SOURCE, `const = 1\n${before}`)
    const { stdout } = await judged()
    copy.write(SOURCE, before)
    expect(stdout).toContain('the file loads')
  })

  test('stays on disk where it was used last', async () => {
    const others = Array.from({ length: 30 }, (_, i) => `${i}`.padStart(16, '0'))
    for (const [i, name] of others.entries()) {
      mkdirSync(copy.path(BUILT, name))
      utimesSync(copy.path(BUILT, name), i, i)
    }
    copy.write(SOURCE, `${copy.read(SOURCE)}// as never before\n`)
    await solves()
    const left = builds()
    expect(left).toHaveLength(20)
    expect(left).not.toContain(others[0])
    expect(left).toContain(others[29])
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
    const { stdout, stderr } = await judgedIn(name)
    expect(stdout + stderr).toContain('solved ★')
  })

  test.each(['a#b', 'a?b'])('says that no checkout can be called %j', async (name) => {
    const { stderr, code } = await judgedIn(name)
    expect(stderr).toMatch(/^the checkout's path must have no # and no \?, got .*a[#?]b\n$/)
    expect(code).toBe(1)
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
