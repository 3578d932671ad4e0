import { expect, test } from 'vitest'
import { cost } from '#support'

const numbers = (n: number) => Array.from({ length: n }, (_, i) => i)

const lies = (...numbers: number[]) =>
  ({ valueOf: () => numbers.shift() ?? 0 }) as unknown as number
const species = Object.assign([], {
  constructor: { [Symbol.species]: function made() {} },
})

test.for([
  ['a text that is an object', (text) => new String(text).indexOf('y')],
  ['a search from the end', (text) => new String(text).lastIndexOf('y')],
  [
    'a text that is made in a regular expression',
    (text) => /y/.exec({ toString: () => text } as string),
  ],
  ['a place that is another number each time', (text) => text.indexOf('y', lies(0, 1000))],
  ['the same from the end', (text) => text.lastIndexOf('y', lies(1000, 0))],
  ['the same in an array', () => numbers(1000).includes(-1, lies(0, 1000))],
  ['the same as what is filled', () => numbers(1000).fill(0, lies(0, 1000))],
  ['something with a length', () => Array.prototype.indexOf.call({ length: 1000 }, 1)],
  ['a slice that is no array', () => Object.assign(numbers(1000), species).slice()],
  ['an array that is joined to nothing', () => new Array(1000).join('')],
  ['a text that is padded', (text) => 'x'.padEnd(text.length)],
  ['a split that finds nothing', (text) => text.split('y')],
  ['JSON.parse', (text) => JSON.parse(`"${text}"`)],
] as readonly [string, (text: string) => unknown][])(
  '%s pays for all that it goes through, and gets nothing back',
  ([, work]) => {
    const text = 'x'.repeat(1000)
    const thousand = cost(() => numbers(1000).shift())
    expect(cost(() => work(text))).toBeGreaterThanOrEqual(999)
    const both = cost(() => [work(text), numbers(1000).shift()])
    expect(both).toBeGreaterThanOrEqual(thousand)
  },
)

test('lengths without an end charge nothing that no budget is below', () => {
  const endless = () => Array.prototype.indexOf.call({ length: Infinity }, 0, Infinity)
  expect(cost(() => [endless(), numbers(1000).shift()])).toBe(
    cost(() => [0, numbers(1000).shift()]),
  )
  expect(
    cost(() => {
      endless()
      for (let i = 0; i < 10; i++) numbers(1000).shift()
    }, 5000),
  ).toBe(Number.POSITIVE_INFINITY)
})

test('a charge is reckoned without being charged for', () => {
  const xs = new Float64Array(100)
  expect(cost(() => xs.slice(10, 30))).toBe(20)
  expect(cost(() => xs.indexOf(1))).toBe(100)
  expect(cost(() => Object.assign({}, { a: 1, b: 2 }))).toBe(2)
  expect(cost(() => /x/.exec('aax'))).toBe(3)
})

test('code does not see by a builtin whether it is metered', () => {
  const owners = [Array, Map, Set, String, RegExp, Float64Array].map(({ prototype }) => prototype)
  const iterators = [[], new Map(), new Set()].map((one) => Object.getPrototypeOf(one.values()))
  const all = () =>
    [...owners, ...iterators].flatMap((owner) =>
      Reflect.ownKeys(owner).map((key) => {
        const { value, get, set } = Reflect.getOwnPropertyDescriptor(owner, key) ?? {}
        const read = get && iterators.includes(owner) ? Reflect.get(owner, key) : undefined
        return { key, value, get, set, read }
      }),
    )
  let inside: unknown
  cost(() => {
    inside = all()
  })
  expect(inside).toStrictEqual(all())
})
