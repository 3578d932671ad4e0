import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testsOf } from '../../tools/judge/catalogue.mjs'
import { judge } from '../../tools/judge/judge.ts'
import { folderForPacks } from './assign/class-pack.ts'
import { pastedIn } from './assign/pasted.ts'

// It stands in the tests that a class gets: right by its answers, and by nothing else that is asked.
test('the naive code in the tests of a pack, put into the stub, fails core', async () => {
  const folder = folderForPacks()
  try {
    const targets = pastedIn(folder).map((one) => ({
      ...one,
      tests: testsOf(one.kata),
      untilFailure: true,
    }))
    const { results } = await judge(targets, { forkFor: ({ kata }) => kata.id })
    const solved = results.filter(({ core }) => core.failed === 0).map(({ kata }) => kata.folder)
    expect(solved).toEqual([])
    // It was put in well: most is right.
    for (const { kata, core } of results) {
      expect(core.passed, kata.folder).toBeGreaterThan(core.failed)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
