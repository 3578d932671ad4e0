// What a student is asked to hear whether the code is theirs: two questions of the bank, for what their code does.
import { bankHere, type Question } from '../drill/bank.ts'
import { drawn } from '../drill/drawn.ts'
import type { Answer } from './alike/alike.ts'
import { given, ownPieces } from './alike/known.ts'
import type { GradeRecord } from './record.ts'
import type { Section } from './report.ts'

/** A question and why it is asked. */
export interface Asked {
  readonly question: Question
  readonly because: string
}

/** What the student handed in for a kata, and what came of it. */
export interface Own extends Answer {
  readonly record: GradeRecord
}

const QUESTIONS = 2

/**
 * Two questions, of two katas if there are two. What the code's own mistake or its own means are asked about comes
 * before what all ask who came as far; of what is left, the seed, name and code decide: the same ones have the same.
 *
 * @param first katas that are asked about before others
 */
export function vivaFor(
  student: string,
  own: readonly Own[],
  seed: number,
  first: ReadonlySet<string>,
  bank: readonly Question[] = bankHere(),
): Asked[] {
  const by = [seed, student, ...own.map(({ code }) => code.plain)].join('\0')
  const begun = own.filter(({ kata, code }) => ownPieces(kata, code).size > 0)
  const fitting = begun.flatMap((one) => fittingFor(one, bank))
  const asked: Asked[] = []
  for (let nth = 0; nth < QUESTIONS; nth++) {
    const left = fitting.filter(({ question }) => !asked.some((one) => one.question === question))
    const taken = asked.map(({ question }) => question.kata)
    const others = mostBy(left, (one) => (taken.includes(one.question.kata) ? 0 : 1))
    const asFirst = mostBy(others, (one) => (first.has(one.question.kata?.folder ?? '') ? 1 : 0))
    const best = mostBy(asFirst, ({ fit }) => fit)
    if (best.length === 0) break
    const { question, because } = drawn(best, `${by}\0${nth}`)
    asked.push({ question, because })
  }
  return asked
}

/** As lines for the examiner. */
export function toAsk(asked: readonly Asked[]): Section {
  const lines = asked.flatMap(({ question, because }) => [
    `${question.id}, since ${because}: ${question.question}`,
    ...question.names.map((one) => `must name: ${one}`),
    ...question.senior.map((one) => `marks a senior: ${one}`),
    `the usual wrong turn: ${question.wrongTurn}`,
    `and then: ${question.followUp}`,
  ])
  const ids = asked.map(({ question }) => question.id).join(', ')
  return { title: 'To ask', lines, brief: ids === '' ? [] : [ids] }
}

interface Fitting extends Asked {
  /** How much it is about this very code. */
  readonly fit: number
}

function fittingFor({ kata, record, code }: Own, bank: readonly Question[]): Fitting[] {
  const all = bank.filter((question) => question.kata === kata)
  const stub = given(kata)
  const tags = new Map<string, readonly [fit: number, because: string]>()
  for (const word of code.words) {
    if (!stub?.words.has(word)) tags.set(`uses:${word}`, [2, `its code has ${word}`])
  }
  for (const name of record.behavesLike?.split(', ') ?? [])
    tags.set(name, [3, `it behaves like ${name}`])
  if (record.starred) tags.set('starred', [1, 'it passed all tests'])
  if (record.solved) tags.set('solved', [1, 'it passed the core'])
  else if (record.marks !== null) tags.set('failed', [1, 'it failed the core'])
  return all.map((question) => {
    const found = question.when.flatMap((tag) => {
      const known = tags.get(tag)
      return known ? [known] : []
    })
    const [fit, because] = mostBy(found, ([one]) => one)[0] ?? [0, 'it is of this kata']
    return { question, fit, because }
  })
}

function mostBy<T>(all: readonly T[], by: (one: T) => number): readonly T[] {
  const most = Math.max(...all.map(by))
  return all.filter((one) => by(one) === most)
}
