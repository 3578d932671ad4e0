import { describe, expect, test } from 'vitest'
import {
  answers,
  cost,
  costIndependentOf,
  countingReads,
  fc,
  growsLinearly,
  keepsWithin,
  near,
  rangeError,
  readsAtMost,
  refuses,
  replay,
  Wrong,
} from '#support'
import { counter } from '../support/steps.ts'

/** The message of the `Wrong` that an assertion must throw. */
function wrong(assertion: () => void): string {
  try {
    assertion()
  } catch (error) {
    if (error instanceof Wrong) return error.message
    throw error
  }
  throw new Error('the assertion passed')
}

/** What instrumented code does at the head of a loop. */
const { tick } = counter.module('example.ts', [['for', '', 1]])

function sum(xs: readonly number[]): number {
  let total = 0
  for (const x of xs) total += x
  return total
}

describe('answers', () => {
  test('passes a right answer; 0 and -0 are the same', () => {
    answers(sum, [[1, 2]], 3)
    answers(() => -0, [], 0)
    answers(() => [1, { a: 2 }], [], [1, { a: 2 }])
  })

  test('shows the call, the answer and the right one', () => {
    expect(wrong(() => answers(sum, [[1, 2]], 4))).toBe('sum([1, 2])\n  returned  3\n  expected  4')
  })

  test.for([
    [undefined, 0],
    [[1, 2], [1]],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 2 }],
    [Number.NaN, 0],
    [null, undefined],
    ['1', 1],
    [Promise.resolve(1), 1],
  ])('%o is not %o', ([actual, expected]) => {
    expect(wrong(() => answers(() => actual, [], expected))).toContain('expected')
  })

  test('shows what was thrown instead of an answer', () => {
    const fail = () => {
      throw new TypeError('no such thing')
    }
    expect(wrong(() => answers(fail, [], 1))).toContain('threw     TypeError: no such thing')
  })

  test('notices a changed input, and spoils nothing with it', () => {
    const sorts = (xs: number[]) => xs.sort()[0]
    const input = [3, 1, 2]
    expect(wrong(() => answers(sorts, [input], 1))).toContain('changed its input')
    expect(input).toEqual([3, 1, 2])
  })

  test('takes a number near enough, and no other', () => {
    answers(() => 1.001, [], near(1, 0.01))
    expect(wrong(() => answers(() => 1.1, [], near(1, 0.01)))).toContain('give or take')
    expect(wrong(() => answers(() => Number.NaN, [], near(1, 0.01)))).toContain('returned  NaN')
  })
})

function throwing(message: string, kind: ErrorConstructor = RangeError): () => unknown {
  return () => {
    throw new kind(message)
  }
}

describe('refuses', () => {
  test('passes a RangeError that names the parameter and shows the value', () => {
    refuses('f(-1)', throwing('k must be positive, got -1'), 'k', -1)
  })

  const cases: [what: string, call: () => unknown, words: string][] = [
    ['no error', () => 7, 'returned  7'],
    ['no name', throwing('must be positive, got -1'), 'threw     RangeError: must be'],
    ['another name', throwing('kilo must be positive, got -1'), 'threw     RangeError: kilo'],
    ['another value', throwing('k must be positive, got -10'), 'threw     RangeError: k must'],
    ['no value', throwing('k must be positive'), 'threw     RangeError: k must be positive'],
    ['another class', throwing('k must be positive, got -1', Error), 'threw     Error: k must'],
  ]
  test.for(cases)('%s is not enough', ([, call, words]) => {
    expect(wrong(() => refuses('f(-1)', call, 'k', -1))).toContain(words)
  })
})

