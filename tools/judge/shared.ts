import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
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
/** So many builds are kept, those that were used last: runs that began before may still load one of them. */
const KEPT = 20

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
 * the checkout cannot be written, or they cannot be built: then a run says why.
 */
export async function buildShared(): Promise<Shared> {
  // Vitest has Node import them by their paths, in which Node reads `%41` as an `A`.
  if (root.includes('%')) return new Shared()
  const hash = hashOfSources()
  const folder = join(BUILT, hash)
  try {
    if (!isWhole(folder)) await buildInto(folder, hash)
    const now = new Date()
    utimesSync(folder, now, now)
  } catch (error) {
    if (!isOfSystem(error)) throw error
  }
  return isWhole(folder) ? new Shared(realpathSync(folder)) : new Shared()
}

/** The hashes of a build's files, by their names: a disk that was full, or lost its power, leaves others. */
const HASHES = 'hashes.json'

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

function isWhole(folder: string): boolean {
  try {
    const hashes: Record<string, string> = JSON.parse(readFileSync(join(folder, HASHES), 'utf8'))
    return Object.entries(hashes).every(
      ([name, hash]) => hashOf(readFileSync(join(folder, name))) === hash,
    )
  } catch (error) {
    if (isOfSystem(error) || error instanceof SyntaxError) return false
    throw error
  }
}

async function buildInto(folder: string, hash: string): Promise<void> {
  const made = `${folder}.${process.pid}.tmp`
  try {
    mkdirSync(made, { recursive: true })
    const modules = await builtModules()
    // A source that was saved meanwhile: what is built is of neither state.
    if (!modules || hashOfSources() !== hash) return
    for (const { fileName, code } of modules) writeFileSync(join(made, fileName), code)
    const hashes = modules.map(({ fileName, code }) => [fileName, hashOf(code)])
    writeFileSync(join(made, HASHES), JSON.stringify(Object.fromEntries(hashes)))
    // Another run may have built the same meanwhile, whole.
    if (!isWhole(folder)) {
      rmSync(folder, { recursive: true, force: true })
      renameSync(made, folder)
    }
    removeOld()
  } finally {
    if (existsSync(made)) rmSync(made, { recursive: true })
  }
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

async function builtModules(): Promise<{ fileName: string; code: string }[] | undefined> {
  const all = [...Object.values(SHARED), ...Object.entries(JUDGE)]
  // A class pack has the files of its own katas.
  const input = Object.fromEntries(all.filter(([, file]) => existsSync(join(root, file))))
  const output = { entryFileNames: '[name].mjs', chunkFileNames: 'chunk-[name].mjs' }
  try {
    const made = await build({
      ...{ root, configFile: false, envDir: false, publicDir: false, logLevel: 'silent' },
      plugins: [asItLies],
      build: {
        ...{ ssr: true, target: 'node20', minify: false, write: false },
        rolldownOptions: { input, output },
      },
    })
    return 'output' in made ? made.output.filter((one) => one.type === 'chunk') : undefined
  } catch {
    // As it stands it does not load, either: that is told by whoever wants it, in the words for it.
    return undefined
  }
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

function removeOld(): void {
  const lastUse = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const builds = readdirSync(BUILT).map((name) => join(BUILT, name))
  const byUse = builds.sort((one, other) => lastUse(other) - lastUse(one))
  for (const path of byUse.slice(KEPT)) rmSync(path, { recursive: true, force: true })
}

/**
 * Locks, on the last line, the classes at a module's top: a test hands its instances to the implementation, which
 * could change by one of them what all others do.
 */
export function withClassesLocked(code: string): string {
  const names = Array.from(code.matchAll(/^(?:export )?class (\w+)/gm), ([, name]) => name)
  return `${code}\n;${names.map((name) => `Object.freeze(${name}.prototype)`).join(';')}`
}
