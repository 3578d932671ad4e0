import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../tools/judge/catalogue.mjs'
import { filesOfCheckout } from '../../tools/verify/files.ts'
import { ownEnv } from './own-env.ts'

/** All that `npm run kata` reads. */
const NEEDED =
  /^(katas\/(?!kit\/)|solutions\/|lua\/|tools\/(kata|desk\/|judge\/[^/]+\.mjs)|test\/support\/(redis\/owner|settings)\.mjs|package(-lock)?\.json)/

const FIXTURES = 'test/workbook/fixtures/desk'

/** A run with a fault. */
export interface Faulty {
  readonly n: number
  readonly code: number
  readonly said: string
  /** The run after it, without a fault. */
  readonly again: { readonly code: number; readonly said: string }
  /** The checkout after the fault. */
  readonly left: DeskCopy
  /** The checkout after the run that followed. */
  readonly ended: DeskCopy
}

export interface Run {
  readonly stdout: string
  readonly stderr: string
  /** 0 where a signal ended it. */
  readonly code: number
  readonly signal: NodeJS.Signals | undefined
}

/** A copy of what the desk needs, or of the whole checkout, where tests can break what they like. */
export class DeskCopy {
  readonly folder: string

  /** @param which the files that are copied; of a folder that there is already, none */
  constructor(which: RegExp | string = NEEDED) {
    if (typeof which === 'string') {
      this.folder = which
      return
    }
    this.folder = mkdtempSync(join(tmpdir(), 'desk test-'))
    for (const file of filesOfCheckout().filter((one) => which.test(one))) {
      cpSync(join(root, file), this.path(file))
    }
    symlinkSync(join(root, 'node_modules'), this.path('node_modules'), 'junction')
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts)
  }

  read(...parts: string[]): string {
    return readFileSync(this.path(...parts), 'utf8')
  }

  write(path: string, text: string): void {
    writeFileSync(this.path(path), text)
  }

  /** `npm run kata WORDS` without npm. */
  kata(...words: string[]): Promise<Run> {
    return this.node(['tools/kata.mjs', ...words])
  }

  /** The same, and it is killed at a call: `renameSync 2`, the second of its name. */
  killed(call: string, ...words: string[]): Promise<Run> {
    const faults = pathToFileURL(join(root, FIXTURES, 'faults.mjs')).href
    return this.node(['--import', faults, 'tools/kata.mjs', ...words], { FAULT: call })
  }

  /** The same, with a fault at each call in turn, in copies of this copy: see `each-call.mjs`. */
  atEachCall(how: 'end' | 'fail', ...words: string[]): Promise<readonly Faulty[]> {
    return this.toolAtEachCall(how, 'tools/kata.mjs', ...words)
  }

  /** The same of another tool, which may be TypeScript. */
  async toolAtEachCall(
    how: 'end' | 'fail',
    tool: string,
    ...words: string[]
  ): Promise<readonly Faulty[]> {
    const work = `${this.folder} at each call`
    rmSync(work, { recursive: true, force: true })
    const script = join(root, FIXTURES, 'each-call.mjs')
    const args = ['--import', 'tsx', script, this.folder, work, how, tool, ...words]
    const { stdout, stderr, code } = await this.node(tool.endsWith('.ts') ? args : args.slice(2))
    if (code !== 0) throw new Error(stderr)
    return JSON.parse(stdout).map((run: Omit<Faulty, 'left' | 'ended'>) => ({
      ...run,
      left: new DeskCopy(join(work, String(run.n))),
      ended: new DeskCopy(join(work, `${run.n}-again`)),
    }))
  }

  /** Removes it, and what was tried in copies of it. */
  remove(): void {
    for (const folder of [this.folder, `${this.folder} at each call`]) {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  node(args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Run> {
    const { INIT_CWD: _, ...env } = ownEnv()
    const options = { cwd: this.folder, env: { ...env, ...more } }
    return new Promise((resolve) => {
      execFile(process.execPath, args, options, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : 0
        resolve({ stdout, stderr, code, signal: error?.signal })
      })
    })
  }

  /** The contents of the saved files of a kata, the first one first. */
  saved(folder: string): string[] {
    return filesIn(this.path('.kata/saved', folder)).map((path) => readFileSync(path, 'utf8'))
  }

  /** Every file but the desk's own, and what is in it. */
  contents(): Record<string, string> {
    const paths = filesIn(this.folder).filter((path) => !/[\\/](\.kata|node_modules)\b/.test(path))
    return Object.fromEntries(
      paths.map((path) => [path.slice(this.folder.length), readFileSync(path, 'utf8')]),
    )
  }
}

/** Those below a folder that are there whole: what a killed write has left has a name of its own. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const SMALL =
  /^(katas\/(0[13]-|[^/]+\.json)|tools\/(kata|desk\/|judge\/[^/]+\.mjs)|test\/support\/(redis\/owner|settings)\.mjs|package\.json)/

/** With the katas 01 and 03 alone: quick to copy, and to copy again. @param more what else it needs */
export function smallCopy(more?: RegExp): DeskCopy {
  const copy = new DeskCopy(more ? new RegExp(`${SMALL.source}|${more.source}`) : SMALL)
  const katas = JSON.parse(copy.read('katas/katas.json')) as { id: string }[]
  const few = katas.filter(({ id }) => id === '01' || id === '03')
  copy.write('katas/katas.json', `${JSON.stringify(few, null, 2)}\n`)
  const stubs = Object.entries(JSON.parse(copy.read('katas/stubs.json')))
  const fewStubs = Object.fromEntries(stubs.filter(([folder]) => /^0[13]-/.test(folder)))
  copy.write('katas/stubs.json', `${JSON.stringify(fewStubs, null, 2)}\n`)
  return copy
}

/** A later version of a small workbook; `edit` says how it differs. */
export function laterVersion(edit: (copy: DeskCopy) => void): DeskCopy {
  const later = smallCopy()
  const info = JSON.parse(later.read('package.json'))
  later.write('package.json', `${JSON.stringify({ ...info, version: '9.0.0' }, null, 2)}\n`)
  edit(later)
  return later
}

/** Changes a stub, in its file and in the list. */
export function changeStub(copy: DeskCopy, folder: string, change: (text: string) => string): void {
  const stubs = JSON.parse(copy.read('katas/stubs.json'))
  const { file, stub } = stubs[folder] as { file: string; stub: string[] }
  const text = change(stub.join('\n'))
  stubs[folder].stub = text.split('\n')
  copy.write(join('katas', folder, file), text)
  copy.write('katas/stubs.json', `${JSON.stringify(stubs, null, 2)}\n`)
}
