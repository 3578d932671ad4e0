import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stubText } from '../../../tools/desk/stubs.mjs'
import { type Kata, kataNamed, root } from '../../../tools/judge/catalogue.mjs'

/** Naive code that a kata's tests have, and how a learner would put it in the stub. */
interface Naive {
  readonly id: string
  /** The test file it stands in, relative to the kata's folder. */
  readonly test: string
  /** Where each part begins there; it ends at the next line that begins with a brace. */
  readonly parts: readonly string[]
  /** What it takes the place of, in the stub with these parts behind it. */
  readonly edits: readonly (readonly [from: RegExp | string, to: string])[]
}

/** A field that is made at the end of the constructor. */
const field = (name: string, made: string): Naive['edits'] => [
  ['  constructor(', `  readonly naive: ${name}\n  constructor(`],
  [/(constructor\([\s\S]*?\n)( {2}\}\n)/, `$1    this.naive = ${made}\n$2`],
]

const NAIVE: readonly Naive[] = [
  {
    ...{ id: '01', test: 'window-sum.property.test.ts', parts: ['function naive'] },
    edits: [[/return todo\(.*/, 'return naive(xs, k)']],
  },
  {
    ...{ id: '02', test: 'two-pointers.property.test.ts', parts: ['function naive'] },
    edits: [
      [/return todo\(.*maxSum.*/, 'return naive(xs, maxSum)'],
      [/return todo\(.*/, 'return naive(ok.map((fine) => (fine ? 0 : 1)), maxErrors)'],
    ],
  },
  {
    ...{ id: '03', test: 'window-counter.property.test.ts', parts: ['class NaiveCounter'] },
    edits: [
      ...field('NaiveCounter', 'new NaiveCounter(windowMs)'),
      [/return todo\(.*/, 'return this.naive.hit(time)'],
      [/return todo\(.*/, 'return this.naive.count(time)'],
    ],
  },
  {
    ...{ id: '04', test: 'window-max.property.test.ts', parts: ['class NaivePeak'] },
    edits: [
      ...field('NaivePeak', 'new NaivePeak(windowMs)'),
      [/return todo\(.*/, 'return xs.slice(k - 1).map((_, i) => Math.max(...xs.slice(i, i + k)))'],
      [/todo\(.*/, 'this.naive.record(time, value)'],
      [/return todo\(.*/, 'return this.naive.peak(time)'],
    ],
  },
  {
    ...{ id: '05', test: 'sliding-percentile.property.test.ts', parts: ['class NaivePercentile'] },
    edits: [
      ...field('NaivePercentile', 'new NaivePercentile(slices, windowMs / slices)'),
      [/todo\(.*/, 'this.naive.record(time, value)'],
      [
        /return todo\(.*/,
        'const all = this.naive.live(time)\n    return all[Math.ceil(p * all.length) - 1]',
      ],
    ],
  },
  {
    ...{ id: '11', test: 'keyed-limiter.property.test.ts', parts: ['class NaiveKeyed'] },
    edits: [
      ...field('NaiveKeyed', 'new NaiveKeyed(idleMs, create)'),
      [/return todo\(.*/, 'return this.naive.size'],
      [/return todo\(.*/, 'return this.naive.tryAcquire(key, time)'],
      [
        'constructor(idleMs: number) {',
        'constructor(idleMs: number, create: (now: number) => Limiter) {\n    this.create = create',
      ],
      ['quota(this.latest)', 'this.create(this.latest)'],
      [/const \{ createdAt[\s\S]*?return \{.*\}/, 'return limiter.tryAcquire(this.latest)'],
      ['ReturnType<typeof quota>', 'Limiter'],
      [/(class NaiveKeyed \{\n)/, '$1  readonly create: (now: number) => Limiter\n'],
    ],
  },
]

/** Writes each as a learner's file in this folder; throws where the tests have changed, so that one is not there. */
export function pastedIn(folder: string): { kata: Kata; implementation: string }[] {
  return NAIVE.map(({ id, test, parts, edits }) => {
    const kata = kataNamed(id) as Kata
    const tests = readFileSync(join(root, 'katas', kata.folder, test), 'utf8')
    const naive = parts.map((begin) => {
      const [part] = tests.slice(tests.indexOf(begin)).match(/^[\s\S]*?\n\}\n/) ?? []
      if (!tests.includes(begin) || !part) throw new Error(`${test} has no ${begin}`)
      return part
    })
    let text = [stubText(kata), ...naive].join('\n')
    for (const [from, to] of edits) {
      const edited = text.replace(from, to)
      if (edited === text) throw new Error(`${kata.folder}: there is no ${from} to replace`)
      text = edited
    }
    const implementation = join(folder, kata.folder, kata.file)
    mkdirSync(dirname(implementation), { recursive: true })
    writeFileSync(implementation, text)
    return { kata, implementation }
  })
}
