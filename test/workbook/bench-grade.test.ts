import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KATAS } from '../../tools/bench/grade.ts'
import { kataAt } from '../../tools/bench/loop.ts'
import { makeUpClass } from '../../tools/bench/made-up-class.ts'
import { peaksIn, watchMemory } from '../../tools/bench/memory.ts'
import { stubText } from '../../tools/desk/stubs.mjs'
import { submissionsBelow } from '../../tools/grade/submissions.ts'
import { solutionOf } from '../../tools/judge/catalogue.mjs'
import { wrongAnswersOf } from '../../tools/verify/wrong-answers.ts'

describe('a made-up class', () => {
  const katas = KATAS.map(kataAt)
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'made-up-class-'))
    makeUpClass(folder, 20, katas)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('each hands in each kata, where grade looks for it', () => {
    const found = submissionsBelow(folder)
    expect(found).toHaveLength(20 * katas.length)
    expect(found.filter(({ target }) => typeof target === 'string')).toEqual([])
    expect(new Set(found.map(({ student }) => student)).size).toBe(20)
  })

  test.for(katas)('of $slug there is right and wrong code, and some that is not begun', (kata) => {
    const own = submissionsBelow(folder).filter((one) => one.kata === kata)
    const texts = own.map(({ path }) => readFileSync(path, 'utf8'))
    const wrong = wrongAnswersOf(kata).map(({ path }) => readFileSync(path, 'utf8'))
    expect(texts).toContain(readFileSync(solutionOf(kata), 'utf8'))
    expect(texts.filter((text) => wrong.includes(text))).toHaveLength(4)
    expect(texts.filter((text) => text === stubText(kata))).toHaveLength(2)
    expect(new Set(texts).size).toBeGreaterThan(8)
  })
})

describe('the memory of a group of processes', () => {
  test('of each kind the largest counts, of this group alone', () => {
    const listing = [
      '  41  20480 node --import tsx tools/grade.ts',
      '  41 102400 /usr/bin/node /a b/node_modules/vitest/dist/workers/forks.js',
      '  41  51200 /usr/bin/node /a b/node_modules/vitest/dist/workers/forks.js',
      '1141 999999 node other',
      '   1 999999 /usr/bin/node vitest/dist/workers/forks.js',
      '',
    ].join('\n')
    expect(peaksIn(listing, 41)).toEqual({ fork: 100, other: 20 })
    expect(peaksIn(listing, 41, { fork: 70, other: 70 })).toEqual({ fork: 100, other: 70 })
    expect(peaksIn(listing, 7)).toEqual({ fork: 0, other: 0 })
  })

  test('a process that holds 100 MB is seen to', async ({ skip }) => {
    // Not every small image of Linux has one, nor has Windows.
    const hasPs = spawnSync('ps', ['-A', '-o', 'pgid=,rss=,args=']).status === 0
    if (!hasPs) skip('there is no ps')
    const program =
      'const held = Buffer.alloc(1e8, 1); console.log(held.length); setInterval(() => {}, 1e6)'
    const child = spawn(process.execPath, ['-e', program], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await once(child.stdout, 'data')
      const stop = new AbortController()
      const watched = watchMemory(child.pid ?? 0, stop.signal)
      stop.abort()
      const { other, fork } = await watched
      expect(other).toBeGreaterThan(95)
      expect(other).toBeLessThan(400)
      expect(fork).toBe(0)
    } finally {
      child.kill('SIGKILL')
    }
  })
})
