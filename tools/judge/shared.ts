import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, version } from 'vite'
import { isOfSystem } from '../desk/store.mjs'
import { root } from './catalogue.mjs'
import { filesBelow } from './files.mjs'

/** What implementations and tests import of the workbook, from wherever they lie, and the name it is built under. */
export const SHARED: Readonly<Record<string, readonly [name: string, file: string]>> = {
  '#kit': ['kit', 'katas/kit/index.ts'],
  '#support': ['support', 'test/support/index.ts'],
  '#support/http': ['http', 'test/support/http/index.ts'],
  '#support/redis': ['redis', 'test/support/redis/index.ts'],
  '#support/redis/cluster': ['cluster', 'test/support/redis/cluster-client.ts'],
  '#support/redis/outages': ['outages', 'test/support/redis/outages.ts'],
  '#support/redis/race': ['race', 'test/support/redis/race/index.ts'],
}

/** What the judge itself has in a fork. */
const JUDGE = {
  runner: 'tools/judge/runner.ts',
  entered: 'tools/judge/entered.ts',
  preload: 'tools/judge/preload.ts',
}

/** Where all of that lies, and nothing else that it imports. */
const SOURCES = ['katas/kit', 'test/support', 'tools/judge']

const BUILT = join(root, '.cache', 'shared')
/** So long a build may be in use by a run that began with it. */
const IN_USE_MS = 24 * 60 * 60 * 1000

/** As Vite writes paths. */
const posix = (path: string) => path.split(sep).join('/')

/** Where tests have from what they hand over. */
const SUPPORT = posix(join(root, 'test/support/'))
/** @param id of a module */
export const isOfSupport = (id: string): boolean => id.startsWith(SUPPORT)

/** Where a fork finds the shared modules: as they were built, or as they stand if `folder` is undefined. */
export class Shared {
  readonly folder: string | undefined

  constructor(folder?: string) {
    this.folder = folder
  }

  /** The file that is imported by this name, undefined if it is none of these. */
  import(id: string): string | undefined {
    const known = Object.hasOwn(SHARED, id) ? SHARED[id] : undefined
    return known && this.#file(...known)
  }

  /** What Node loads by itself: vitest's patterns for that. */
  get builtModules(): RegExp[] {
    // Exactly these: what a submission calls its folders must not have it loaded uncounted.
    const literally = posix(this.folder ?? '').replace(/[^\w/]/g, '\\$&')
    return this.folder ? [new RegExp(`^${literally}/[\\w-]+\\.mjs$`)] : []
  }

  judge(name: keyof typeof JUDGE): string {
    return this.#file(name, JUDGE[name])
  }

  #file(name: string, source: string): string {
    return posix(this.folder ? join(this.folder, `${name}.mjs`) : join(root, source))
  }
}

/**
 * Builds what tests and implementations share into modules that Node loads by itself, unless that was done
 * before; some tenths of a second, once for each state of these sources. A fork would ask the process that judges
 * for each of a hundred modules, one after another, which takes as long as most katas' tests. As they stand where
 * the checkout cannot be written.
 */
export async function buildShared(): Promise<Shared> {
  // Vitest has Node import them by their paths, in which Node reads `%41` as an `A`.
  if (root.includes('%')) return new Shared()
  const folder = join(BUILT, hashOfSources())
  if (isInUse(folder)) return new Shared(folder)
  const modules = await builtModules()
  const made = `${folder}.${process.pid}.tmp`
  try {
    mkdirSync(made, { recursive: true })
    for (const { fileName, code } of modules) writeFileSync(join(made, fileName), code)
    renameSync(made, folder)
    removeOld(folder)
  } catch (error) {
    if (!isOfSystem(error)) throw error
    // Another run may have built the same meanwhile.
    if (!existsSync(folder)) return new Shared()
  } finally {
    if (existsSync(made)) rmSync(made, { recursive: true })
  }
  return new Shared(folder)
}

/** Whether it is there; noted, so that no other run removes it as old. */
function isInUse(folder: string): boolean {
  if (!existsSync(folder)) return false
  const now = new Date()
  try {
    utimesSync(folder, now, now)
  } catch (error) {
    // Who cannot write here cannot remove anything, either.
    if (!isOfSystem(error)) throw error
  }
  return true
}

/** Of all sources, of what builds them, and of where they lie: the built modules name files beside the sources. */
function hashOfSources(): string {
  const hash = createHash('sha256').update(`${root}\n${version}\n`)
  for (const folder of SOURCES) {
    for (const file of filesBelow(join(root, folder))) {
      if (!/\.m?[jt]s$/.test(file)) continue
      hash
        .update(`${file}\n`)
        .update(readFileSync(join(root, folder, file)))
        .update('\n')
    }
  }
  return hash.digest('hex').slice(0, 16)
}

async function builtModules(): Promise<{ fileName: string; code: string }[]> {
  const all = [...Object.values(SHARED), ...Object.entries(JUDGE)]
  // A class pack has the files of its own katas.
  const input = Object.fromEntries(all.filter(([, file]) => existsSync(join(root, file))))
  const made = await build({
    ...{ root, configFile: false, envDir: false, publicDir: false, logLevel: 'silent' },
    plugins: [asItLies],
    build: {
      ...{ ssr: true, target: 'node20', minify: false, write: false },
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunk-[name].mjs' },
      },
    },
  })
  if (!('output' in made)) throw new Error('vite watches where it was to build')
  return made.output.filter((one) => one.type === 'chunk')
}

/** What a module finds beside itself is beside its source. */
const asItLies: Plugin = {
  name: 'kata-shared',
  enforce: 'pre',
  transform(code, id) {
    if (id.startsWith('\0')) return
    if (!SOURCES.some((folder) => id.startsWith(posix(join(root, folder, '/'))))) {
      throw new Error(`${id} is shared, and lies in none of ${SOURCES.join(', ')}`)
    }
    const url = JSON.stringify(pathToFileURL(id).href)
    const locked = isOfSupport(id) ? withClassesLocked(code) : code
    return { code: locked.replaceAll('import.meta.url', () => url), map: null }
  },
}

function removeOld(current: string): void {
  for (const name of readdirSync(BUILT)) {
    const path = join(BUILT, name)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (path !== current && age > IN_USE_MS) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Locks, on the last line, the classes at a module's top: a test hands its instances to the implementation, which
 * could change by one of them what all others do.
 */
export function withClassesLocked(code: string): string {
  const names = Array.from(code.matchAll(/^(?:export )?class (\w+)/gm), ([, name]) => name)
  return `${code}\n;${names.map((name) => `Object.freeze(${name}.prototype)`).join(';')}`
}
