import { Script } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { cost, costIndependentOf, countingReads, fc, readsAtMost } from '#support'
import { counter } from '../support/steps.ts'
import { sum, wrong } from './examples.ts'

/** What instrumented code does at the head of a loop. */
const { tick } = counter.module('example.ts', [['for', '', 1]])

describe('cost', () => {
  const numbers = (n: number) => Array.from({ length: n }, (_, i) => i)

  test.for([
    ['shift', (xs: number[]) => xs.shift()],
    ['splice', (xs: number[]) => xs.splice(0, 1)],
    ['indexOf', (xs: number[]) => xs.indexOf(-1)],
    ['filter', (xs: number[]) => xs.filter((x) => x > 1)],
    ['spread', (xs: number[]) => [...xs]],
    ['for-of', (xs: number[]) => sum(xs)],
    ['Math.max', (xs: number[]) => Math.max(...xs)],
    ['slice', (xs: number[]) => xs.slice()],
    ['sort', (xs: number[]) => xs.sort()],
    ['typed fill', (xs: number[]) => new Float64Array(xs.length).fill(1)],
    ['Map keys', (xs: number[]) => [...new Map(xs.map((x) => [x, x])).keys()]],
  ] as const)('%s is charged by its length', ([, work]) => {
    const xs = numbers(1000)
    const steps = cost(() => work(xs))
    expect(steps).toBeGreaterThanOrEqual(999)
    expect(steps).toBeLessThan(20_000)
  })

  /** What the judge's plugin makes of what is copied by syntax. */
  const copied = <T>(value: T): T => {
    ;(counter as { copied?: (value: unknown) => void }).copied?.(value)
    return value
  }
  const text = (xs: number[]) => 'x'.repeat(xs.length)

  const object = (xs: number[]) => Object.fromEntries(xs.map((x) => [`key-${x}`, x]))
  const thousand = { text: text(numbers(1000)), object: object(numbers(1000)) }

  test.for([
    ['indexOf of a text', ({ text }) => text.indexOf('y')],
    ['lastIndexOf of a text', ({ text }) => text.lastIndexOf('y')],
    ['includes of a text', ({ text }) => text.includes('y')],
    ['replaceAll of a text', ({ text }) => text.replaceAll('x', '')],
    ['search', ({ text }) => text.search(/y/)],
    ['match', ({ text }) => text.match(/y/)],
    ['match of all', ({ text }) => text.match(/x/g)],
    ['matchAll', ({ text }) => [...text.matchAll(/x/g)]],
    ['replace by a regular expression', ({ text }) => text.replace(/x/g, '')],
    ['exec', ({ text }) => /y/.exec(text)],
    ['test', ({ text }) => /y/.test(text)],
    ['Object.assign', ({ object }) => Object.assign({}, object)],
    ['Object.getOwnPropertyNames', ({ object }) => Object.getOwnPropertyNames(object)],
    ['Reflect.ownKeys', ({ object }) => Reflect.ownKeys(object)],
    ['object spread', ({ object }) => ({ ...copied(object) })],
    ['a copy of a typed array', () => new Float64Array(copied(typed))],
  ] as readonly [string, (of: typeof thousand) => unknown][])(
    '%s is charged by its length, too',
    ([, work]) => {
      const steps = cost(() => work(thousand))
      expect(steps).toBeGreaterThanOrEqual(1000)
      expect(steps).toBeLessThan(20_000)
    },
  )

  const typed = new Float64Array(1000)

  test.for([
    ['indexOf of a text that begins so', ({ text }) => text.indexOf('x')],
    ['lastIndexOf of a text that ends so', ({ text }) => text.lastIndexOf('x')],
    ['test of a text that begins so', ({ text }) => /x/.test(text)],
    ['a sticky match', ({ text }) => /y/y.exec(text)],
    ['Object.assign of a few', ({ object }) => Object.assign(object, { a: 1 })],
    ['a typed array of zeros', () => new Float64Array(copied(1000))],
  ] as readonly [string, (of: typeof thousand) => unknown][])('%s is cheap, too', ([, work]) => {
    expect(cost(() => work(thousand))).toBeLessThan(20)
  })

  test.for([
    ['find', (xs: number[]) => xs.find((x) => x === 3)],
    ['some', (xs: number[]) => xs.some((x) => x === 3)],
    ['indexOf', (xs: number[]) => xs.indexOf(3)],
    ['indexOf from near the end', (xs: number[]) => xs.indexOf(-1, 990)],
    ['includes from near the end', (xs: number[]) => xs.includes(-1, -10)],
    ['splice at the end', (xs: number[]) => xs.splice(-1)],
    ['fill of a few', (xs: number[]) => xs.fill(0, 10, 15)],
    ['copyWithin of a few', (xs: number[]) => xs.copyWithin(0, 995)],
    ['slice of a few', (xs: number[]) => xs.slice(0, 5)],
    ['a loop that breaks', (xs: number[]) => firstOf(xs)],
  ] as const)('%s is cheap', ([, work]) => {
    const xs = numbers(1000)
    expect(cost(() => work(xs))).toBeLessThan(20)
  })

  function firstOf(xs: readonly number[]): number | undefined {
    for (const x of xs) return x
    return undefined
  }

  test.for([
    ['a native callback', (xs: number[]) => xs.map(String)],
    ['a typed array of another', (xs: number[]) => new Float64Array(xs)],
    ['splice at the front', (xs: number[]) => xs.splice(0, 1)],
    ['every with a native callback', (xs: number[]) => xs.every(Number.isFinite)],
  ] as const)('%s is charged, too', ([, work]) => {
    const xs = numbers(1000)
    expect(cost(() => work(xs))).toBeGreaterThanOrEqual(1000)
  })

  /** What a call is charged outside the meter. */
  const chargedBy = (work: () => unknown) => {
    const { charged } = counter
    work()
    return counter.charged - charged
  }

  test('past the budget of the builtins it ends, and the builtins charge no more', () => {
    const xs = numbers(100_000)
    const steps = cost(() => {
      for (;;) xs.slice()
    })
    expect(steps).toBe(Number.POSITIVE_INFINITY)
    expect(chargedBy(() => xs.slice())).toBe(0)
    counter.begin()
  })

  test('push, pop, at and an index are not charged by the length', () => {
    const xs = numbers(1000)
    const steps = cost(() => {
      xs.push(1)
      xs.pop()
      return (xs.at(-1) ?? 0) + (xs[5] ?? 0)
    })
    expect(steps).toBeLessThan(10)
  })

  test('the builtins charge no more afterwards, also when the call threw', () => {
    cost(() => numbers(10).shift())
    expect(() =>
      cost(() => {
        throw new Error('inside')
      }),
    ).toThrow('inside')
    expect(chargedBy(() => numbers(10).shift())).toBe(0)
  })

  test('a builtin that was kept before the meter ran charges, too', () => {
    cost(() => 0)
    const { slice } = Array.prototype
    const xs = numbers(1000)
    expect(cost(() => slice.call(xs))).toBeGreaterThanOrEqual(1000)
  })

  test('the meter looks at no copies afterwards', () => {
    cost(() => copied([1]))
    const { charged } = counter
    copied([1, 2, 3])
    expect(counter.charged).toBe(charged)
  })

  test('independence: the same passes, twice as much does not', () => {
    const check = (steps: (k: number) => number) => () =>
      costIndependentOf(
        'k',
        [4, 64],
        (k) => ({
          shown: `f(${k})`,
          run: () => {
            for (let i = 0; i < steps(k); i++) tick(0)
          },
        }),
        'it is',
      )
    check((k) => 1000 + k)()
    expect(wrong(check((k) => 1000 * k))).toContain('expected the same whatever k is')
  })

  test('reads are counted, whichever way they are made', () => {
    for (const read of [
      (xs: readonly number[]) => sum(xs),
      (xs: readonly number[]) => xs.slice().length,
      (xs: readonly number[]) => xs.reduce((a, b) => a + b, 0),
    ]) {
      const { array, reads } = countingReads(numbers(100))
      read(array)
      expect(reads()).toBe(100)
    }
    readsAtMost(1, numbers(100), [], sum)
    const twice = (xs: readonly number[]) => sum(xs) + sum(xs)
    expect(wrong(() => readsAtMost(1, numbers(100), [], twice))).toContain(
      'reads each about 2 times',
    )
  })
})

test('the steps of the example above were counted by this process’s own counter', () => {
  expect(counter).toBe((globalThis as Record<symbol, unknown>)[Symbol.for('kata.steps')])
  expect(fc).toBeDefined()
})

test('a metered call that a time limit ended leaves no builtin that charges', () => {
  const holder = globalThis as { stuck?: () => unknown }
  holder.stuck = () =>
    cost(() => {
      for (;;);
    })
  expect(() => new Script('stuck()').runInThisContext({ timeout: 20 })).toThrow('timed out')
  delete holder.stuck
  expect(counter.metering).toBe(true)
  counter.begin()
  ;[1, 2, 3].slice()
  expect(counter.charged).toBe(0)
})
