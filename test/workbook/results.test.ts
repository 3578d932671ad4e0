import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SerializedError, TestModule } from 'vitest/node'
import { root } from '../../tools/judge/catalogue.mjs'
import { resultsOf } from '../../tools/judge/results.ts'

const moduleId = join(root, 'katas/01-window-sum/window-sum.test.ts')

/** A test file whose one test failed by an error of this kind. */
const failed = (kind: string) =>
  ({
    moduleId,
    children: {
      size: 1,
      *allTests() {
        yield {
          name: 'its test',
          parent: { type: 'module' },
          result: () => ({ state: 'failed', errors: [{ name: kind, message: 'why' }] }),
          meta: () => ({}),
        }
      },
    },
    errors: () => [],
  }) as unknown as TestModule

const stray = (message: string): SerializedError => ({ message, VITEST_TEST_PATH: moduleId })

const told = (kind: string, message: string) =>
  resultsOf([failed(kind)], [stray(message)], [])[0]?.failures.map(({ test }) => test)

const OUTSIDE = 'no error is thrown outside the tests'

test('vitest’s own timer is no failure of its own, whatever the test failed by', () => {
  for (const kind of ['OutOfTime', 'Stopped', 'Wrong']) {
    expect(told(kind, 'Test timed out in 30000ms.')).toEqual(['its test'])
  }
})

test('any other error outside the tests is told', () => {
  expect(told('OutOfTime', 'thrown later')).toContain(OUTSIDE)
})
