import { runInNewContext } from 'node:vm'
import { transformWithOxc } from 'vite'
import { describe, expect, test } from 'vitest'
import { instrument } from '../../tools/judge/instrument.ts'
import { Refused } from '../../tools/judge/refused.ts'
import { StepCounter } from '../support/steps.ts'

/** What an instrumented module imports, of this counter. */
const entered =
  (counter: StepCounter) => (file: string, places: Parameters<StepCounter['module']>[1]) => ({
    ...counter.module(file, places),
    copied: <T>(value: T): T => {
      counter.copied(value)
      return value
    },
    loaded: () => counter.loaded(),
    hidden: {},
  })

/** Instruments, runs `result = …` of the source, and tells what was counted. */
async function run(source: string, budget = 1000, copied: unknown[] = []) {
  const counter = new StepCounter()
  // Its class is locked, as all that tests hand over.
  Object.defineProperty(counter, 'copied', { value: (value: unknown) => copied.push(value) })
  counter.begin(budget)
  const instrumented = instrument(source, 'x.ts', [])
  const { code } = await transformWithOxc(instrumented, 'x.ts', { sourcemap: false })
  const script = code
    .replace(/^export /gm, '')
    .replace(/^import ?\{ ?enter as (\w+) ?\} ?from ?"[^"]*";/m, 'const $1 = kata;')
  const result = runInNewContext(`${script}\n;result()`, { kata: entered(counter) })
  return { result, counter, instrumented }
}

