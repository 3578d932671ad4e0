import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { afterAll, inject } from 'vitest'
import { root } from '../../tools/judge/catalogue.mjs'
import { useRedis } from '../support/redis/client.ts'
import { ownerName } from '../support/redis/owner.mjs'
import { ownEnv } from './own-env.ts'

/** `npm run race` as a process of its own, on the run's Redis. */
export interface RaceProcess {
  readonly child: ChildProcess
  readonly stdout: Interface
  /** What it has written to stdout so far. */
  readonly lines: readonly string[]
  /** The keys that it has on the server. */
  keys(): Promise<string[]>
}

/** Call it at the top of a test file: what it starts is ended after the file's tests. */
export function useRace() {
  const redis = useRedis()
  const folder = mkdtempSync(join(tmpdir(), 'workbook race-'))
  const children: ChildProcess[] = []
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    file: (name: string) => join(folder, name),
    start(...words: readonly string[]): RaceProcess {
      const url = inject('redisUrl')
      const env = { ...ownEnv(), REDIS_URL: url, KATA_REDIS: 'url' }
      const child = spawn(process.execPath, ['--import', 'tsx', 'tools/race.ts', ...words], {
        ...{ cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] as const },
      })
      children.push(child)
      const lines: string[] = []
      const stdout = createInterface({ input: child.stdout })
      stdout.on('line', (line) => lines.push(line))
      const keys = () => redis.keysUnder(`kata:{${ownerName(child.pid)}-`)
      return { child, stdout, lines, keys }
    },
  }
}
