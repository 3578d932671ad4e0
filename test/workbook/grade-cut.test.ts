import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestModule, TestSpecification } from 'vitest/node'
import { Terminal } from '../../tools/bench/terminal.ts'
import type { GradeRecord } from '../../tools/grade/record.ts'
import { gradeClass } from '../../tools/grade/run.ts'
import { type Kata, kataNamed, root, solutionOf } from '../../tools/judge/catalogue.mjs'
import { Collector } from '../../tools/judge/reporter.ts'
import { ownEnv } from './own-env.ts'

const kata = kataNamed('01') as Kata
/** So many that most of them wait when the first one is done. */
const STUDENTS = 12

let folder: string
let terminal: Terminal | undefined
let grade: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kata-cut-'))
  mkdirSync(join(folder, 'tmp'))
  for (let i = 0; i < STUDENTS; i++) {
    const own = join(folder, 'class', `student-${i}`, 'katas', kata.folder)
    mkdirSync(own, { recursive: true })
    cpSync(solutionOf(kata), join(own, kata.file))
  }
})
afterEach(async () => {
  await terminal?.end()
  grade?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const env = () => {
  const tmp = join(folder, 'tmp')
  return { ...ownEnv(), NO_COLOR: '1', TMPDIR: tmp, TMP: tmp, TEMP: tmp }
}

const left = () => readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('kata-run-'))

test.runIf(Terminal.isHere)('Ctrl-C tells what is judged, and the rest is NOT RUN', async () => {
  const json = join(folder, 'marks.json')
  const command = `node --import tsx tools/grade.ts ${join(folder, 'class')} --json ${json}`
  terminal = new Terminal(command, root, env())
  await terminal.until(`, 1 of ${STUDENTS} students`)
  terminal.press('\u0003')
  const shown = await terminal.until(' NOT RUN\r\n')
  expect(shown).toContain('cut short: what is judged by now is told')
  expect(await terminal.code()).toBe(1)
  const records: GradeRecord[] = JSON.parse(readFileSync(json, 'utf8'))
  expect(records).toHaveLength(STUDENTS)
  const judged = records.filter(({ marks }) => marks !== null)
  // What Ctrl-C ended in the middle is no failure of the student.
  expect(judged.every(({ starred, marks }) => starred && marks === 100)).toBe(true)
  expect(judged.length).toBeGreaterThan(0)
  expect(judged.length).toBeLessThan(STUDENTS)
  for (const { marks, error, failures } of records.filter((one) => !judged.includes(one))) {
    expect({ marks, failures }).toEqual({ marks: null, failures: [] })
    expect(error).toBe('NOT RUN: the grading was cut short before this')
  }
  expect(left()).toEqual([])
})

test('what still runs then does not count, whatever it came to', async () => {
  const cut = new AbortController()
  const { students } = await gradeClass({
    ...{ dir: join(folder, 'class'), katas: [kata], due: undefined, cut: cut.signal },
    onProgress: (_done, _of, whole) => {
      if (whole > 0) cut.abort()
    },
  })
  const tests = students.flatMap(({ records }) => records).map(({ core }) => core.passed)
  expect(tests.filter((passed) => passed > 0).length).toBeLessThan(STUDENTS)
  // Nobody has a part of them.
  expect(new Set(tests).size).toBe(2)
})

test('a file that ends after the cut has not come to its end', () => {
  const collector = new Collector()
  const [first, last] = ['a.test.ts', 'b.test.ts'].map((name) => ({
    moduleId: `${name}?impl=/one/katas/01-window-sum/window-sum.ts&lang.ts`,
  })) as [TestModule, TestModule]
  const isWhole = () => collector.isWhole('/one/katas/01-window-sum/window-sum.ts')
  collector.onTestRunStart([first, last] as unknown as TestSpecification[])
  collector.onTestModuleEnd(first)
  expect(isWhole()).toBe(false)
  collector.cut()
  collector.onTestModuleEnd(last)
  expect(isWhole()).toBe(false)
})

test('a second signal ends it at once, and nothing is left', async () => {
  const args = ['--import', 'tsx', 'tools/grade.ts', join(folder, 'class')]
  const run = spawn(process.execPath, args, { cwd: root, env: env(), detached: true })
  grade = run
  const ended = once(run, 'exit')
  // A fork of its leaves a record once a test runs.
  await vi.waitUntil(() => left().some((name) => hasRecord(name)), 60_000)
  run.kill('SIGINT')
  for await (const text of run.stderr) if (`${text}`.includes('cut short')) break
  run.kill('SIGTERM')
  expect(await ended).toEqual([null, 'SIGTERM'])
  expect(left()).toEqual([])
})

const hasRecord = (name: string) =>
  readdirSync(join(folder, 'tmp', name)).some((file) => /^\d+\.json$/.test(file))
