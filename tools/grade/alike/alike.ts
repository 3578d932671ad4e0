// Whose code is alike in structure: each two of a class, and each one and this workbook's own answers. No verdict.
import type { Kata } from '../../judge/catalogue.mjs'
import type { Code } from './code.ts'
import { answersTo, largestApart, ownPieces } from './known.ts'
import { commonIn, eachShare, type Pieces, shareOf, without } from './share.ts'

/** What one student handed in for a kata, as it was read. */
export interface Answer {
  readonly student: string
  readonly kata: Kata
  readonly code: Code
}

/** What there is to say of one kata. */
export interface Alike {
  /** Its folder. */
  readonly kata: string
  /** How many pairs were compared; who wrote too little of their own is in none. */
  readonly compared: number
  /** In percent: half of all pairs share so much or less. */
  readonly median: number
  /** In percent: so much two share at most that were written apart, this workbook's answers and attempts. */
  readonly apart: number
  /** In percent: what is listed shares more. */
  readonly above: number
  /** Those that share more than `above`, the largest share first. */
  readonly pairs: readonly Pair[]
}

export interface Pair {
  /** A student. */
  readonly one: string
  /** Another student, or the path of one of this workbook's own answers. */
  readonly other: string
  readonly isOurs: boolean
  /** In percent: how much of the smaller one's structure the other has. */
  readonly share: number
  /** The same names and values as well. */
  readonly toTheLetter: boolean
}

/** Who shares less than half, in percent, has written more than half. */
const LEAST_SHARE = 50

/** What more than a fifth of a class wrote, and more than five of them, nobody need have from a neighbour. */
const COMMON = { part: 0.2, least: 5 }

/** By kata, in the order of their names. */
export function alikeIn(answers: readonly Answer[]): Alike[] {
  const katas = [...new Set(answers.map(({ kata }) => kata))]
  return katas
    .sort((one, other) => (one.folder < other.folder ? -1 : 1))
    .map((kata) =>
      alikeOf(
        kata,
        answers.filter((one) => one.kata === kata),
      ),
    )
    .filter(({ compared }) => compared > 0)
}

function alikeOf(kata: Kata, answers: readonly Answer[]): Alike {
  const apart = percent(largestApart(kata))
  const above = Math.max(LEAST_SHARE, apart)
  const own = answers.map(({ code }) => ownPieces(kata, code))
  const all = [...ofTheClass(answers, own), ...withOurs(kata, answers, own)]
  all.sort((one, other) => other.share - one.share || (keyOf(one) < keyOf(other) ? -1 : 1))
  const median = all[Math.floor(all.length / 2)]?.share ?? 0
  const pairs = all.filter(({ share }) => share > above)
  return { kata: kata.folder, compared: all.length, median, apart, above, pairs }
}

const percent = (share: number) => Math.round(100 * share)

const keyOf = ({ one, other }: Pair) => `${one}\0${other}`

function ofTheClass(answers: readonly Answer[], own: readonly Pieces[]): Pair[] {
  const common = commonIn(own, Math.max(COMMON.least, COMMON.part * own.length))
  const pairs: Pair[] = []
  eachShare(
    own.map((pieces) => without(pieces, common)),
    (i, j, share) => {
      const [one, other] = [answers[i], answers[j]]
      if (!one || !other) return
      const toTheLetter = one.code.plain === other.code.plain
      const of = { one: one.student, other: other.student, isOurs: false }
      pairs.push({ ...of, share: percent(share), toTheLetter })
    },
  )
  return pairs
}

function withOurs(kata: Kata, answers: readonly Answer[], own: readonly Pieces[]): Pair[] {
  return answersTo(kata).flatMap(({ path, code: ours, pieces }) =>
    answers.flatMap(({ student, code }, i) => {
      const share = shareOf(own[i] as Pieces, pieces)
      if (share === undefined) return []
      const toTheLetter = code.plain === ours.plain
      return [{ one: student, other: path, isOurs: true, share: percent(share), toTheLetter }]
    }),
  )
}
