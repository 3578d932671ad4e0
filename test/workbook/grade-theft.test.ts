import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Answer, alikeIn } from '../../tools/grade/alike/alike.ts'
import { readCode } from '../../tools/grade/alike/code.ts'
import { answersTo, largestApart, ownPieces } from '../../tools/grade/alike/known.ts'
import { shareOf } from '../../tools/grade/alike/share.ts'
import { alikeInClass, alikeWith } from '../../tools/grade/alike/told.ts'
import { pageOf } from '../../tools/grade/html.ts'
import { tableOf } from '../../tools/grade/table.ts'
import { type Kata, katas, root } from '../../tools/judge/catalogue.mjs'
import { reportOn } from './grade/reports.ts'

const kataNumber = (id: string) => katas.find((kata) => kata.id === id) as Kata
const timeDeque = kataNumber('03')
const file = (path: string) => readFileSync(join(root, 'test/workbook/fixtures', path), 'utf8')
const ann = file('class/ann/03-time-deque/window-counter.ts')
const cleo = file('class/cleo/03-time-deque/window-counter.ts')
const disguised = (name: string) => file(`alike/${name}.ts`)

function read(kata: Kata, text: string) {
  const code = readCode(text, kata.file)
  if (!code) throw new Error('it cannot be read')
  return code
}

function share(kata: Kata, one: string, other: string): number | undefined {
  const [its, others] = [one, other].map((text) => ownPieces(kata, read(kata, text)))
  const of = its && others && shareOf(its, others)
  return of === undefined ? undefined : Math.round(100 * of)
}

const answer = (student: string, kata: Kata, text: string): Answer => ({
  ...{ student, kata, code: read(kata, text) },
})

const nested = (deep: number) => `export const x = ${'['.repeat(deep)}${']'.repeat(deep)}`

describe('what stays the same', () => {
  test.for([
    ['names, layout, comments, types and values are others', 'renamed', 100],
    ['methods and fields stand elsewhere', 'moved', 100],
    ['loops, functions, declarations and comparisons are written otherwise', 'respelled', 100],
  ] as const)('%s', ([, name, wanted]) => {
    expect(share(timeDeque, ann, disguised(name))).toBe(wanted)
  })

  test.for([
    ['for (let i = 0; i < n; i++) f(i)', 'let i = 0; while (n > i) { f(i); i += 1 }'],
    ['function g(a) { return a }', 'const h = (b) => b'],
    ['const a = xs[1] ?? 0', 'let b = ys[2] as number'],
    ['const a = xs[1]!', "var b = ys['2']"],
    [
      'class A { f = 1; g() { return this.f } }',
      'class B { h(): number { return this.#e }; #e = 2 }',
    ],
    ['if (a >= b) f(a)', 'if ((b <= a)) { g(a) }'],
  ] as const)('%s is as %s', ([one, other]) => {
    const shapes = [one, other].map((text) => {
      const declared = `function k(f, g, a, b, n, xs, ys) { ${text} }`
      return readCode(declared, 'x.ts')?.shape.join(' ')
    })
    expect(shapes[0]).toMatch(/\w/)
    expect(shapes[0]).toBe(shapes[1])
  })

  test.for([
    ['xs.push(1)', 'xs.shift(1)'],
    ['a < b', 'a <= b'],
    ['a + b', 'a - b'],
    ['Math.max(a)', 'Math.min(a)'],
    ['xs[1] ?? f(1)', 'xs[1]'],
  ] as const)('%s is not as %s', ([one, other]) => {
    expect(readCode(one, 'x.ts')?.shape).not.toEqual(readCode(other, 'x.ts')?.shape)
  })

  test('statements that do nothing break pieces up: what is between them is found', () => {
    const found = share(timeDeque, ann, disguised('padded'))
    expect(found).toBeGreaterThan(50)
    expect(found).toBeLessThan(75)
  })

  test('the same idea built anew is not found', () => {
    expect(share(timeDeque, ann, disguised('rebuilt'))).toBeLessThan(20)
  })

  test('another way is another one', () => {
    expect(share(timeDeque, ann, cleo)).toBeLessThan(30)
  })

  test('in Lua: locals are renamed, comments go, and sides are exchanged', () => {
    const kata = kataNumber('16')
    const script = readFileSync(join(root, 'lua/token-bucket.lua'), 'utf8')
    const copy = script
      .replace(/^\s*--.*\n/gm, '')
      .replace(/\b(bucket|state|parts|missing|elapsed|whole|thousands|untilFull)\b/g, 'my_$1')
      .replace('my_elapsed > 0', '0 < my_elapsed')
      .replace("'HSET'", '"hset"')
    expect(copy).not.toContain(' elapsed')
    expect(share(kata, script, copy)).toBe(100)
    expect(share(kata, script, copy.replaceAll('math.floor', 'math.ceil'))).toBeLessThan(90)
  })

  test.for(katas.map((kata) => [kata.folder, kata] as const))(
    '%s: what was given is nobody’s own, and each answer has enough of its own',
    ([, kata]) => {
      const answers = answersTo(kata)
      expect(answers.length).toBeGreaterThan(0)
      for (const { pieces, code } of answers) {
        expect(shareOf(pieces, ownPieces(kata, code))).toBe(1)
      }
      const stub = readFileSync(join(root, 'katas', kata.folder, kata.file), 'utf8')
      expect(ownPieces(kata, read(kata, stub)).size).toBe(0)
      expect(largestApart(kata)).toBeLessThan(0.9)
    },
  )

  test.for([
    ['half a line', 'x.ts', 'export const x ='],
    ['half a block', 'x.lua', 'if x then'],
    ['far too much, at which the parser would end the process', 'x.ts', nested(50_000)],
    ['what is so deep that the stack ends', 'x.ts', nested(3_900)],
    ['the same in Lua', 'x.lua', `return ${'('.repeat(3_900)}1${')'.repeat(3_900)}`],
  ] as const)('%s is left out', ([, name, text]) => {
    expect(readCode(text, name)).toBe(undefined)
  })
})