describe('instrument', () => {
  test.for([
    ['for', 'for (let i = 0; i < 5; i++) n++'],
    ['for with a block', 'for (let i = 0; i < 5; i++) { n++ }'],
    ['for-of', 'for (const x of [1, 2, 3, 4, 5]) n++'],
    ['for-in', 'for (const x in [1, 2, 3, 4, 5]) n++'],
    ['while', 'while (n < 5) n++'],
    ['do-while', 'do n++; while (n < 5)'],
    ['a loop without a body', 'for (; n < 5; n++);'],
    ['a labelled loop', 'a: for (;;) { for (;;) { if (++n > 4) break a; continue a } }'],
    ['nested without blocks', 'for (let i = 0; i < 5; i++) if (i >= 0) n++; else n--'],
    [
      'a loop that ends in an arrow',
      'let g = () => 0; for (const x of [1, 2, 3, 4, 5]) g = () => x\n n = g()',
    ],
    [
      'loops in a static block',
      'class A { static g = () => 0; static { for (const x of [1, 2, 3, 4, 5]) A.g = () => x } }; n = A.g()',
    ],
    [
      'an arrow of an object that is spread, at the end of a loop',
      'let g = () => ({ x: 0 }); for (const x of [1, 2, 3, 4, 5]) g = () => ({ ...{ x } })\n n = g().x',
    ],
  ])('counts %s', async ([, loop]) => {
    const { result, counter } = await run(`function result() { let n = 0; ${loop}; return n }`)
    expect(result).toBe(5)
    expect(counter.steps).toBeGreaterThanOrEqual(5)
    expect(counter.steps).toBeLessThanOrEqual(12)
  })

  test.for([
    ['an arrow', 'const f = (n: number): number => n > 0 ? f(n - 1) + 1 : 0'],
    [
      'an arrow with an object',
      'const g = (n: number) => ({ n }); const f = (n: number) => g(n).n',
    ],
    [
      'an arrow of arrows',
      'const h = (a: number) => (b: number) => a + b; const f = (n: number) => h(n)(0)',
    ],
    ['an arrow with a cast', 'const f = (n: number) => n as unknown as number'],
    ['a sequence', 'const f = (n: number) => (0, n)'],
    ['a method', 'class A { m(n: number) { return n } }; const f = (n: number) => new A().m(n)'],
    [
      'a private method',
      'class A { #m(n: number) { return n } p(n: number) { return this.#m(n) } }; const f = (n: number) => new A().p(n)',
    ],
    ['a getter', 'class A { get m() { return 3 } }; const f = (n: number) => new A().m'],
    [
      'a derived class',
      'class B { x; constructor(x: number) { this.x = x } }; class A extends B { constructor(n: number) { super(n) } }; const f = (n: number) => new A(n).x',
    ],
    ['a generator', 'function* g(n: number) { yield n }; const f = (n: number) => [...g(n)][0]'],
    ['defaults and rests', 'const f = (n = 3, ...rest: number[]) => n + rest.length'],
    ['a pattern', 'const g = ({ n }: { n: number }) => n; const f = (n: number) => g({ n })'],
    [
      'an overload',
      'function f(n: string): number; function f(n: number): number; function f(n: unknown) { return Number(n) }',
    ],
    ['a string with odd characters', "const s = 'ä😀'; const f = (n: number) => s.length * 0 + n"],
    [
      'its own __tick',
      'const __tick = 1, __call = 2; const f = (n: number) => n * __tick + __call - 2',
    ],
  ])('leaves the meaning of %s', async ([, code]) => {
    const { result, counter } = await run(`${code}\nfunction result() { return f(3) }`)
    expect(result).toBe(3)
    expect(counter.steps).toBeGreaterThan(1)
  })

  test('keeps every line where it was', () => {
    const source = 'const a = 1\n\nfunction f() {\n  for (;;) {\n    break\n  }\n}\n'
    const lines = instrument(source, 'x.ts', []).split('\n')
    for (const [i, line] of source.split('\n').entries()) {
      expect(lines[i]?.replace(/^import\{enter.*?\.hidden;(?=const a)|__\w+\([^)]*\);/g, '')).toBe(
        line,
      )
    }
  })

  test.for([
    [
      'object spread',
      2,
      'const o = { a: 1, b: 2 }; const f = () => Object.keys({ c: 0, ...o, ...(0, o) })',
    ],
    [
      'the rest of an object',
      1,
      'const f = () => { const { a, ...rest } = { a: 1, b: 2, c: 3, d: 4 }; return Object.values(rest) }',
    ],
    ['a typed array', 2, 'const f = () => new Uint8Array(new Uint8Array(3 as number,),)'],
    [
      'a typed array of a sequence',
      1,
      'const f = () => ((n: number) => new Uint8Array((0, n)))(3)',
    ],
    ['a typed array of nothing', 0, 'const f = () => [...new Uint8Array(), 1, 2, 3]'],
  ] as const)('shows %s to the meter', async ([, copies, code]) => {
    const copied: unknown[] = []
    const { result } = await run(`${code}\nfunction result() { return f().length }`, 1000, copied)
    expect(result).toBe(3)
    expect(copied.length).toBe(copies)
  })

  test('names the loop past the budget, and throws again when the error is swallowed', async () => {
    const code = `function result() {
      for (;;) { try { for (;;); } catch { break } }
      try { while (true); } catch { return 'swallowed' }
    }`
    const { result, counter } = await run(code)
    expect(result).toBe('swallowed')
    expect(() => counter.assertWithin()).toThrow(
      'did not end within 1,000 steps: the for loop at x.ts:2',
    )
  })

  test('knows the last call of the learner’s, with its arguments', async () => {
    const { counter } = await run(
      'export class A { m(n: number, s: string) { return n } }\nfunction result() { return new A().m(7, "x") }',
    )
    expect(counter.lastCall?.name).toBe('m')
    expect(Array.from(counter.lastCall?.args ?? [])).toEqual([7, 'x'])
  })

  test.for([
    ["import { x } from 'node:fs'", "imports 'node:fs'"],
    ["export { x } from '../../solutions/x.ts'", "imports '../../solutions/x.ts'"],
    ["export * from 'vitest'", "imports 'vitest'"],
    ["import 'node:fs'", "imports 'node:fs'"],
    ["const f = () => import('node:fs')", 'imports at run time'],
    ["require('node:fs')", 'calls require'],
    [
      "\nimport { finit } from '#kit'",
      "x.ts:2 imports finit from '#kit', which has no such name; the nearest is finite",
    ],
    ["import { finite, 'clok' as clock } from '#kit'", 'imports clok '],
    ["import kit from '#kit'", 'imports default '],
    ["export { Clocks } from '#kit'", 'imports Clocks '],
  ] as const)('refuses %s', ([code, words]) => {
    expect(() => instrument(code, 'x.ts', [])).toThrow(words)
  })

  test.for([
    "import { finite } from '#kit'",
    "import { finite as isFinite, type Decision } from '#kit'",
    "import { Decision, type NotThere } from '#kit'",
    "import * as kit from '#kit'",
    "import type { Redis } from 'ioredis'",
    "import { Redis } from 'ioredis'",
  ])('lets %s be, where it is allowed', (code) => {
    expect(() => instrument(code, 'x.ts', ['ioredis'])).not.toThrow()
  })

  test('refuses what is so deep that a parser ends its process', () => {
    const deep = `export const x = ${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(() => instrument(deep, 'x.ts', [])).toThrow(
      new Refused('x.ts has 200004 words and signs: at most 8000 are read'),
    )
  })

  test('a syntax error is told with its line', () => {
    expect(() => instrument('const a = 1\nfunction (', 'x.ts', [])).toThrow(
      new SyntaxError('x.ts:2 Expected function name'),
    )
  })
})
