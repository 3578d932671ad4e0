import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partsOf } from '../../tools/assign/files.ts'
import { asInPack } from '../../tools/assign/lesson.ts'
import { askedBy } from '../../tools/assign/words.ts'
import { katas, UsageError } from '../../tools/judge/catalogue.mjs'
import * as oracles from '../support/oracles/index.ts'
import { keyOf, parsed, written } from '../support/oracles/recall.ts'
import * as recalled from '../support/oracles/recalled.ts'
import { assign, folderForPacks } from './assign/class-pack.ts'

let folder: string

beforeAll(() => {
  folder = folderForPacks()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the words', () => {
  test('help says what they are', async () => {
    for (const words of [['help'], ['--help'], []]) expect(askedBy(words)).toBe(undefined)
    const { code, stdout } = await assign('help')
    expect(stdout).toContain('npm run assign -- KATAS --out DIR')
    expect(stdout).toContain('limiters in one process')
    expect(stdout).toContain('interview')
    expect(code).toBe(0)
  })

  test.for([
    [['B'], '--out DIR is missing'],
    [['--out', 'x'], 'KATAS is missing'],
    [['tim-deque', '--out', 'x'], 'KATAS has no "tim-deque"; the nearest is  time-deque'],
    [['03', '33', '--out', 'x'], 'KATAS has no "33"; the nearest is  03'],
    [['F', '--out', 'x'], 'KATAS has no "F"; the nearest is  A, B, C, D, E'],
    [['03', '--out', 'x', '--due', 'Monday'], '--due must be a day as in 2026-03-31, got "Monday"'],
    [['03', '--out', 'x', '--due', '2026-02-30'], 'got "2026-02-30"'],
    [['03', '--out', 'x', '--dew', '2026-02-20'], "Unknown option '--dew'"],
  ] as const)('%s: %s', ([words, says]) => {
    expect(() => askedBy(words)).toThrow(new UsageError(says).message)
  })

  test('a wrong one is no failure of ours, and the exit code says so', async () => {
    const { code, stderr } = await assign('B')
    expect(stderr).toBe('--out DIR is missing: where shall the folder be made?\n')
    expect(code).toBe(2)
  })

  test('modules, tracks and katas may be mixed, and come in their order', () => {
    const ids = (...words: string[]) => askedBy([...words, '--out', 'x'])?.katas.map(({ id }) => id)
    expect(ids('b')).toEqual(['06', '07', '08', '09', '10', '11'])
    expect(ids('15,', '3', 'C')).toEqual(['03', '12', '15'])
    expect(ids('interview')).toHaveLength(10)
    expect(ids('full', '01')).toHaveLength(katas.length)
    expect(ids('katas/03/', 'time-deque')).toEqual(['03'])
  })
})

describe('a folder that is there already', () => {
  const made = (name: string, file: string) => {
    const path = join(folder, name)
    mkdirSync(join(path, file, '..'), { recursive: true })
    writeFileSync(join(path, file), 'mine')
    return path
  }

  test.for([
    ['with a file in it', 'notes', 'todo.txt', 'must not exist, or be empty, got'],
    ['with katas', 'a pack', 'katas/stubs.json', 'npm run kata update'],
  ] as const)('%s is left as it is', async ([, name, file, says]) => {
    const path = made(name, file)
    const { code, stderr } = await assign('03', '--out', path)
    expect(stderr).toContain(says)
    expect(stderr).toContain(path)
    expect(code).toBe(1)
    expect(readdirSync(path)).toHaveLength(1)
    expect(readdirSync(folder).filter((one) => one.startsWith('.'))).toEqual([])
  })

  test('a file in its place is told', async () => {
    const path = join(made('a file', 'DIR'), 'DIR')
    const { code, stderr } = await assign('03', '--out', path)
    expect(stderr).toContain('--out must be a folder, got the file')
    expect(code).toBe(1)
  })
})

describe('a lesson in a pack', () => {
  const has = (path: string) => path.startsWith('katas/03-') || path === 'docs/here.md'
  const lesson = (text: string) => asInPack(text, 'katas/03-time-deque/README.md', has)

  test('has no sentence of the reference, nor what follows on it', () => {
    expect(
      lesson(
        'One.\n\n- Two is so. Ours is in [it.ts](../../solutions/03/it.ts), and\n  fast.\n- Three\n',
      ),
    ).toBe('One.\n\n- Two is so.\n- Three\n')
    expect(lesson('One.\n\nThe reference is [it](../../lua/it.lua).\n\n## Two\n')).toBe(
      'One.\n\n## Two\n',
    )
  })

  test('links to what is there, and tells the rest by its words', () => {
    expect(
      lesson('[a](window-counter.ts), [b](../../docs/here.md#x), [c](../../docs/no.md)\n'),
    ).toBe('[a](window-counter.ts), [b](../../docs/here.md#x), c\n')
  })
})

describe('the parts of a pack', () => {
  test('of all katas together hold no answer and no oracle', () => {
    const { files, packages } = partsOf(katas)
    expect(
      files.filter((file) => /solutions|wrong\/|near\/|attempts|^lua\/|workbook/.test(file)),
    ).toEqual([])
    expect(files).toContain('test/support/oracles/recalled.ts')
    expect(files.filter((file) => file.startsWith('test/support/oracles/'))).toHaveLength(3)
    expect([...packages]).toContain('ioredis')
  })

  test('without a kata that needs a Redis has none of it', () => {
    const { packages } = partsOf(katas.filter(({ module }) => module === 'A'))
    for (const name of ['ioredis', 'testcontainers']) expect(packages).not.toContain(name)
  })
})

describe('oracles', () => {
  test('what a pack recalls is what there is', () => {
    expect(Object.keys(recalled).sort()).toEqual(Object.keys(oracles).sort())
  })

  test('numbers that are not finite are other ones than null, and come back', () => {
    const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null, 0]
    expect(new Set(values.map((value) => keyOf([value]))).size).toBe(values.length)
    expect(parsed(written(values))).toEqual(values)
  })

  test('a pack that knows nothing says so, and judges nobody', () => {
    expect(existsSync(new URL('../support/oracles/recorded', import.meta.url))).toBe(false)
    expect(() => recalled.answersOf({ is: 'bursts', limit: 1, pauseMs: 1 }, [])).toThrow(/ENOENT/)
  })
})
