import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { interleaved, median, repeated, showFigures, showLimit } from '../../tools/bench/figures.ts'
import { grades } from '../../tools/bench/grade.ts'
import { hangs } from '../../tools/bench/hang.ts'
import { loops } from '../../tools/bench/loop.ts'
import {
  type Measurement,
  NotHere,
  selected,
  takeAll,
  UnknownWord,
} from '../../tools/bench/measurement.ts'
import { redis } from '../../tools/bench/redis.ts'
import { server } from '../../tools/bench/server.ts'
import { verify } from '../../tools/bench/verify.ts'
import { root } from '../../tools/judge/catalogue.mjs'

const url = (path: string) => JSON.stringify(pathToFileURL(join(root, path)).href)
const tsx = ['--import', 'tsx']

describe('figures', () => {
  test('the median is the middle one, or the mean of the two in the middle', () => {
    expect(median([7])).toBe(7)
    expect(median([10, 9, 2])).toBe(9)
    expect(median([100, 2, 9, 10])).toBe(9.5)
    expect(() => median([])).toThrow(RangeError)
  })

  test('pairs alternate, and are compared one by one; the first is not counted', async () => {
    const order: string[] = []
    const side = (name: string, figures: number[]) => async () => {
      order.push(name)
      return figures.shift() ?? Number.NaN
    }
    const a = side('a', [90, 3, 8, 30])
    const b = side('b', [1, 2, 4, 10])
    expect(await interleaved(3, a, b, (x, y) => x / y)).toEqual([1.5, 2, 3])
    expect(order.join('')).toBe('abababab')
  })

  test('what is repeated is counted each time', async () => {
    const figures = [3, 1, 2]
    expect(await repeated(3, async () => figures.shift() ?? 0)).toEqual([3, 1, 2])
  })

  test('figures are shown with three digits, the smallest and the largest', () => {
    expect(showFigures([1.1, 1.301, 1.184], '')).toBe('1.18 (1.10–1.30)')
    expect(showFigures([12.34, 9.999, 123.4], 's')).toBe('12.3 s (10.0–123)')
    expect(showFigures([-0.25, 0.5], 's')).toBe('0.13 s (-0.25–0.50)')
    expect(showFigures([86.04], 's')).toBe('86.0 s')
    expect(showLimit(1.3, '')).toBe('≤ 1.3')
    expect(showLimit(4, 's')).toBe('≤ 4 s')
  })
})

describe('words', () => {
  const named = (word: string, title: string): Measurement => {
    return { word, title, unit: 's', limit: 1, measure: async () => [1] }
  }
  const all = [named('loop', 'red'), named('loop', 'green'), named('hang', 'in Lua')]
  const titles = (words: string[]) => selected(all, words).map(({ title }) => title)

  test('every word and title fits its column', () => {
    for (const { word, title } of [...loops, ...redis, ...server, ...hangs, ...grades, verify]) {
      expect(word).toMatch(/^[a-z]{1,7}$/)
      expect(title).toMatch(/^.{1,34}$/)
    }
  })

  test('without words all are taken, with words theirs, once and in the order of the list', () => {
    expect(titles([])).toEqual(['red', 'green', 'in Lua'])
    expect(titles(['loop'])).toEqual(['red', 'green'])
    expect(titles(['hang', 'loop', 'hang'])).toEqual(['red', 'green', 'in Lua'])
  })

  test('a wrong word is refused beside right ones, and the nearest right one is told', () => {
    expect(() => selected(all, ['hang', 'lop'])).toThrow(UnknownWord)
    expect(() => selected(all, ['lop'])).toThrow('"lop"; the nearest is loop')
  })

  test('help lists the words, and measures nothing', async () => {
    const lines: string[] = []
    expect(await takeAll(all, ['help'], (line) => lines.push(line))).toBe(0)
    expect(lines.join('\n')).toMatch(/ {2}loop {5}red\n {11}green\n {2}hang {5}in Lua/)
  })

  test('npm run bench with a wrong word says so and exits with 1', async () => {
    const bench = promisify(execFile)(process.execPath, [...tsx, 'tools/bench.ts', 'lop'], {
      cwd: root,
    })
    await expect(bench).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'nothing is measured as "lop"; the nearest is loop\nnpm run bench help',
      ),
    })
  })
})

