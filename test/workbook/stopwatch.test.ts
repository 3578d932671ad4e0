import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { stopwatch } from '../support/stopwatch.mjs'

/** Keeps this thread busy for so many ms of the clock on the wall. */
function work(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('waiting for nothing but a timer is own time, and idle', async () => {
  const watched = stopwatch()
  await new Promise((resolve) => setTimeout(resolve, 200))
  const { passed, own, idle } = watched()
  expect(passed).toBeGreaterThanOrEqual(199)
  expect(own).toBeLessThanOrEqual(passed)
  expect(idle).toBeLessThanOrEqual(own)
})

test('work is own time, and not idle', () => {
  const watched = stopwatch()
  work(200)
  const { own, idle } = watched()
  expect(own).toBeGreaterThan(0)
  expect(idle).toBeLessThan(50)
})

const saysWaits = existsSync('/proc/self/schedstat')

test.runIf(saysWaits)('time in which others had the processors is not own time', async () => {
  const burners = Array.from({ length: 4 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'console.log(); for (;;);']),
  )
  try {
    await Promise.all(
      burners.map((one) => new Promise((resolve) => one.stdout.once('data', resolve))),
    )
    const watched = stopwatch()
    work(1000)
    const { passed, own } = watched()
    expect(own).toBeLessThan(0.6 * passed)
  } finally {
    for (const one of burners) one.kill('SIGKILL')
  }
})
