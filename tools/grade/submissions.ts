import { readdirSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { type Kata, katas, type Target, testsOf } from '../judge/catalogue.mjs'
import { NOT_OURS } from '../judge/files.mjs'

/** A file that lies where an implementation lies: `katas/NN-slug/FILE`, at any depth. */
export interface Submission {
  readonly path: string
  /** Relative to the folder that is graded, with `/`. */
  readonly shown: string
  /** Whose it is: the folder above `katas`, relative to the one that is graded. */
  readonly student: string
  /** The name of the folder of a kata, known or not. */
  readonly folder: string
  /** Undefined if this checkout does not know it. */
  readonly kata: Kata | undefined
  /** What is judged, or why nothing can be. */
  readonly target: Target | string
}

/** All submissions in this folder and below it, by their paths; tests and lessons are none. */
export function submissionsBelow(dir: string): Submission[] {
  const found: Submission[] = []
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!NOT_OURS.has(entry.name)) visit(path)
      } else if (isImplementation(path)) {
        found.push(submission(dir, path, !entry.isFile()))
      }
    }
  }
  visit(dir)
  return found.sort((one, other) => (one.shown < other.shown ? -1 : 1))
}

/** Whether a path is where an implementation lies. */
export function isImplementation(path: string): boolean {
  const parts = path.split(sep)
  const inKata = parts.at(-3) === 'katas' && /^\d\d-/.test(parts.at(-2) ?? '')
  return inKata && /\.(ts|lua)$/.test(path) && !/\.(test|d)\.ts$/.test(path)
}

/** @param linked a link, to wherever: nobody's own work lies there */
function submission(dir: string, path: string, linked: boolean): Submission {
  const folder = basename(dirname(path))
  const kata = katas.find((one) => one.folder === folder)
  const shown = withSlashes(relative(dir, path))
  const above = folderOf(path)
  // Of the graded folder itself its own name is all that there is.
  const student = withSlashes(relative(dir, above)) || basename(dir)
  return { path, shown, student, folder, kata, target: targetOf(path, folder, kata, linked) }
}

/** The folder that holds a submission's `katas`: what lies in it is one author's, and shares a process. */
export const folderOf = (path: string): string => dirname(dirname(dirname(path)))

const withSlashes = (path: string) => path.split(sep).join('/')

function targetOf(
  path: string,
  folder: string,
  kata: Kata | undefined,
  linked: boolean,
): Target | string {
  if (linked) return 'a link is not judged, only a file'
  if (!kata) return `the kata ${folder} is not in this checkout`
  if (basename(path) !== kata.file) {
    return `the implementation of ${folder} is named ${kata.file}, got ${basename(path)}`
  }
  return { kata, implementation: path, tests: testsOf(kata) }
}
