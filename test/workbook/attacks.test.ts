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
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { katas, root, solutionOf } from '../../tools/judge/catalogue.mjs'
import { ownEnv } from './own-env.ts'

/** Files that try to get marks, or another's, or at the machine; the first line of each says how. */
const ATTACKS = join(root, 'test/workbook/fixtures/attacks')

interface GradeRecord {
  readonly path: string
  readonly core: { readonly passed: number; readonly failed: number }
  readonly solved: boolean
  readonly starred: boolean
}

interface Attack {
  readonly name: string
  readonly path: string
  readonly text: string
  /** Core tests that what is honest in it passes, as its second line says. */
  readonly deserves: number
}

const attacks: readonly Attack[] = readdirSync(ATTACKS, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(ts|lua)$/.test(path))
  .sort()
  .map((path) => {
    const text = readFileSync(join(ATTACKS, path), 'utf8')
    const deserves = Number(text.match(/^(?:\/\/|--) deserves: (\d+)$/m)?.[1] ?? 0)
    return { name: dirname(dirname(path)), path, text, deserves }
  })

/** The katas that are attacked: of each, an honest neighbour is graded in the same run. */
const attacked = katas.filter(({ folder }) =>
  attacks.some(({ path }) => basename(dirname(path)) === folder),
)

const dir = mkdtempSync(join(tmpdir(), 'kata-attacks-'))
/** Files that attacks write, if they can, a name each. */
const canaries = join(dir, 'canaries')
let listener: Server
let connections = 0
let printed = ''
let byPath: ReadonlyMap<string, GradeRecord>

/** What the checkout's own files look like: nothing of it may change. */
const looksOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => ({ path, of: statSync(join(root, folder, path)) }))
    .map(({ path, of }) => `${path} ${of.size} ${of.mtimeMs}`)

const OWN = ['katas', 'solutions', 'lua', 'test/support']
const before = OWN.map(looksOf)

beforeAll(async () => {
  listener = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const { port } = listener.address() as { port: number }
  mkdirSync(canaries)
  for (const { name, path, text } of attacks) {
    const to = join(dir, name, 'katas', path.slice(name.length + 1))
    mkdirSync(dirname(to), { recursive: true })
    const armed = text
      .replaceAll('%CANARY%', join(canaries, name))
      .replaceAll('%PORT%', String(port))
    writeFileSync(to, armed)
  }
  for (const kata of attacked) {
    const to = join(dir, 'honest', 'katas', kata.folder, kata.file)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(solutionOf(kata), to)
  }
  const json = join(dir, 'marks.json')
  const env = { ...ownEnv(), REDIS_URL: inject('redisUrl'), KATA_REDIS: '' }
  const args = ['--import', 'tsx', 'tools/grade.ts', dir, '--json', json]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  printed = stdout + stderr
  const records = JSON.parse(readFileSync(json, 'utf8')) as GradeRecord[]
  byPath = new Map(records.map((record) => [record.path, record]))
}, 480_000)

afterAll(() => {
  listener.close()
  rmSync(dir, { recursive: true, force: true })
})

test.for(attacks.map((attack) => [attack.name, attack] as const))(
  '%s gets no marks by it',
  ([name, { path, deserves }]) => {
    const record = byPath.get(`${name}/katas/${path.slice(name.length + 1)}`)
    expect(record).toMatchObject({ solved: false, starred: false })
    expect(record?.core.passed).toBeLessThanOrEqual(deserves)
  },
)

test.for(attacked.map(({ folder, file }) => `honest/katas/${folder}/${file}`))(
  'a neighbour keeps its marks: %s',
  (path) => {
    expect(byPath.get(path)).toMatchObject({ solved: true, starred: true })
  },
)

test('nothing was written, asked from elsewhere, or said in the judge’s place', () => {
  expect(readdirSync(canaries)).toEqual([])
  expect(connections).toBe(0)
  expect(printed).not.toMatch(/FORGED|solved ★|\p{Cc}\[/u)
  expect(OWN.map(looksOf)).toEqual(before)
  expect(existsSync(join(root, 'FORGED'))).toBe(false)
})
