import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { asText } from '../desk/store.mjs'

/** When a file was handed in, and how that is known. */
export interface HandedIn {
  readonly at: Date
  /** The commit that brought the file as it is; or its own time, where there is none. */
  readonly by: 'commit' | 'file time'
}

/**
 * The time of the submission's last commit of this file, if its folder is a git checkout and the file is as it
 * was committed; else the file's own time. Either is what its author's machine said.
 *
 * @param folder the submission's
 */
export async function handedIn(folder: string, path: string): Promise<HandedIn> {
  const committed = existsSync(join(folder, '.git')) ? await lastCommit(folder, path) : undefined
  return committed ? { at: committed, by: 'commit' } : { at: statSync(path).mtime, by: 'file time' }
}

async function lastCommit(folder: string, path: string): Promise<Date | undefined> {
  const name = relative(folder, path).split(sep).join('/')
  try {
    const committed = await git(folder, ['cat-file', 'blob', `HEAD:${name}`])
    if (asText(committed) !== asText(readFileSync(path))) return undefined
    const text = await git(folder, ['rev-list', '-1', '--format=%ct', 'HEAD', '--', name])
    const seconds = text.trim().split('\n').at(-1)
    return seconds ? new Date(Number(seconds) * 1000) : undefined
  } catch {
    // No git here, no commit yet, or a checkout that git does not trust.
    return undefined
  }
}

/**
 * The checkout is someone else's: nothing that its configuration names may run. These two commands call no
 * hook, filter or pager, and fetch nothing.
 */
async function git(folder: string, args: readonly string[]): Promise<string> {
  const settings = ['core.fsmonitor=false', `core.hooksPath=${devNull}`]
  const { stdout } = await promisify(execFile)(
    'git',
    ['-C', folder, '--no-pager', ...settings.flatMap((one) => ['-c', one]), ...args],
    { env: ownEnv(folder), maxBuffer: 16 * 1024 * 1024, timeout: 10_000 },
  )
  return stdout
}

/** It finds the checkout that the folder is, and none that holds it. */
function ownEnv(folder: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(others),
    GIT_CEILING_DIRECTORIES: dirname(folder),
    // A fetch of what is missing would run what the checkout names. By a setting it could be allowed again.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
  }
}
