import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Kata, katas, root, solutionOf } from '../judge/catalogue.mjs'

/** The reference with one thing wrong, as an adversary had it: tests let it pass once. */
export interface NearMiss {
  readonly kata: Kata
  readonly path: string
  /** Where it is listed: its file is gone when that is told. */
  readonly shown: string
  /** The title of the test that catches it, with its level. */
  readonly caughtBy: string
}

interface Listed {
  readonly name: string
  readonly caughtBy: string
  /** What stands once in the reference, and what it becomes. */
  readonly replace: readonly { readonly this: string; readonly with: string }[]
}

const LISTS = join(root, 'test/near')
const listOf = (kata: Kata) => `${kata.folder}.json`

/** The lists that no kata reads. */
export const strayLists = (): string[] =>
  readdirSync(LISTS).filter((name) => !katas.some((kata) => listOf(kata) === name))

/** Those of a kata, written into `folder`. Throws an error that names the list if one does not fit the reference. */
export function writeNearMisses(kata: Kata, folder: string): NearMiss[] {
  const list = join(LISTS, listOf(kata))
  if (!existsSync(list)) return []
  const reference = readFileSync(solutionOf(kata), 'utf8')
  const all: readonly Listed[] = JSON.parse(readFileSync(list, 'utf8'))
  return all.map(({ name, caughtBy, replace }) => {
    const path = join(folder, name, 'katas', kata.folder, kata.file)
    const text = replace.reduce((before, one) => {
      const [head, tail, ...more] = before.split(one.this)
      if (head === undefined || tail === undefined || more.length > 0) {
        throw new Error(`${list}: ${name}: this must stand once in the reference, got ${one.this}`)
      }
      return `${head}${one.with}${tail}`
    }, reference)
    if (existsSync(path)) throw new Error(`${list}: ${name} stands there twice`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return { kata, path, shown: `test/near/${listOf(kata)}: ${name}`, caughtBy }
  })
}
