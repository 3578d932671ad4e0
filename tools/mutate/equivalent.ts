import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, UsageError } from '../judge/catalogue.mjs'
import { keyOf, type Mutant } from './mutant.ts'

/** Where the mutants that no test can catch are listed, each with the reason. */
export const LIST = 'test/equivalent-mutants.json'

/** Mutants of a file that are no mistakes, all for one reason. */
export interface Equivalent {
  readonly file: string
  readonly why: string
  readonly mutants: readonly (Pick<Mutant, 'line' | 'from' | 'to'> & { readonly nth?: number })[]
}

/** The list. Throws a `UsageError` if an entry has no reason. */
export function readList(): readonly Equivalent[] {
  const list: readonly Equivalent[] = JSON.parse(readFileSync(join(root, LIST), 'utf8'))
  for (const { file, why } of list) {
    if (!why?.trim()) {
      throw new UsageError(`${LIST}: why must be the reason, got ${JSON.stringify(why)} at ${file}`)
    }
  }
  return list
}

/** A mutant of the list. */
export type Listed = Pick<Mutant, 'file' | 'line' | 'from' | 'to' | 'nth'>

export const listedIn = (list: readonly Equivalent[]): Listed[] =>
  list.flatMap(({ file, mutants }) =>
    mutants.map(({ nth = 1, ...mutant }) => ({ file, nth, ...mutant })),
  )

export const isSame = (one: Listed, other: Listed): boolean =>
  keyOf(one) === keyOf(other) && one.nth === other.nth
