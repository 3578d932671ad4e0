import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { Terminal } from '../../tools/bench/terminal.ts'
import { type Kata, kataNamed, root, solutionOf, testsOf } from '../../tools/judge/catalogue.mjs'
import { ownEnv } from './own-env.ts'

const kata = kataNamed('01') as Kata
const dir = mkdtempSync(join(tmpdir(), 'kata-progress-'))
const STUDENTS = ['ann', 'ben']
const CLEARED = '\r\u001b[K'

for (const name of STUDENTS) {
  const folder = join(dir, name, 'katas', kata.folder)
  mkdirSync(folder, { recursive: true })
  cpSync(solutionOf(kata), join(folder, kata.file))
}

let terminal: Terminal | undefined
afterEach(() => terminal?.end())
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test.runIf(Terminal.isHere)(
  'how far it is stands on one line of the terminal, and goes',
  async () => {
    const command = `node --import tsx tools/grade.ts ${dir}`
    terminal = new Terminal(command, root, { ...ownEnv(), NO_COLOR: '1' })
    const first = await terminal.until(`, 0 of 2 students${CLEARED}`)
    const [, files] = first.match(/grade: 1 of (\d+) test files, /) ?? []
    expect(Number(files)).toBeGreaterThanOrEqual(testsOf(kata).length * STUDENTS.length)
    await terminal.until(`${CLEARED}grade: ${files} of ${files} test files`)
    const shown = await terminal.until('ann')
    expect(shown.startsWith(`, 2 of 2 students${CLEARED}`)).toBe(true)
    expect(shown.split(CLEARED)).toHaveLength(2)
    expect(await terminal.code()).toBe(0)
  },
)
