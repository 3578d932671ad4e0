import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { katas, root, solutionOf, testsOf } from '../../tools/judge/catalogue.mjs'
import { judge } from '../../tools/judge/judge.ts'
import { isStarred } from '../../tools/judge/results.ts'

const FIXTURES = join(root, 'test/workbook/fixtures/guards')
const kata = katas.find(({ id }) => id === '01')

/** An implementation that takes its process along. */
const ends = join(FIXTURES, 'heap-at-once/01-window-sum/window-sum.ts')
const wrong = readdirSync(join(root, 'test/wrong/01-window-sum'))[0] ?? ''

test('who shared a process that died is judged as ever, its mistake told, too', async () => {
  if (!kata) throw new Error('there is no kata 01')
  const paths = [ends, join(root, 'test/wrong/01-window-sum', wrong), solutionOf(kata)]
  const targets = paths.map((path) => ({ kata, implementation: path, tests: testsOf(kata) }))
  const [apart, together] = [
    await judge(targets, {}),
    await judge(targets, { forkFor: () => 'one for all' }),
  ]
  const told = ({ results }: typeof apart) =>
    results.map(({ core, stretch, failures, behavesLike, observed }) => ({
      ...{ core, stretch, failed: failures.length },
      ...{ behavesLike: behavesLike.map(({ name }) => name), observed },
    }))
  const [, other, right] = together.results
  expect(other?.behavesLike.map(({ name }) => name)).toEqual([wrong.replace('.ts', '')])
  expect(right && isStarred(right)).toBe(true)
  // What right code does on a probe is asked only where its process died, and told to nobody.
  expect(told(together).slice(0, 2)).toEqual(told(apart).slice(0, 2))
})
