import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { alternativesOf, type Kata, root, solutionOf, stubOf } from '../judge/catalogue.mjs'
import { changesOfLua } from './lua.ts'
import { type Mutant, mutantsFrom } from './mutant.ts'
import { changesOfTypeScript } from './typescript.ts'

/** Code that a kata's tests judge, and its mutants. */
export interface Reference {
  readonly kata: Kata
  /** Relative to the checkout, with `/`. */
  readonly file: string
  /** For people: the file, and the function if it is one of several that do the same. */
  readonly name: string
  readonly text: string
  readonly mutants: readonly Mutant[]
}

/** The files of a kata's references: its solution, and those that solve it in another way. */
export const filesOf = (kata: Kata): readonly string[] =>
  [solutionOf(kata), ...alternativesOf(kata)].map((path) =>
    relative(root, path).split(sep).join('/'),
  )

/** The references of a kata, each function that stands for another apart. */
export async function referencesOf(kata: Kata): Promise<Reference[]> {
  const references: Reference[] = []
  for (const file of filesOf(kata)) {
    const source = readFileSync(join(root, file), 'utf8')
    references.push(...(await referencesIn(kata, file, source)))
  }
  return references
}

/** The references in a file of this text. */
export async function referencesIn(kata: Kata, file: string, source: string): Promise<Reference[]> {
  const isLua = file.endsWith('.lua')
  const changes = isLua ? changesOfLua(source) : await changesOfTypeScript(file, source)
  const mutants = mutantsFrom(file, source, changes)
  const others = isLua ? [] : othersIn(source, readFileSync(stubOf(kata), 'utf8'))
  const isIn = ({ start, end }: Other, { offset }: Mutant) => start <= offset && offset < end
  const main = mutants.filter((mutant) => !others.some((other) => isIn(other, mutant)))
  return [
    { kata, file, name: file, text: source, mutants: main },
    ...others.map((other) => ({
      kata,
      file,
      name: `${file}: ${other.name}`,
      text: inPlace(other, source),
      mutants: mutants
        .filter((mutant) => isIn(other, mutant))
        .map((mutant) => ({ ...mutant, text: inPlace(other, mutant.text) })),
    })),
  ]
}

/** An exported function that does what another one does, in another way. */
interface Other {
  readonly name: string
  readonly of: string
  readonly start: number
  readonly end: number
}

/**
 * Exported functions that the stub has not, but whose name continues one that it has:
 * `longestRunOfStream` does what `longestRun` does.
 */
function othersIn(source: string, stub: string): Other[] {
  const asked = Array.from(stub.matchAll(/^export function (\w+)/gm), ([, name = '']) => name)
  return Array.from(source.matchAll(/^export function (\w+)[\s\S]*?^}$/gm)).flatMap((match) => {
    const { 0: code, 1: name = '', index: start } = match
    const of = asked.find((one) => name !== one && name.startsWith(one))
    return of === undefined ? [] : [{ name, of, start, end: start + code.length }]
  })
}

/** The file's text with the function in the place of the one that it does the same as. */
const inPlace = ({ name, of }: Other, text: string): string =>
  text
    .replace(`export function ${of}(`, `export function ${of}Elsewhere(`)
    .replace(`export function ${name}(`, `export function ${of}(`)
