// A mock interview: a kata, four questions and a design question, and what they say of where to study.
import { createHash } from 'node:crypto'
import { type Kata, katas } from '../judge/catalogue.mjs'
import type { Question } from './bank.ts'
import { askQuestion } from './question.ts'
import { clock, say, standing } from './screen.ts'
import { changeDrill, type Drill, type Ended, type Mock } from './state.ts'

export const MOCK_MINUTES = 45
const QUESTIONS = 4
/** A kata of a mock interview fits its clock, and needs no Redis. */
const KATA_MINUTES = 30
/** Below this share of its points a question is something to study. */
const STUDY = 0.7

/** One of these by a seed: the same seed has the same. */
export function drawn<T>(from: readonly T[], seed: string): T {
  const hash = createHash('sha256').update(seed).digest().readUInt32BE(0)
  const one = from[hash % from.length]
  if (one === undefined) throw new Error(`nothing to draw from, for ${seed}`)
  return one
}

/** What it asks: what was asked least is asked first; of those, by the seed. */
export function plannedMock(drill: Drill, bank: readonly Question[], seed: string): Mock {
  const times = (id: string) => drill.log.filter((marked) => marked.id === id).length
  const rarest = (from: readonly Question[]) => {
    const least = Math.min(...from.map(({ id }) => times(id)))
    return from.filter(({ id }) => times(id) === least)
  }
  const kata = drawn(
    katas.filter((one) => one.minutes <= KATA_MINUTES && !one.redis),
    seed,
  )
  const questions: Question[] = []
  for (let n = 0; n < QUESTIONS; n++) {
    const taken = new Set(questions.map((one) => one.kata?.id))
    const others = bank.filter(
      (one) => one.kata && one.kata.id !== kata.id && !taken.has(one.kata.id),
    )
    questions.push(drawn(rarest(others), `${seed} ${n}`))
  }
  // In their order: the ten pods come first.
  const [design] = rarest(bank.filter((one) => !one.kata))
  if (!design) throw new Error('the bank has no design question')
  questions.push(design)
  const ids = questions.map(({ id }) => id)
  return { when: seed, kata: kata.slug, questions: ids, marked: [], spentMs: 0 }
}

/** Its questions that are still to come. Throws a Cancelled for a pause. */
export async function askAll(mock: Mock, bank: readonly Question[]): Promise<Mock> {
  let now = mock
  for (const [i, id] of mock.questions.entries()) {
    if (i < mock.marked.length) continue
    const question = bank.find((one) => one.id === id)
    // A newer version of the workbook may have lost it.
    if (!question) continue
    const startedAt = performance.now()
    const left = MOCK_MINUTES * 60_000 - spentOf(now)
    const kind = question.kata ? 'question' : 'design question'
    await askQuestion(
      question,
      `${kind} ${i + 1} of ${mock.questions.length}, ${clock(left)} left`,
      (drill, marked) => {
        if (!drill.mock) return
        const spentMs = drill.mock.spentMs + performance.now() - startedAt
        drill.mock = { ...drill.mock, spentMs, marked: [...drill.mock.marked, marked] }
        now = drill.mock
      },
    )
  }
  return now
}

/** All the time that it took, its kata's included. */
const spentOf = ({ spentMs, ended }: Mock) => spentMs + (ended?.minutes ?? 0) * 60_000

/** Ends it: the score sheet, and the mock is over. */
export function endMock(mock: Mock, bank: readonly Question[]): void {
  say(sheetOf(mock, bank).join('\n'))
  changeDrill((drill) => {
    delete drill.mock
  })
}

/** The score sheet, line by line. */
export function sheetOf(mock: Mock, bank: readonly Question[]): string[] {
  const kata = katas.find(({ slug }) => slug === mock.kata)
  const rows = mock.marked.map((marked) => {
    const question = bank.find(({ id }) => id === marked.id)
    const mark = marked.senior > 0 ? ', senior' : ''
    return { marked, question, line: `${marked.named} of ${marked.of}${mark}  ${marked.id}` }
  })
  const weak = rows.filter(({ marked }) => marked.named < STUDY * marked.of)
  const study = [
    ...(mock.ended?.solved || !kata ? [] : [lessonOf(kata)]),
    ...weak.map(({ question }) => (question?.kata ? lessonOf(question.kata) : DESIGN)),
  ]
  const spent = spentOf(mock)
  return [
    `Score sheet, ${clock(spent)} of ${MOCK_MINUTES}:00`,
    '',
    kata && mock.ended ? kataLine(kata, mock.ended) : 'the kata was left out',
    ...rows.map(({ line }) => line),
    '',
    ...(study.length === 0
      ? ['Nothing was weak: do another one in some days.']
      : ['Study:', ...new Set(study)]),
  ]
}

const kataLine = (kata: Kata, ended: Ended & { readonly hints: number }) => {
  return `${standing(ended)}  ${kata.id} ${kata.title}, ${ended.minutes} min, ${ended.hints} hints`
}

const lessonOf = ({ folder }: Kata) => `katas/${folder}/README.md`
const DESIGN = 'docs/choosing-an-algorithm.md, docs/where-to-limit.md, docs/in-production.md'
