import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { shown } from '../desk/copies.mjs'
import { NotDone } from '../desk/store.mjs'
import { STUBS, stubsIn, textOf } from '../desk/stubs.mjs'
import { modules, tracks } from '../desk/tracks.mjs'
import { type Kata, root, stubOf } from '../judge/catalogue.mjs'
import { filesBelow } from '../judge/files.mjs'
import { partsOf, recordedPath, textInPack } from './files.ts'
import { asInPack } from './lesson.ts'
import { lockFor, packageFor } from './package.ts'
import { readmeFor, WORKFLOW } from './readme.ts'

/** What stands in a pack: by path, with `/`. */
export type Pack = ReadonlyMap<string, string | Buffer>

/** The pack of these katas. */
export async function packOf(katas: readonly Kata[], due: string | undefined): Promise<Pack> {
  const { files, packages } = partsOf(katas)
  const lessons = katas.map(({ folder }) => `katas/${folder}/README.md`)
  const docs = docsLinkedBy(lessons)
  const made = new Map<string, string | Buffer>()
  for (const file of files) made.set(file, textInPack(file))
  for (const kata of katas) made.set(shown(stubOf(kata)), textOf(stubOfList(kata)))
  for (const [path, text] of listsFor(katas)) made.set(path, text)
  // What judges takes a while to start: a word that is wrong shall be told at once.
  const { recordedAnswers } = await import('./record.ts')
  for (const [name, table] of await recordedAnswers(katas)) {
    made.set(recordedPath(name), table)
  }
  const texts = [...lessons, ...docs]
  const paths = [...made.keys(), ...texts]
  const has = (path: string) => paths.some((one) => one === path || one.startsWith(`${path}/`))
  for (const path of texts) {
    made.set(path, asInPack(readFileSync(join(root, path), 'utf8'), path, has))
  }
  const packageJson = packageFor(new Set(made.keys()), packages)
  made.set('package.json', packageJson)
  made.set('package-lock.json', lockFor(packageJson))
  made.set('README.md', readmeFor(katas, due))
  made.set('.github/workflows/grade.yml', WORKFLOW)
  made.set('tsconfig.json', tsconfig())
  return new Map([...made].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** As it is handed out, whatever stands in this checkout. */
function stubOfList({ folder }: Kata) {
  const stub = stubsIn()[folder]
  if (!stub) throw new NotDone(`${STUBS} has no stub of ${folder}`)
  return stub
}

/** The lists of katas, with these alone. */
function listsFor(katas: readonly Kata[]): [string, string][] {
  const own = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const ids = new Set(katas.map(({ id }) => id))
  const folders = new Set(katas.map(({ folder }) => folder))
  const list = own<{ id: string }[]>('katas/katas.json').filter(({ id }) => ids.has(id))
  const stubs = Object.entries(stubsIn()).filter(([folder]) => folders.has(folder))
  const letters = new Set(katas.map(({ module }) => module))
  const few = {
    modules: Object.fromEntries(Object.entries(modules).filter(([letter]) => letters.has(letter))),
    tracks: tracks.filter(({ katas: of }) => of?.every((id) => ids.has(id)) ?? true),
  }
  return [
    ['katas/katas.json', list],
    [STUBS, Object.fromEntries(stubs)],
    ['katas/tracks.json', few],
  ].map(([path, value]) => [path as string, `${JSON.stringify(value, null, 2)}\n`])
}

/** What lies in `docs` and these lessons send their readers to. */
function docsLinkedBy(lessons: readonly string[]): string[] {
  const linked = lessons.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\]\(\.\.\/\.\.\/(docs\/[^)#\s]+)/g)].map(
      ([, doc = '']) => doc,
    ),
  )
  return [...new Set(linked)]
}

function tsconfig(): string {
  const own = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  // What a learner opens; the tools are as they were handed out.
  const include = ['katas', 'test']
  return `${JSON.stringify({ ...own, include, exclude: ['node_modules', '.cache'] }, null, 2)}\n`
}

/** Throws a {@link NotDone} unless a pack may be made in this folder. */
export function assertFree(out: string): void {
  if (!existsSync(out)) return
  if (!statSync(out).isDirectory()) throw new NotDone(`--out must be a folder, got the file ${out}`)
  const [first] = readdirSync(out)
  if (first === undefined) return
  if (existsSync(join(out, STUBS))) {
    throw new NotDone(
      `--out has katas already, got ${out}\nNothing there is overwritten. Make a new folder, and have this one follow it:\n` +
        `  npm run assign -- … --out ${out}-new\n  cd ${out} && npm run kata update ${out}-new`,
    )
  }
  throw new NotDone(`--out must not exist, or be empty, got ${out} with ${first} in it`)
}

/** Writes it beside first: the folder is there whole or not at all. */
export function writePack(pack: Pack, out: string): void {
  mkdirSync(dirname(out), { recursive: true })
  const aside = mkdtempSync(join(dirname(out), `.${basename(out)}-`))
  try {
    for (const [path, data] of pack) {
      mkdirSync(dirname(join(aside, path)), { recursive: true })
      writeFileSync(join(aside, path), data)
    }
    const missing = [...pack.keys()].filter((path) => !filesBelow(aside).includes(path))
    if (missing.length > 0) throw new NotDone(`not written: ${missing.join(', ')}`)
    if (existsSync(out)) rmdirSync(out)
    renameSync(aside, out)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    throw error
  }
}