describe('a class', () => {
  const [solution] = answersTo(timeDeque)
  const reference = readFileSync(join(root, solution?.path ?? ''), 'utf8')

  test('pairs, with the larger share first, and with this workbook’s answers', () => {
    const [alike] = alikeIn([
      ...[answer('ann', timeDeque, ann), answer('ben', timeDeque, disguised('padded'))],
      ...[answer('cleo', timeDeque, cleo), answer('dan', timeDeque, `// Mine.\n${ann}`)],
      answer('fay', timeDeque, reference),
    ])
    const shown = alike?.pairs.map(({ one, other, share, toTheLetter }) =>
      [one, other, share, ...(toTheLetter ? ['to the letter'] : [])].join(' '),
    )
    expect(shown).toEqual([
      'ann dan 100 to the letter',
      `fay ${solution?.path} 100 to the letter`,
      expect.stringMatching(/^ann ben \d\d$/),
      expect.stringMatching(/^ben dan \d\d$/),
      ...[expect.stringMatching(/^cleo fay \d\d$/), expect.stringMatching(/^cleo solutions/)],
    ])
    expect(alike).toMatchObject({ kata: '03-time-deque', compared: 10 + 10, above: 50 })
  })

  test('who has written nothing, or too little, is in no pair', () => {
    const stub = readFileSync(join(root, 'katas/03-time-deque', timeDeque.file), 'utf8')
    expect(alikeIn([answer('ann', timeDeque, stub), answer('ben', timeDeque, stub)])).toEqual([])
  })

  test('what many wrote is nobody’s, but for who has this workbook’s answer', () => {
    const many = Array.from({ length: 20 }, (_, i) => answer(`s${i}`, timeDeque, cleo))
    const [alone] = alikeIn([...many, answer('ann', timeDeque, ann), answer('ben', timeDeque, ann)])
    expect(alone?.pairs.filter(({ isOurs }) => !isOurs).map(({ one }) => one)).toEqual(['ann'])
    const [all] = alikeIn(many.map((one) => answer(one.student, timeDeque, reference)))
    expect(all?.pairs.map(({ isOurs, share }) => [isOurs, share])).toEqual(
      many.map(() => [true, 100]),
    )
  })

  test('a pair that shares no more than two that were written apart here is not listed', () => {
    const kata = kataNumber('12')
    const [one, other] = ['a-sorted-array', 'halving-with-locale-compare'].map((name) =>
      readFileSync(join(root, `test/attempts/12-sorted-set/${name}.ts`), 'utf8'),
    )
    const [alike] = alikeIn([answer('ann', kata, one ?? ''), answer('ben', kata, other ?? '')])
    expect(share(kata, one ?? '', other ?? '')).toBeGreaterThan(50)
    expect(alike).toMatchObject({ above: alike?.apart, pairs: [] })
  })

  test('each kata by itself', () => {
    const sum = file('class/ann/01-window-sum/window-sum.ts')
    const all = alikeIn([
      ...[answer('ann', timeDeque, ann), answer('ben', timeDeque, cleo)],
      ...[answer('ann', kataNumber('01'), sum), answer('ben', kataNumber('01'), sum)],
    ])
    expect(all.map(({ kata, pairs }) => [kata, pairs.length])).toEqual([
      ['01-window-sum', 1],
      ['03-time-deque', 1],
    ])
  })
})

