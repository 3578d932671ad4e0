import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { Terminal } from '../../tools/bench/terminal.ts'
import { boardLines } from '../../tools/desk/board.mjs'
import type { Progress } from '../../tools/desk/progress.mjs'
import { katasOf, nextKata, trackOf, tracks } from '../../tools/desk/tracks.mjs'
import { katas } from '../../tools/judge/catalogue.mjs'
import { DeskCopy } from './desk-copy.ts'
import { ownEnv } from './own-env.ts'

const copy = new DeskCopy()
afterAll(() => copy.remove())

test.for(tracks)('track $name fits 24 rows of a terminal, wherever one is', ({ name }) => {
  const done: Progress = { version: 1, track: name, katas: {} }
  for (let next = nextKata(done); ; next = nextKata(done)) {
    const lines = boardLines(done, false, 23)
    expect(lines.length, next?.id).toBeLessThanOrEqual(23)
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80)
    if (!next) break
    expect(lines.filter((line) => line.includes('← next'))).toEqual([
      expect.stringContaining(` ${next.id} ${next.title}`),
    ])
    // The katas beside it stand there, too.
    const beside = katasOf(trackOf(done)).filter(({ module }) => module === next.module)
    for (const { id } of beside) expect(lines.some((line) => line.slice(4, 6) === id)).toBe(true)
    done.katas[next.slug] = { firstSolved: '2026-12-01T12:00:00Z' }
  }
})

test.runIf(Terminal.isHere)(
  'in a terminal it is folded, and all of it is a word away',
  async () => {
    const env = { ...ownEnv(), NO_COLOR: '1' }
    const shown = async (words: string, last: string) => {
      const terminal = new Terminal(`node tools/kata.mjs ${words}`, copy.folder, env)
      const text = await terminal.until(last)
      expect(await terminal.code()).toBe(0)
      return text.replaceAll('\r', '').split('\n')
    }
    await copy.kata('track', 'full')
    const board = await shown('', 'hints left')
    expect(board.length).toBeLessThan(24)
    expect(board.join('\n')).toMatch(/^E in production +0 of \d solved, .+ left$/m)
    const all = await shown('all', 'hints left')
    expect(`${all.join('\n')})\n`).toBe((await copy.kata()).stdout)
    expect(all.join('\n')).not.toContain('npm run kata all')
    // A terminal that does not say how many rows it has.
    const unknown = "sh -c 'stty rows 0; exec node tools/kata.mjs'"
    const whole = await new Terminal(unknown, copy.folder, env).until('hints left')
    expect(whole.replaceAll('\r', '').split('\n')).toEqual(all)
  },
)

test('of the kata with the longest names, too, what is said of files fits 80 columns', async () => {
  for (const one of ['solutions', 'lua']) rmSync(copy.path(one), { recursive: true })
  const length = ({ folder, file }: (typeof katas)[number]) => folder.length + file.length
  const [{ id, folder, file } = { id: '', folder: '', file: '' }] = [...katas].sort(
    (one, other) => length(other) - length(one),
  )
  let said = ''
  for (const [word, ...more] of [
    ['solution', 'yes'],
    ['reset'],
    ['restore'],
    ['restore', 'list'],
  ]) {
    copy.write(`katas/${folder}/${file}`, `mine: ${word}\n`)
    const { stdout, stderr } = await copy.kata(word as string, id, ...more)
    said += stdout + stderr
  }
  expect(said).toContain('this checkout has no solutions')
  expect(said).toContain('saved as number 2')
  for (const line of said.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
})