describe('a run', () => {
  const fake = (title: string, limit: number, measure: Measurement['measure']): Measurement => {
    return { word: 'fake', title, unit: 's', limit, measure }
  }
  const found = (title: string, limit: number, figures: number[]) =>
    fake(title, limit, async () => figures)

  /** The lines that a run over these measurements prints, and its exit code. */
  async function taken(...measurements: Measurement[]) {
    const lines: string[] = []
    const code = await takeAll(measurements, [], (line) => lines.push(line))
    return { lines, code }
  }

  test('limits that hold: a line each and exit code 0', async () => {
    const { lines, code } = await taken(found('quick', 4, [1, 3, 2]), found('just so', 2, [2]))
    expect(lines).toEqual([
      '✓ fake    quick                               2.00 s (1.00–3.00)     ≤ 4 s',
      '✓ fake    just so                             2.00 s                 ≤ 2 s',
    ])
    expect(code).toBe(0)
  })

  test('a limit that is broken: exit code 1, and those after it are still measured', async () => {
    const { lines, code } = await taken(found('slow', 2, [1, 3, 2.5]), found('quick', 4, [1]))
    expect(lines).toEqual([
      '✗ fake    slow                                2.50 s (1.00–3.00)     ≤ 2 s',
      '✓ fake    quick                               1.00 s                 ≤ 4 s',
    ])
    expect(code).toBe(1)
  })

  test('without a limit the figures are shown, but for one that is no number', async () => {
    const shown = (figures: number[]): Measurement => {
      return { word: 'fake', title: 'shown', unit: 'ms', measure: async () => figures }
    }
    const { lines, code } = await taken(shown([1, 900, 3]))
    expect(lines).toEqual(['· fake    shown                               3.00 ms (1.00–900)'])
    expect(code).toBe(0)
    expect((await taken(shown([NaN]))).code).toBe(1)
  })

  test('what is not on this machine breaks nothing', async () => {
    const absent = fake('started from PATH', 4, async () => {
      throw new NotHere('no redis-server on PATH')
    })
    expect(await taken(absent)).toEqual({
      lines: ['– fake    started from PATH                   not here: no redis-server on PATH'],
      code: 0,
    })
  })

  test('what cannot be measured does not hold: exit code 1 and why', async () => {
    const failing = fake('failing', 4, async () => {
      throw new Error('exit code 0, expected 1')
    })
    const { lines, code } = await taken(failing, found('no number', 4, [NaN]), found('none', 4, []))
    expect(lines.map((line) => line.trim())).toEqual([
      '✗ fake    failing                             not measured',
      'exit code 0, expected 1',
      '✗ fake    no number                           NaN s                  ≤ 4 s',
      '✗ fake    none                                not measured',
      'no figures',
    ])
    expect(code).toBe(1)
    expect((await taken(found('no number', 4, [NaN]))).code).toBe(1)
  })

  test('no line is longer than 80 columns', async () => {
    const { lines } = await taken(
      fake('far', 4, async (bench) => {
        bench.note('x'.repeat(90))
        throw new NotHere('y'.repeat(90))
      }),
    )
    expect(lines.map((line) => line.length)).toEqual([80, 80])
  })
})

describe('the copy of the checkout', () => {
  let folder: string
  let child: ChildProcess | undefined
  let working = 0
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'workbook test-'))
  })
  afterAll(() => {
    child?.kill('SIGKILL')
    if (working > 0 && isRunning(working)) process.kill(working, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const isRunning = (pid: number) => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }

  test.for(['SIGINT', 'SIGKILL'] as const)(
    'after %s it is gone, and what ran in it, too',
    async (signal) => {
      const program = join(folder, 'killed.mts')
      const waiting = join(folder, 'waiting.cjs')
      const pidFile = join(folder, signal)
      writeFileSync(
        waiting,
        `require('fs').writeFileSync(${JSON.stringify(pidFile)}, process.cwd() + '\\n' + process.pid)
        setInterval(() => {}, 1000)`,
      )
      writeFileSync(
        program,
        `import { Workbench } from ${url('tools/bench/workbench.ts')}
        await new Workbench().npm(['exec', '-c', 'node "${waiting}"'])`,
      )
      child = spawn(process.execPath, [...tsx, program], { cwd: root, stdio: 'inherit' })
      const written = () => readFileSync(pidFile, 'utf8').split('\n')
      await vi.waitFor(() => expect(written()).toHaveLength(2), 60_000)
      const [copy = '', pid] = written()
      working = Number(pid)
      expect(existsSync(join(copy, 'katas/katas.json'))).toBe(true)
      child.kill(signal)
      await vi.waitFor(() => expect(existsSync(join(copy, '..'))).toBe(false), 20_000)
      await vi.waitFor(() => expect(isRunning(working)).toBe(false), 20_000)
    },
  )
})
