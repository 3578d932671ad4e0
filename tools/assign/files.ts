import { existsSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { shown } from '../desk/copies.mjs'
import { type Kata, needsRedis, probesOf, root, testsOf } from '../judge/catalogue.mjs'
import { fingerprintsPath } from '../judge/diagnosis.ts'
import { filesBelow } from '../judge/files.mjs'

const ORACLES = 'test/support/oracles'

/** What stands in a pack instead of what is in the workbook: oracles that would solve a kata. */
const INSTEAD: Readonly<Record<string, string>> = {
  [`${ORACLES}/index.ts`]: "export * from './recalled.ts'\n",
}

/** A file of the workbook as a pack has it. */
export const textInPack = (file: string): string =>
  INSTEAD[file] ?? readFileSync(join(root, file), 'utf8')

/** Where a pack has what an oracle answered. */
export const recordedPath = (oracle: string): string => `${ORACLES}/recorded/${oracle}.json.gz`

/** What of the workbook a pack has as it is, and the packages that this needs. */
export interface Parts {
  /** Relative to the checkout, with `/`, in order. */
  readonly files: readonly string[]
  readonly packages: ReadonlySet<string>
}

/** What runs in a pack; with them comes all that they import. */
const COMMANDS = [
  'tools/test.mjs',
  'tools/kata.mjs',
  'tools/watch.mjs',
  'tools/grade.ts',
  'vitest.config.ts',
]

/** Whole, since vitest, forks and threads are told of their files by path. */
const FOLDERS = ['katas/kit', 'tools/judge', 'tools/desk']
/** The same of the katas that need a Redis. */
const REDIS_FOLDER = 'test/support/redis'

/** What an answer may be found in. Nothing of it is ever in a pack. */
export const NEVER =
  /^(solutions|lua|test\/(wrong|near|attempts|workbook|support\/oracles\/(limiters|retries|sorted-set|synced|record))|tools\/(mutate|verify|compare|bench|assign|diagnosis))\b|^test\/equivalent-mutants\.json$/

const always = ['.gitattributes', '.gitignore', '.npmrc', 'tsconfig.json']

/** The parts of a pack with these katas. */
export function partsOf(katas: readonly Kata[]): Parts {
  const tests = katas.flatMap(testsOf)
  const folders = [...FOLDERS, ...(tests.some(needsRedis) ? [REDIS_FOLDER] : [])]
  const entries = [
    ...COMMANDS,
    ...[...tests, ...katas.flatMap(probesOf)].map(shown),
    ...folders.flatMap((folder) =>
      filesBelow(join(root, folder)).map((file) => `${folder}/${file}`),
    ),
  ]
  const { files, packages } = withImports(entries)
  const prints = katas.map(fingerprintsPath).filter((path) => existsSync(path))
  const all = new Set([...files, ...always, ...prints.map(shown)])
  const never = [...all].filter((file) => NEVER.test(file))
  if (never.length > 0) throw new Error(`a pack would have ${never.join(', ')}`)
  return { files: [...all].sort(), packages }
}

/** What `import`, `export … from`, `import()`, `createRequire(…)()` and `new URL(…, import.meta.url)` name. */
const NAMES =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\bcreateRequire\(import\.meta\.url\)\()'([^'\n]+)'|new URL\(\s*'([^'\n]+)',\s*import\.meta\.url\s*\)/g

function withImports(entries: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const [files, packages] = [new Set<string>(), new Set<string>()]
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    if (!/\.(ts|mjs)$/.test(file)) continue
    for (const [, imported, beside] of textInPack(file).matchAll(NAMES)) {
      const name = imported ?? (beside as string)
      const path = name.startsWith('.') ? posix.join(posix.dirname(file), name) : shared[name]
      if (path !== undefined) {
        // What a comment names, or a path to a folder, is no file.
        if (isFile(path) && dirname(path) !== '.') waiting.push(path)
      } else if (!name.startsWith('#') && !isBuiltin(name)) packages.add(packageOf(name))
    }
  }
  return { files, packages }
}

/** The names that package.json gives to what implementations and tests share. */
const shared: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports)
    .filter((one): one is [string, string] => typeof one[1] === 'string')
    .map(([name, path]) => [name, path.replace(/^\.\//, '')]),
)

const isFile = (path: string) =>
  statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false

const isBuiltin = (name: string) => name.startsWith('node:') || builtinModules.includes(name)

const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
