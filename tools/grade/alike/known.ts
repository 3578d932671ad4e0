// What this workbook itself has of a kata: what is given, its own answers, and how alike two are who wrote it apart.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { asText } from '../../desk/store.mjs'
import { stubText } from '../../desk/stubs.mjs'
import { alternativesOf, type Kata, root, solutionOf } from '../../judge/catalogue.mjs'
import { type Code, readCode } from './code.ts'
import { type Pieces, piecesOf, shareOf, without } from './share.ts'

export interface Known {
  /** Relative to the checkout, with `/`. */
  readonly path: string
  readonly code: Code
  readonly pieces: Pieces
}

/** What everybody was given. */
export function given(kata: Kata): Code | undefined {
  if (!stubs.has(kata)) stubs.set(kata, readCode(stubText(kata), kata.file))
  return stubs.get(kata)
}

const stubs = new Map<Kata, Code | undefined>()

/** What is in this code and was not given. */
export function ownPieces(kata: Kata, code: Code): Pieces {
  return without(piecesOf(code.shape), piecesOf(given(kata)?.shape ?? []))
}

/** The solution and other ways to solve it; none where this checkout has none. */
export function answersTo(kata: Kata): Known[] {
  return [solutionOf(kata), ...alternativesOf(kata)].flatMap((path) => known(kata, path))
}

/** The largest share of any two of this workbook's answers and attempts, each written for itself; 0 to 1. */
export function largestApart(kata: Kata): number {
  const all = [...answersTo(kata), ...attemptsOf(kata).flatMap((path) => known(kata, path))]
  const shares = all.flatMap((one, i) =>
    all.slice(i + 1).map((other) => shareOf(one.pieces, other.pieces) ?? 0),
  )
  return Math.max(0, ...shares)
}

function known(kata: Kata, path: string): Known[] {
  if (!existsSync(path)) return []
  const code = readCode(asText(readFileSync(path)), path)
  if (!code) return []
  const shown = relative(root, path).split(sep).join('/')
  return [{ path: shown, code, pieces: ownPieces(kata, code) }]
}

/** Failing code of a kata as people write it, each for itself. */
export function attemptsOf(kata: Kata): string[] {
  const folder = join(root, 'test/attempts', kata.folder)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
}
