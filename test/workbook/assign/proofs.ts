import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { katas as allKatas, type Kata, root, solutionOf } from '../../../tools/judge/catalogue.mjs'
import { wrongAnswersOf } from '../../../tools/verify/wrong-answers.ts'
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
  const wrong = katas.flatMap(wrongAnswersOf)
  const one = () => pack as ClassPack
  /** What its own judge says of its stubs, the references and the wrong answers. */
  let told: { stubs: readonly Told[]; references: readonly Told[]; wrong: readonly Told[] }

  beforeAll(async () => {
    pack = await ClassPack.made(join(folderForPacks(), 'a pack'), ...words)
    // All in one run: to start one for each takes as long as what it judges.
    const { folder } = pack
    const all = await pack.judge([
      ...katas.map((kata) => {
        return { kata: kata.folder, implementation: join(folder, 'katas', kata.folder, kata.file) }
      }),
      ...katas.map((kata) => ({ kata: kata.folder, implementation: solutionOf(kata) })),
      ...wrong.map(({ kata, path, caughtBy }) => {
        return { kata: kata.folder, implementation: path, only: caughtBy }
      }),
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

  test('every wrong answer is caught there by its test, and told by its name', () => {
    const passed = told.wrong.flatMap(({ failures, error }, i) =>
      failures.length > 0 || error ? [] : [wrong[i]?.path],
    )
    expect(passed).toEqual([])
    const other = told.wrong.flatMap(({ behavesLike }, i) => {
      const one = wrong[i]
      const probed = one && existsSync(join(root, 'test/probes', one.kata.folder))
      if (!probed || behavesLike.includes(one.name) || NOT_YET.has(one.name)) return []
      return [`${one.name}: ${behavesLike}`]
    })
    expect(other).toEqual([])
  })

  return one
}

/** In a pack it is told as one that forgets only who comes back, here by its name: why is not known yet. */
const NOT_YET = new Set(['a-timer-a-key'])

const answers = answerRows()
const wrongNames = allKatas.flatMap(wrongAnswersOf).map(({ name }) => name)

/** npm beside this Node, whatever the shell. */
const npmCli = (): string => {
  const given = process.env.npm_execpath
  if (given?.endsWith('.js')) return given
  return join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
}
