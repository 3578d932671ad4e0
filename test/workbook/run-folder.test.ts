import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { root } from '../../tools/judge/catalogue.mjs'
import { runFolder, withTmpdir } from '../../tools/judge/run-folder.mjs'
import { isProcessGone, ownerName } from '../support/redis/owner.mjs'

/** Its first test waits until the judge ends it. */
const SLOW = 'test/workbook/fixtures/guards/endless-promise/01-window-sum/window-sum.ts'

let folder: string
let run: ChildProcess
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workbook test-'))
})
afterEach(() => {
  run?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A run in the middle of a test. Resolves to the pid of the fork that runs it. */
async function startRun(): Promise<number> {
  const env = { ...process.env, TMPDIR: folder, TMP: folder, TEMP: folder }
  const args = ['tools/test.mjs', SLOW]
  run = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore', detached: true })
  const record = await vi.waitUntil(
    () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(isRecord),
    60_000,
  )
  return Number.parseInt(basename(record), 10)
}
const isRecord = (name: string) => /^kata-run-[^/\\]+[/\\]\d+\.json$/.test(name)

/** What a next run finds, and what it says. */
async function nextRun(): Promise<{ left: string[]; said: unknown[] }> {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    const own = await withTmpdir(folder, async () => runFolder())
    own.remove()
    return { left: readdirSync(folder).sort(), said: error.mock.calls.flat() }
  } finally {
    error.mockRestore()
  }
}

test.for([
  ['Ctrl-C', 'SIGINT', true],
  ['kill', 'SIGTERM', false],
  ['a terminal that is closed', 'SIGHUP', true],
] as const)('%s in the middle of a test: no folder stays, and no process', async (how) => {
  const [, signal, toAll] = how
  const fork = await startRun()
  const ended = once(run, 'exit')
  process.kill(toAll ? -Number(run.pid) : Number(run.pid), signal)
  expect(await ended).not.toEqual([0, null])
  await vi.waitUntil(() => isProcessGone(fork), 60_000)
  expect(readdirSync(folder)).toEqual([])
})

test('kill -9: no process stays, and the next run removes the folder and says so', async () => {
  const fork = await startRun()
  run.kill('SIGKILL')
  await vi.waitUntil(() => isProcessGone(fork), 60_000)
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^kata-run-/)])
  const { left, said } = await nextRun()
  expect(left).toEqual([])
  expect(said).toEqual([`removed what a killed run left: 1 folder in ${folder}`])
})

test('the folder of a run that may go on is left alone, and everybody else’s', async () => {
  const gone = spawn('true', { stdio: 'ignore' })
  await once(gone, 'exit')
  const names = [ownerName(), ownerName(gone.pid, 'elsewhere'), 'old'].map(
    (one) => `kata-run-${one}`,
  )
  for (const name of [...names, 'stranger']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'kata-run-file'), '')
  const before = readdirSync(folder).sort()
  expect(await nextRun()).toEqual({ left: before, said: [] })
})

test('a run whose reader has gone ends as any other: no stack trace, no folder', async () => {
  const env = { ...process.env, TMPDIR: folder, TMP: folder, TEMP: folder }
  const stub = 'katas/01-window-sum/window-sum.property.test.ts'
  run = spawn(process.execPath, ['tools/test.mjs', stub], { cwd: root, env })
  run.stdout?.destroy()
  let said = ''
  run.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(run, 'close')
  expect(said).not.toContain('EPIPE')
  expect(code).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})
