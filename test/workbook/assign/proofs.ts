import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shown } from '../../../tools/desk/copies.mjs'
import {
  katas as allKatas,
  type Kata,
  probesOf,
  root,
  solutionOf,
  testsOf,
} from '../../../tools/judge/catalogue.mjs'
import { fingerprintsPath } from '../../../tools/judge/diagnosis.ts'
import { filesBelow } from '../../../tools/judge/files.mjs'
import { type WrongAnswer, wrongAnswersOf } from '../../../tools/verify/wrong-answers.ts'
import { ClassPack, folderForPacks, node } from './class-pack.ts'
import type { Told } from './judge-there.ts'
import { answerRows, tracesIn } from './traces.ts'

// Its oracles are recorded on the references, and all wrong answers judged: that takes a while.
const MAKING_MS = 400_000

/**
 * Makes a pack and registers what must be so of any: it has no answers, and judges as the workbook does. Returns how
 * to get at it in a test.
 */
export function provesPack(words: readonly string[], ids: readonly string[]): () => ClassPack {
  let pack: ClassPack | undefined
  const katas: readonly Kata[] = allKatas.filter(({ id }) => ids.includes(id))
  /** The wrong answers that are judged there; the first of each kata is asked what it behaves like, too. */
  let wrong: readonly WrongAnswer[]
  const isFirst = (path: string) => katas.some((kata) => wrongAnswersOf(kata)[0]?.path === path)
  const one = () => pack as ClassPack
  /** What its own judge says of its stubs, the references and the wrong answers. */
  let told: { stubs: readonly Told[]; references: readonly Told[]; wrong: readonly Told[] }

  beforeAll(async () => {
    pack = await ClassPack.made(join(folderForPacks(), 'a pack'), ...words)
    const { folder } = pack
    // Where no oracle is asked its tests are the checkout's own, which have to catch all in `npm run verify`.
    const asksOracles = existsSync(join(folder, 'test/support/oracles/recorded'))
    wrong = katas.flatMap((kata) => wrongAnswersOf(kata).slice(0, asksOracles ? undefined : 1))
    // All in one run: to start one for each takes as long as what it judges.
    const all = await pack.judge([
      ...katas.map((kata) => {
        return { kata: kata.folder, implementation: join(folder, 'katas', kata.folder, kata.file) }
      }),
      ...katas.map((kata) => ({ kata: kata.folder, implementation: solutionOf(kata) })),
      ...wrong.map(({ kata, path, caughtBy }) => ({
        ...{ kata: kata.folder, implementation: path, only: caughtBy },
        probed: isFirst(path),
      })),
    ])
    const count = katas.length
    told = {
      ...{ stubs: all.slice(0, count), references: all.slice(count, 2 * count) },
      wrong: all.slice(2 * count),
    }
  }, MAKING_MS)

  afterAll(() => {
    if (pack) rmSync(dirname(pack.folder), { recursive: true, force: true })
  })

  test('nothing of an answer is in it, right or wrong, by content', () => {
    const found = one()
      .texts()
      .flatMap(({ path, text }) => tracesIn(text, answers).map((trace) => `${path} has ${trace}`))
    expect(found).toEqual([])
  })

  test('the names of the wrong answers are in its fingerprints alone', () => {
    const found = one()
      .texts()
      .filter(({ path }) => basename(path) !== 'fingerprints.json')
      .flatMap(({ path, text }) =>
        wrongNames.filter((one) => text.includes(one)).map((one) => `${path} has ${one}`),
      )
    expect(found).toEqual([])
  })

  test('what judges is the checkout’s own, but for what its oracles answer', () => {
    const { folder } = one()
    const judging = filesBelow(folder).filter((path) => JUDGES.test(path) && !ORACLES.test(path))
    const other = judging.filter(
      (path) => !readFileSync(join(folder, path)).equals(readFileSync(join(root, path))),
    )
    expect(other).toEqual([])
    for (const kata of katas) {
      for (const path of [...testsOf(kata), ...probesOf(kata), fingerprintsPath(kata)]) {
        expect(judging).toContain(shown(path))
      }
    }
  })

  test('every link of its texts leads somewhere', () => {
    const pack = one()
    const dead = pack
      .texts()
      .filter(({ path }) => path.endsWith('.md'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
          .filter(([, to = '']) => !existsSync(join(pack.folder, dirname(path), to)))
          .map(([, to]) => `${path} → ${to}`),
      )
    expect(dead).toEqual([])
  })

  test('its lock file is that of its package.json', async () => {
    const copy = join(one().folder, '../lock')
    mkdirSync(copy)
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
      copyFileSync(join(one().folder, file), join(copy, file))
    }
    const npm = ['ci', '--dry-run', '--offline', '--ignore-scripts']
    const { code, stderr } = await node(copy, [npmCli(), ...npm])
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })

  test('every stub is red by its TODO alone, and says what to do next', async () => {
    const { stubs } = told
    expect(stubs.some(({ solved }) => solved)).toBe(false)
    const other = stubs.flatMap(({ failures }) =>
      failures.filter(({ kind }) => kind !== 'TodoError'),
    )
    expect(other).toEqual([])
    const [first] = katas
    const { code, stdout } = await node(one().folder, ['tools/test.mjs', `katas/${first?.id}`])
    expect(stdout).toContain(`katas/${first?.folder} to do`)
    expect(stdout).toContain(`Next: read katas/${first?.folder}/README.md`)
    expect(code).toBe(1)
  })

  test('the references pass there, core and stretch', () => {
    const { references } = told
    expect(references.flatMap(({ failures }) => failures)).toEqual([])
    expect(references.every(({ starred }) => starred)).toBe(true)
  })

  test('wrong answers are caught there by their tests, and the first of each kata told by its name', () => {
    const passed = told.wrong.flatMap(({ failures, error }, i) =>
      failures.length > 0 || error ? [] : [wrong[i]?.path],
    )
    expect(passed).toEqual([])
    const other = told.wrong.flatMap(({ behavesLike }, i) => {
      const { name, path } = wrong[i] as WrongAnswer
      return !isFirst(path) || behavesLike.includes(name) ? [] : [`${name}: ${behavesLike}`]
    })
    expect(other).toEqual([])
  })

  return one
}

/** What says how a kata is judged, and what stands there instead of oracles. */
const JUDGES = /^(katas\/.*\.test\.ts$|katas\/kit\/|test\/|tools\/)/
const ORACLES = /^test\/support\/oracles\/(index\.ts|recorded\/.*)$/

const answers = answerRows()
const wrongNames = allKatas.flatMap(wrongAnswersOf).map(({ name }) => name)

/** npm beside this Node, whatever the shell. */
const npmCli = (): string => {
  const given = process.env.npm_execpath
  if (given?.endsWith('.js')) return given
  return join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
}