describe('replay', () => {
  class Adder {
    #total = 0
    add(n: number): number {
      if (n < 0) throw new RangeError(`n must be ≥ 0, got ${n}`)
      this.#total += n
      return this.#total
    }
  }
  const adder = (...steps: [number, unknown][]) =>
    replay(
      'new Adder()',
      () => new Adder(),
      steps.map(([n, expected]) => ['add', [n], expected]),
    )

  test('passes a right timeline, errors included', () => {
    adder([1, 1], [-1, rangeError('n', -1)], [2, 3])
  })

  test('shows the calls up to the wrong one', () => {
    expect(wrong(() => adder([1, 1], [2, 4]))).toBe(
      'new Adder()\n  add(1)  → 1\n  add(2)  → 3   expected 4',
    )
  })

  test('shows the last calls of a long timeline only', () => {
    const message = wrong(() =>
      adder(...Array.from({ length: 20 }, (): [number, number] => [0, 0]), [1, 0]),
    )
    expect(message.split('\n')).toHaveLength(7)
    expect(message).toContain('… 16 calls before')
  })

  test('an error that is missing, or not wanted, is wrong', () => {
    expect(wrong(() => adder([1, rangeError('n', 1)]))).toContain('expected RangeError')
    expect(wrong(() => adder([-1, 0]))).toContain('threw RangeError: n must be ≥ 0')
  })

  test('a method that is not there is a wrong answer, not a crash of the test', () => {
    expect(wrong(() => replay('{}', () => ({}), [['add', [1], 1]]))).toContain('add(1)')
  })
})

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

  test.for([
    ['find', (xs: number[]) => xs.find((x) => x === 3)],
    ['some', (xs: number[]) => xs.some((x) => x === 3)],
    ['indexOf', (xs: number[]) => xs.indexOf(3)],
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

  test('past the budget of the builtins it ends, and the builtins are put back', () => {
    const xs = numbers(100_000)
    const before = Array.prototype.slice
    const steps = cost(() => {
      for (;;) xs.slice()
    })
    expect(steps).toBe(Number.POSITIVE_INFINITY)
    expect(Array.prototype.slice).toBe(before)
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

  test('the builtins are as before afterwards, also when the call threw', () => {
    const before = Array.prototype.shift
    cost(() => numbers(10).shift())
    expect(() =>
      cost(() => {
        throw new Error('inside')
      }),
    ).toThrow('inside')
    expect(Array.prototype.shift).toBe(before)
  })

  const growth = (steps: (n: number) => number) => () =>
    growsLinearly({
      of: (n) => `f(${n})`,
      run: (n) => () => {
        for (let i = 0; i < steps(n); i++) tick(0)
      },
      n: 50,
      needs: (n) => n,
      why: 'it is linear',
    })

  test('growth: n and n·log n pass, n² does not', () => {
    growth((n) => n)()
    growth((n) => n * Math.log2(n))()
    expect(wrong(growth((n) => n * n))).toContain('f(800): 640,000 steps')
  })

  test('growth: a meter that counts nothing is an error, not a pass', () => {
    expect(growth(() => 0)).toThrow('the meter counted 0')
  })

  test('growth: past the budget it says so', () => {
    counter.begin(10_000)
    expect(wrong(growth((n) => n * n))).toContain('more than 10,000 steps')
    counter.begin()
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

describe('heap', () => {
  const kept = (bytes: number) => (): void =>
    keepsWithin({
      what: 'an object',
      make: () => ({ all: [] as Float64Array[] }),
      work: ({ all }) => all.push(new Float64Array(bytes / 8)),
      limitBytes: 64 * 1024,
      why: 'it is small',
    })

  test('what stays within the limit passes, what does not is told in kB', () => {
    kept(32 * 1024)()
    expect(wrong(kept(256 * 1024))).toMatch(/an object: 25\d kB are still kept/)
  })

  test('what the work leaves outside the object counts, too', () => {
    const outside: number[][] = []
    const leak = () =>
      keepsWithin({
        what: 'an object',
        make: () => ({}),
        work: () => outside.push(Array.from({ length: 1_000_000 }, (_, i) => i + 0.5)),
        limitBytes: 64 * 1024,
        why: 'it is small',
      })
    expect(wrong(leak)).toMatch(/are still kept/)
    expect(outside.length).toBeGreaterThan(0)
  })
})

test('the steps of the example above were counted by this process’s own counter', () => {
  expect(counter).toBe((globalThis as Record<symbol, unknown>)[Symbol.for('kata.steps')])
  expect(fc).toBeDefined()
})
