import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stubText } from '../desk/stubs.mjs'
import { attemptsOf } from '../grade/alike/known.ts'
import { alternativesOf, type Kata, solutionOf } from '../judge/catalogue.mjs'
import { wrongAnswersOf } from '../verify/wrong-answers.ts'

/** What a student's file is, by its place in a row of ten: most solve a kata, some have not begun. */
const TEN = [
  ...['right', 'right', 'wrong', 'right', 'attempt'],
  ...['right', 'wrong', 'right', 'attempt', 'stub'],
] as const

type Kind = (typeof TEN)[number]

/**
 * Writes a class into `folder`: `students` submissions, each of all these katas, made of what the workbook has of
 * right and wrong code. The same each time; no two students in a row have the same.
 */
export function makeUpClass(folder: string, students: number, katas: readonly Kata[]): void {
  for (const [k, kata] of katas.entries()) {
    const pools = poolsOf(kata)
    const next: Partial<Record<Kind, number>> = {}
    for (let student = 0; student < students; student++) {
      const name = `student-${String(student + 1).padStart(3, '0')}`
      const file = join(folder, name, 'katas', kata.folder, kata.file)
      mkdirSync(dirname(file), { recursive: true })
      // Three on from kata to kata: nobody fails all of them alike.
      const kind = TEN[(student + 3 * k) % TEN.length] ?? 'stub'
      if (kind === 'stub') {
        writeFileSync(file, stubText(kata))
        continue
      }
      const nth = next[kind] ?? 0
      next[kind] = nth + 1
      copyFileSync(pools[kind][nth % pools[kind].length] ?? solutionOf(kata), file)
    }
  }
}

const poolsOf = (kata: Kata): Readonly<Record<Exclude<Kind, 'stub'>, readonly string[]>> => ({
  right: [solutionOf(kata), ...alternativesOf(kata)],
  wrong: wrongAnswersOf(kata).map(({ path }) => path),
  attempt: attemptsOf(kata),
})
