import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { select } from '../../tools/judge/catalogue.mjs'
import { judge } from '../../tools/judge/judge.ts'

const [{ kata } = { kata: undefined }] = select(['01'])
if (!kata) throw new Error('there is no kata 01')
const dir = mkdtempSync(join(tmpdir(), 'kata-patching-'))

/** What code does before it answers, by whether it is told that it patches globals. */
const CODE: readonly (readonly [patches: boolean, code: string])[] = [
  [false, 'const own = Object.freeze({ n: 1 }); (own as { n: number }).n++'],
  [false, 'const own = Object.freeze({}) as { push?: number }; own.push = Math.max(1, 2)'],
  [false, 'const own: number[] = []; Object.freeze(own); own.push(1)'],
  [false, "const own = Object.seal({ n: 1 }); Reflect.deleteProperty(own, 'n'); delete own.n"],
  [false, "const own = Object.freeze({}); Object.defineProperty(own, 'n', { value: 1 })"],
  [false, 'const own = Object.freeze({ n: 1 }); Object.assign(own, { n: 2 })'],
  [
    false,
    'class Own { constructor() { Object.freeze(this) } n = 1; up() { this.n++ } }; new Own().up()',
  ],
  [false, 'xs.constructor; const own = () => 1; Object.freeze(own); Object.assign(own, { x: 1 })'],
  [false, 'const own = Object.freeze({ n: 1 }); new Map().set(undefined, (own as any).n++)'],
  [true, 'Math.max = () => 1'],
  [true, 'Reflect.set(Math, "max", () => 1); Math.max = () => 1'],
  [true, '(Array.prototype as any).last = () => 1'],
  [true, 'Object.assign(Array.prototype, {\n  last: () => 1,\n})'],
  [true, 'const list = Array.prototype; const same: any = list; same.last = () => 1'],
  [true, "Object.defineProperty(Array, 'from', { value: () => 1 })"],
  [true, 'delete (Array.prototype as any).push'],
  [true, '(xs as any).__proto__.last = 1'],
  [true, 'Object.getPrototypeOf([].values()).next = () => 1'],
  [true, 'const { prototype } = xs.constructor as any; prototype.last = 1'],
  [true, 'Object.setPrototypeOf(Map.prototype, null)'],
  [true, 'setTimeout = (() => 1) as never'],
]

let told: readonly string[]

beforeAll(async () => {
  const targets = CODE.map(([, code], i) => {
    const implementation = join(dir, String(i), 'katas', kata.folder, kata.file)
    mkdirSync(dirname(implementation), { recursive: true })
    const body = `${code}\n  return xs.length + k`
    const header = 'export function maxWindowSum(xs: readonly number[], k: number): number'
    writeFileSync(implementation, `${header} {\n  ${body}\n}\n`)
    const tests = [join('katas', kata.folder, 'window-sum.test.ts')]
    return { kata, implementation, tests, probed: false }
  })
  const { results, errors } = await judge(targets, { forkFor: () => 'all' })
  expect(errors).toEqual([])
  told = results.map(({ failures }) => failures[0]?.message ?? '')
}, 120_000)

afterAll(() => rmSync(dir, { recursive: true, force: true }))

test.for(CODE.map(([patches, code], i) => [code, patches, i] as const))(
  'who writes «%s» is told that it patches globals: %s',
  ([, patches, i]) => {
    const patching = /patches globals, or what else is locked: .*(Cannot|not extensible)/
    if (patches) expect(told[i]).toMatch(patching)
    else expect(told[i]).toMatch(/TypeError: Cannot .* \(window-sum\.ts:2\)/)
    if (!patches) expect(told[i]).not.toMatch(/patches|its input/)
  },
)
