import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { inject } from 'vitest'
import { type Kata, root } from '../../../tools/judge/catalogue.mjs'
import { filesBelow } from '../../../tools/judge/files.mjs'
import { ownEnv } from '../own-env.ts'
import type { Asked, Told } from './judge-there.ts'

export interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const MOST_OUTPUT = 64 * 1024 * 1024

/** Runs Node in a folder, with the Redis of this run. */
export async function node(
  cwd: string,
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<Run> {
  const { INIT_CWD: _, FC_SEED: __, ...env } = ownEnv()
  const redis = { REDIS_URL: inject('redisUrl'), KATA_REDIS: '' }
  const options = { cwd, env: { ...env, ...redis, ...more }, maxBuffer: MOST_OUTPUT }
  return promisify(execFile)(process.execPath, [...args], options).then(
    (run) => ({ ...run, code: 0 }),
    (error: Run & { code: unknown }) => {
      if (typeof error.code !== 'number') throw error
      return error
    },
  )
}

/** `npm run assign -- WORDS`, without npm. */
export const assign = (...words: readonly string[]): Promise<Run> =>
  node(root, ['--import', 'tsx', 'tools/assign.ts', ...words])

/** A folder for packs, its path with a space. */
export const folderForPacks = (): string => mkdtempSync(join(tmpdir(), 'class packs-'))

/** A pack that was made by the command, and is ready to run as after `npm install`. */
export class ClassPack {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async made(folder: string, ...words: readonly string[]): Promise<ClassPack> {
    const run = await assign(...words, '--out', folder)
    if (run.code !== 0) throw new Error(run.stderr)
    const pack = new ClassPack(folder)
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    return pack
  }

  /** Its files with their text, also of those that are compressed. */
  texts(): { path: string; text: string }[] {
    return filesBelow(this.folder).map((path) => {
      const bytes = readFileSync(join(this.folder, path))
      return { path, text: (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString() }
    })
  }

  /** Puts code for a kata beside the pack. */
  put(name: string, { folder, file }: Kata, text: string): string {
    const path = join(this.folder, '..', name, folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }

  /** Judges these there, by the pack's own tests and judge. */
  async judge(asked: readonly Asked[], env: NodeJS.ProcessEnv = {}): Promise<Told[]> {
    const own = mkdtempSync(join(this.folder, '..', 'judged-'))
    const [list, told] = [join(own, 'asked.json'), join(own, 'told.json')]
    writeFileSync(list, JSON.stringify(asked))
    const script = join(root, 'test/workbook/assign/judge-there.ts')
    const words = ['--import', 'tsx', script, list, told]
    const { code, stderr } = await node(this.folder, words, env)
    if (code !== 0) throw new Error(stderr)
    return JSON.parse(readFileSync(told, 'utf8'))
  }
}
