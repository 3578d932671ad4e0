import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { type Kata, kataNamed, root, solutionOf, stubOf } from '../../tools/judge/catalogue.mjs'
import { ownEnv } from './own-env.ts'

// Once a stub of 18 has closed the network of their process, and the judge evaluation of text, no Testcontainers
// could start what 19 kills; another source stood in for it where there was one, and none where Docker was asked for.
test('a server to be killed starts beside code that may not connect, from the source of the run', async ({
  skip,
}) => {
  const source = inject('redisSource')
  if (!source) skip('there is no Redis')
  const dir = mkdtempSync(join(tmpdir(), 'kata-apart-'))
  try {
    const put = (kata: Kata, from: string) => {
      mkdirSync(join(dir, 'ann/katas', kata.folder), { recursive: true })
      cpSync(from, join(dir, 'ann/katas', kata.folder, kata.file))
    }
    const [first, second] = [kataNamed('http-429'), kataNamed('redis-down')] as [Kata, Kata]
    put(first, stubOf(first))
    put(second, solutionOf(second))
    const json = join(dir, 'records.json')
    const args = ['--import', 'tsx', 'tools/grade.ts', dir, '--json', json]
    await promisify(execFile)(process.execPath, args, {
      cwd: root,
      env: { ...ownEnv(), KATA_REDIS: source },
    })
    const records = JSON.parse(readFileSync(json, 'utf8'))
    expect(records).toMatchObject([{ starred: false }, { starred: true, error: null }])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