describe('what is said', () => {
  const pair = { one: 'ann', other: 'ben', isOurs: false, share: 97, toTheLetter: false }
  const alike = {
    ...{ kata: '03-time-deque', compared: 66, median: 12, apart: 21, above: 50 },
    pairs: Array.from({ length: 12 }, (_, i) => ({ ...pair, other: `s${i}` })),
  }

  test('that it is no verdict, what is usual, ten pairs, and how many more', () => {
    const { lines } = alikeInClass([alike])
    expect(lines[0]).toBe(
      '03-time-deque: half of 66 pairs share 12% or less; answers written apart here, 21% at most',
    )
    expect(lines[1]).toBe('03-time-deque: 97% ann and s0')
    expect(lines[11]).toBe('03-time-deque: 2 more pairs above 50%, see --report')
    expect(lines.at(-1)).toMatch(/^No verdict: /)
    expect(lines).toHaveLength(13)
  })

  test('where nobody is above it, that; where nothing was compared, nothing', () => {
    const { lines } = alikeInClass([{ ...alike, pairs: [] }])
    expect(lines[0]).toMatch(/^03-time-deque: none shares more than 50%; half of 66 /)
    expect(alikeInClass([]).lines).toEqual([])
  })

  test('a name is text: no line of its own, no colour, no markup', () => {
    const forged = { ...pair, one: 'eve\n\u001b[2Kann 100%', other: '<script>1</script>' }
    const sections = [alikeInClass([{ ...alike, pairs: [forged] }])]
    const report = { ...reportOn(['ann']), sections }
    expect(pageOf(report)).not.toContain('<script>')
    const table = tableOf(report).join('\n')
    expect(table).toContain('03-time-deque: 97% eve ')
    expect(table).not.toContain('\u001b')
    expect(table).not.toMatch(/^ann 100%/m)
  })

  test('to each their own pairs; a student who is named as a file of ours is none', () => {
    const ours = { ...pair, other: 'solutions/x.ts', isOurs: true, toTheLetter: true }
    const all = [{ ...alike, pairs: [pair, ours] }]
    expect(alikeWith('ben', all).lines).toEqual(['03-time-deque: 97% with ann'])
    expect(alikeWith('ann', all).lines).toEqual([
      '03-time-deque: 97% with ben',
      '03-time-deque: 97% with solutions/x.ts, to the letter',
    ])
    expect(alikeWith('solutions/x.ts', all).lines).toEqual([])
  })
})
