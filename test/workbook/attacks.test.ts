import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import {
  type Kata,
  kataOfPath,
  katas,
  needsRedis,
  root,
  solutionOf,
  testsOf,
} from '../../tools/judge/catalogue.mjs'
import { judge } from '../../tools/judge/judge.ts'
import { isSolved, isStarred } from '../../tools/judge/results.ts'
import { ownEnv } from './own-env.ts'

/** Files that try to get marks, or another's, or at the machine; the first line of each says how. */
const ATTACKS = join(root, 'test/workbook/fixtures/attacks')

interface Marks {
  readonly core: { readonly passed: number }
  readonly solved: boolean
  readonly starred: boolean
}

interface Attack {
  readonly name: string
  readonly kata: Kata
  readonly text: string
  /** Where it lies, as a submission: `NAME/katas/NN-slug/FILE`. */
  readonly path: string
  /** Core tests that what is honest in it passes, as its header says. */
  readonly deserves: number
  /** Whether it is graded, in a process of its own; its header says why. */
  readonly alone: boolean
}

const attacks: readonly Attack[] = readdirSync(ATTACKS, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(ts|lua)$/.test(path))
  .sort()
  .map((path) => {
    const kata = kataOfPath(path)
    if (!kata) throw new Error(`${path} lies in no kata's folder`)
    const text = readFileSync(join(ATTACKS, path), 'utf8')
    const name = dirname(dirname(path))
    return {
      ...{ name, kata, text, path: `${name}/katas/${kata.folder}/${basename(path)}` },
      deserves: Number(text.match(/^(?:\/\/|--) deserves: (\d+)$/m)?.[1] ?? 0),
      alone: /^(?:\/\/|--) alone: \S/m.test(text),
    }
  })

const alone = attacks.filter((attack) => attack.alone)
/** One process a kata has all of these, and an honest neighbour that comes last: what stays of any shows there. */
const together = attacks.filter((attack) => !attack.alone)

const neighboursOf = (some: readonly Attack[]) =>
  katas
    .filter((kata) => some.some((attack) => attack.kata === kata))
    .map((kata) => ({ kata, path: `honest/katas/${kata.folder}/${kata.file}` }))

const dir = mkdtempSync(join(tmpdir(), 'kata-attacks-'))
/** Files that attacks write, if they can, a name each. */
const canaries = join(dir, 'canaries')
let listener: Server
let connections = 0
let printed = ''
let marked: ReadonlyMap<string, Marks>
let graded: ReadonlyMap<string, Marks>
/** How many test files the processes that are shared had to run, as often as that changed. */
const asked = new Set<number>()

/** What the checkout's own files look like: nothing of it may change. */
const looksOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => ({ path, of: statSync(join(root, folder, path)) }))
    .map(({ path, of }) => `${path} ${of.size} ${of.mtimeMs}`)

const OWN = ['katas', 'solutions', 'lua', 'test/support']
const before = OWN.map(looksOf)

/** A folder with these as submissions, armed, and their honest neighbours. */
function submitted(name: string, some: readonly Attack[], port: number): string {
  const folder = join(dir, name)
  for (const { name, path, text } of some) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const armed = text
      .replaceAll('%CANARY%', join(canaries, name))
      .replaceAll('%PORT%', String(port))
    writeFileSync(join(folder, path), armed)
  }
  for (const { kata, path } of neighboursOf(some)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(solutionOf(kata), join(folder, path))
  }
  return folder
}

async function judgeTogether(folder: string): Promise<Map<string, Marks>> {
  const all = [...together, ...neighboursOf(together)]
  const targets = all.map(({ kata, path }) => ({
    ...{ kata, implementation: join(folder, path), probed: false },
    // What starts a Redis for each test would take longer than all others, and find the same.
    tests: testsOf(kata).filter((test) => kata.redis || !needsRedis(test)),
  }))
  const forkFor = ({ kata }: { kata: Kata }) => kata.id
  const onProgress = (_done: number, of: number) => asked.add(of)
  const { results, errors } = await judge(targets, { forkFor, onProgress })
  expect(errors).toEqual([])
  return new Map(
    results.map((result, i) => [
      all[i]?.path ?? '',
      { core: result.core, solved: isSolved(result), starred: isStarred(result) },
    ]),
  )
}

async function gradeAlone(folder: string): Promise<Map<string, Marks>> {
  const json = join(dir, 'marks.json')
  const args = ['--import', 'tsx', 'tools/grade.ts', folder, '--json', json]
  const options = { cwd: root, env: ownEnv() }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options)
  printed = stdout + stderr
  const records = JSON.parse(readFileSync(json, 'utf8')) as (Marks & { path: string })[]
  return new Map(records.map((record) => [record.path, record]))
}

beforeAll(async () => {
  listener = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const { port } = listener.address() as { port: number }
  mkdirSync(canaries)
  vi.stubEnv('REDIS_URL', inject('redisUrl'))
  vi.stubEnv('KATA_REDIS', '')
  marked = await judgeTogether(submitted('together', together, port))
  graded = await gradeAlone(submitted('alone', alone, port))
}, 900_000)

afterAll(() => {
  listener.close()
  rmSync(dir, { recursive: true, force: true })
})

test.for(attacks.map((attack) => [attack.name, attack] as const))(
  '%s gets no marks by it',
  ([, { path, deserves, alone }]) => {
    const marks = (alone ? graded : marked).get(path)
    expect(marks).toMatchObject({ solved: false, starred: false })
    expect(marks?.core.passed).toBeLessThanOrEqual(deserves)
  },
)

test.for([
  ...neighboursOf(together).map(({ path }) => [path, () => marked] as const),
  ...neighboursOf(alone).map(({ path }) => [`${path}, graded`, () => graded] as const),
])('a neighbour keeps its marks: %s', ([name, marks]) => {
  const path = name.replace(/, graded$/, '')
  expect(marks().get(path)).toMatchObject({ solved: true, starred: true })
})

test('an attack that ends its process, or Redis, says that it has to be alone', () => {
  // What a process took along would have run once more, apart from what it was to share a process with.
  expect(asked.size).toBe(1)
})

test('nothing was written, asked from elsewhere, or said in the judge’s place', () => {
  expect(readdirSync(canaries)).toEqual([])
  expect(connections).toBe(0)
  expect(printed).not.toMatch(/FORGED|solved ★|\p{Cc}\[/u)
  expect(OWN.map(looksOf)).toEqual(before)
  expect(existsSync(join(root, 'FORGED'))).toBe(false)
})
