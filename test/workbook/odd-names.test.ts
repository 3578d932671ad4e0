import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { katas, solutionOf, testsOf } from '../../tools/judge/catalogue.mjs'
import { judge } from '../../tools/judge/judge.ts'
import { isStarred } from '../../tools/judge/results.ts'

const dir = mkdtempSync(join(tmpdir(), 'kata odd names '))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('a folder may have a name that would end a URL, or be part of one', async () => {
  // Windows has no question marks in names.
  const odd = process.platform === 'win32' ? '' : '?impl=x'
  const names = [`C#${odd}`, '100 %', '%23', "l'été", '(a) [b] {c}', '@x']
  const targets = katas
    .filter(({ id }) => id === '01' || id === '14')
    .flatMap((kata) =>
      names.slice(0, kata.id === '14' ? 1 : undefined).map((name) => {
        const from = solutionOf(kata)
        const implementation = join(dir, name, 'katas', kata.folder, kata.file)
        mkdirSync(dirname(implementation), { recursive: true })
        copyFileSync(from, implementation)
        return { kata, implementation, tests: testsOf(kata) }
      }),
    )
  const { results } = await judge(targets, { forkFor: ({ kata }) => kata.id })
  const not = results.filter((result) => !isStarred(result))
  expect(not.map(({ implementation, error }) => `${implementation}: ${error}`)).toEqual([])
})
