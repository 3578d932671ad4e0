import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  isProbe,
  katas,
  probesOf,
  root,
  solutionOf,
  stubOf,
  testsOf,
} from '../../tools/judge/catalogue.mjs'
import { judge } from '../../tools/judge/judge.ts'
import { isStarred } from '../../tools/judge/results.ts'
import { dealt } from '../../tools/judge/spec.mjs'

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
  // First, so that it says what failed where it does not hold.
  expect(right?.failures).toEqual([])
  expect(right && isStarred(right)).toBe(true)
  // What right code does on a probe is asked only where its process died, and told to nobody.
  expect(told(together).slice(0, 2)).toEqual(told(apart).slice(0, 2))
})

test('a mistake that shows in one process is told by what another one looks at', async () => {
  if (!kata) throw new Error('there is no kata 01')
  const [mistaken, right, stub] = [
    join(root, 'test/wrong/01-window-sum', wrong),
    solutionOf(kata),
    stubOf(kata),
  ].map((implementation) => ({ kata, implementation, tests: testsOf(kata) }))
  if (!mistaken || !right || !stub) throw new Error('there are three')
  const { results } = await judge([mistaken, right, stub], {
    forkFor: ({ implementation }, test) => `${implementation} ${isProbe(test)}`,
  })
  const told = results.map(({ behavesLike }) => behavesLike.map(({ name }) => name))
  expect(told).toEqual([[wrong.replace('.ts', '')], [], []])
  expect(results[1] && isStarred(results[1])).toBe(true)
  // Nothing is asked of what has no code yet, or is right.
  expect(results.map(({ observed }) => Object.keys(observed).length > 0)).toEqual([
    true,
    false,
    false,
  ])
})

test('the laws of one Redis kata run beside its other tests, and nothing else is split', () => {
  const targetsOf = (...ids: string[]) =>
    katas
      .filter(({ id }) => ids.includes(id))
      .map((one) => ({ kata: one, implementation: stubOf(one), tests: testsOf(one) }))
  const forksOf = (targets: ReturnType<typeof targetsOf>) => {
    const forkFor = dealt(targets)
    return targets.map((target) =>
      [...target.tests, ...probesOf(target.kata)].map((one) => [
        one.replace(/.*\//, '').replace(/^[^.]*/, ''),
        forkFor(target, one),
      ]),
    )
  }
  const beside = availableParallelism() > 1 ? '1' : '0'
  expect(forksOf(targetsOf('15'))[0]?.sort()).toEqual([
    ['.property.test.ts', beside],
    ['.test.ts', '0'],
    ['.test.ts', '0'],
    ['.upkeep.test.ts', '0'],
  ])
  expect(
    new Set(
      forksOf(targetsOf('03'))
        .flat()
        .map(([, fork]) => fork),
    ),
  ).toEqual(new Set(['0']))
  for (const files of forksOf(targetsOf('14', '15'))) {
    expect(new Set(files.map(([, fork]) => fork)).size).toBe(1)
  }
})
