import { expect, test } from 'vitest'
import { growsLinearly, growsLogarithmically } from '#support'
import { counter } from '../support/steps.ts'
import { wrong } from './examples.ts'

/** What instrumented code does at the head of a loop. */
const { tick } = counter.module('example.ts', [['for', '', 1]])

const growth =
  (steps: (n: number) => number, grows = growsLinearly, n = 50) =>
  () =>
    grows({
      of: (n) => `f(${n})`,
      run: (n) => () => {
        for (let i = 0; i < steps(n); i++) tick(0)
      },
      n,
      needs: (n) => n,
      why: 'it is linear',
    })

test('growth: n and n·log n pass, n² does not', () => {
  growth((n) => n)()
  growth((n) => n * Math.log2(n))()
  expect(wrong(growth((n) => n * n))).toContain('f(800): 640,000 steps')
})

test('growth of n things: n·log n passes, n·√n and n² do not', () => {
  growth((n) => n * Math.log2(n), growsLogarithmically)()
  expect(wrong(growth((n) => n * Math.sqrt(n), growsLogarithmically))).toContain('f(800)')
  expect(wrong(growth((n) => n * n, growsLogarithmically))).toContain('f(800): 640,000 steps')
})

test('growth: a meter that counts nothing is an error, not a pass', () => {
  expect(growth(() => 0)).toThrow('the meter counted 0')
})

test('growth: past what it may cost it is stopped, and says so', () => {
  expect(wrong(growth((n) => n ** 3))).toContain('more than 2,000,000 steps')
  counter.begin()
})

test('growth: what does not end is measured once', () => {
  const sizes: number[] = []
  const endless = (n: number) => {
    sizes.push(n)
    return Number.POSITIVE_INFINITY
  }
  const told = wrong(growth(endless))
  expect(told).toContain('f(50): more than 2,000,000 steps\n')
  expect(told).not.toContain('f(800)')
  expect(new Set(sizes)).toEqual(new Set([50]))
  counter.begin()
})

test('growth: of code that was found slow fewer things are asked first, and all where these pass', () => {
  const slow = (steps: (n: number) => number) => wrong(growth(steps, growsLinearly, 512))
  counter.loaded()
  expect(slow((n) => n ** 2 / 4)).toContain('f(8192): ')
  expect(slow((n) => n ** 2 / 4)).toContain('f(1024): ')
  expect(slow((n) => (n > 4000 ? n * n : n))).toContain('f(8192): ')
  growth((n) => n, growsLinearly, 512)()
  // Below 512 a logarithm says nothing.
  const log = wrong(growth((n) => n ** 2 / 4, growsLogarithmically, 2048))
  expect(log).toContain('f(512): ')
  counter.loaded()
  expect(slow((n) => n ** 2 / 4)).toContain('f(8192): ')
  counter.begin()
})
