import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { architecture, type Machine, privateApt, SUITE, thisMachine } from './private-apt.ts'
import { reason, type Source, type SourceContext } from './source.ts'
import { startNodes, startServer } from './source-local.ts'
import { CHECKOUT } from './warden.ts'

const PACKAGES = ['redis-server', 'redis-tools']
const PROGRAMS = ['redis-server', 'redis-cli']
/** Far longer than a fetch may take. */
const STALE_MS = 3_600_000

/** A private copy of Debian's redis-server, fetched once: on Debian's family, without root. */
export const fetched: Source<'fetch'> = {
  name: 'fetch',
  find: (context) => startFetched(context, startServer),
  findNodes: (context) => startFetched(context, startNodes),
}

async function startFetched<T>(
  context: SourceContext,
  start: (program: string, from: string, context: SourceContext) => Promise<T>,
): Promise<T> {
  const bin = await fetchedRedis(context)
  const from = `a copy fetched from Debian ${SUITE}`
  return start(join(bin, 'redis-server'), from, context).catch((error) => {
    throw new Error(`${reason(error)} (delete ${join(bin, '..')} to fetch it anew)`)
  })
}

/**
 * The folder with `redis-server` and `redis-cli` of the private copy, which is fetched if it is not
 * there yet. Both are scripts that run the copy with its own libraries, from wherever it lies.
 *
 * The copy lies in the checkout's `.cache/redis-fetched`, or in the folder `KATA_REDIS_CACHE`. It
 * appears there by one rename, complete and on disk. Until then it is made in a folder of this run's
 * own beside it, which the warden removes however the run ends.
 *
 * @throws {SourceAbsent} on a system that has no such packages
 * @throws {Error} with the reason if they cannot be fetched
 */
export async function fetchedRedis(
  { env, say, warden }: SourceContext,
  machine: Machine = thisMachine(env),
): Promise<string> {
  const cache = env.KATA_REDIS_CACHE || join(CHECKOUT, '.cache', 'redis-fetched')
  const copy = join(cache, `${SUITE}-${architecture()}`)
  const bin = join(copy, 'bin')
  removeStale(cache)
  if (existsSync(copy)) return bin

  const work = join(cache, `fetching-${randomUUID()}`)
  // Written down before it is there, so that no moment to kill this run leaves it behind.
  warden().watch({ fetch: { dir: work } })
  try {
    const apt = await privateApt(machine, work)
    say(`fetching Redis 8 of Debian ${SUITE} from ${hosts(apt.mirrors)}, some 20 MB, once`)
    const root = join(work, 'root')
    await apt.unpack(PACKAGES, root)
    const made = join(work, 'copy')
    makeCopy(root, made)
    for (const program of PROGRAMS) {
      await promisify(execFile)(join(made, 'bin', program), ['--version'], { env })
    }
    flush(made)
    publish(made, copy)
    return bin
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const hosts = (mirrors: readonly string[]) =>
  mirrors.map((mirror) => (URL.canParse(mirror) && new URL(mirror).host) || mirror).join(', ')

/** Takes the programs and libraries out of the unpacked packages; the rest is not needed. */
function makeCopy(root: string, copy: string): void {
  const libraries = join(root, 'usr', 'lib')
  const folders = readdirSync(libraries, { withFileTypes: true }).filter((one) => one.isDirectory())
  const [loaded] = folders.flatMap(({ name: triplet }) =>
    readdirSync(join(libraries, triplet))
      .filter((name) => /^ld(-linux[\w-]*|64)\.so\.\d+$/.test(name))
      .map((loader) => ({ triplet, loader })),
  )
  if (!loaded) throw new Error('the fetched packages hold no program loader')
  mkdirSync(join(copy, 'bin'), { recursive: true })
  mkdirSync(join(copy, 'lib'))
  // What lies deeper is loaded on demand, for character sets and ciphers that nobody asks for.
  for (const entry of readdirSync(join(libraries, loaded.triplet), { withFileTypes: true })) {
    const from = join(libraries, loaded.triplet, entry.name)
    if (!entry.isDirectory()) renameSync(from, join(copy, 'lib', entry.name))
  }
  renameSync(join(root, 'usr', 'bin'), join(copy, 'programs'))
  for (const program of PROGRAMS) {
    const lines = [
      '#!/bin/sh',
      '# Runs this copy with the libraries that came with it.',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
      'copy=${0%/*}/..',
      `exec "$copy/lib/${loaded.loader}" --library-path "$copy/lib" "$copy/programs/${program}" "$@"`,
    ]
    writeFileSync(join(copy, 'bin', program), `${lines.join('\n')}\n`, { mode: 0o755 })
  }
}

/** On disk for sure: after a power cut, too, what has its final name is whole. */
function flush(copy: string): void {
  const entries = readdirSync(copy, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of [...paths, copy]) {
    const handle = openSync(path, 'r')
    fsyncSync(handle)
    closeSync(handle)
  }
}

/** Gives the copy its name, unless another run has been quicker: theirs is as good. */
function publish(made: string, copy: string): void {
  try {
    renameSync(made, copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
  }
}

/** What runs of other machines left here, whose end nobody could see; the warden sees to our own. */
function removeStale(cache: string): void {
  if (!existsSync(cache)) return
  for (const name of readdirSync(cache).filter((one) => one.startsWith('fetching-'))) {
    const since = statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > STALE_MS) {
      rmSync(join(cache, name), { recursive: true, force: true })
    }
  }
}
