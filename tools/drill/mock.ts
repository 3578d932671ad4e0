// A mock interview: a kata, four questions and a design question, and what they say of where to study.
import { NotDone } from '../desk/store.mjs'
import { type Kata, katas, needsRedis, testsOf } from '../judge/catalogue.mjs'
import type { Question } from './bank.ts'
import { Clock } from './clock.ts'
import { drawn } from './drawn.ts'
import type { Keep } from './marks.ts'
import { kept } from './prompts.ts'
import { askQuestion } from './question.ts'
import { clock, hintsTaken, leftOf, say, standing } from './screen.ts'
import { changeDrill, type Drill, type Ended, type Mock, mockIsOver } from './state.ts'

export const MOCK_MINUTES = 45
const QUESTIONS = 4
/** A kata of a mock interview fits its clock, and needs no Redis. */
const KATA_MINUTES = 30
/** Below this share of its points a question is something to study. */
const STUDY = 0.7

/**
 * What it asks, of the katas of a track: what was asked least is asked first; of those, by the seed.
 * Of what is answered half elsewhere it asks nothing.
 */
export function plannedMock(
  drill: Drill,
  bank: readonly Question[],
  track: readonly Kata[],
  seed: string,
): Mock {
  const times = (id: string) => drill.log.filter((marked) => marked.id === id).length
  const rarest = (from: readonly Question[]) => {
    const least = Math.min(...from.map(({ id }) => times(id)))
    return from.filter(({ id }) => times(id) === least)
  }
  const short = track.filter((one) => one.minutes <= KATA_MINUTES && !testsOf(one).some(needsRedis))
  if (short.length === 0) {
    throw new NotDone(`the track has no kata of ${KATA_MINUTES} minutes at most without Redis`)
  }
  const kata = drawn(short, seed)
  const questions: Question[] = []
  for (let n = 0; n < QUESTIONS; n++) {
    const taken = new Set(questions.map((one) => one.kata?.id))
    const others = bank.filter(
      (one) =>
        one.kata &&
        track.includes(one.kata) &&
        one.kata !== kata &&
        !taken.has(one.kata.id) &&
        !drill.drafts?.[one.id],
    )
    // A short track has fewer.
    if (others.length > 0) questions.push(drawn(rarest(others), `${seed} ${n}`))
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
  const timer = new Clock(mock.spentMs, (drill, ms) => {
    if (!drill.mock) throw mockIsOver()
    drill.mock = { ...drill.mock, spentMs: drill.mock.spentMs + ms }
  })
  const time = () => leftOf(MOCK_MINUTES, timer.ms)
  try {
    for (const [i, id] of mock.questions.entries()) {
      const question = bank.find((one) => one.id === id)
      // A newer version of the workbook may have lost it.
      if (!question || mock.marked.some((one) => one.id === id)) continue
      const kind = question.kata ? 'question' : 'design question'
      const title = `${kind} ${i + 1} of ${mock.questions.length}`
      const keep: Keep = (drill, marked) => {
        if (!drill.mock) return
        drill.mock = { ...drill.mock, marked: [...drill.mock.marked, marked] }
        now = drill.mock
      }
      await askQuestion(question, title, { keep, time })
    }
    await kept(() => timer.keep())
    return { ...now, spentMs: timer.ms }
  } finally {
    timer.stop()
  }
}

/** Ends it: the score sheet, and the mock is over. */
export async function endMock(mock: Mock, bank: readonly Question[]): Promise<void> {
  say(sheetOf(mock, bank).join('\n'))
  await kept(() =>
    changeDrill((drill) => {
      delete drill.mock
    }),
  )
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
  return [
    `Score sheet, ${clock(mock.spentMs)} of ${MOCK_MINUTES}:00`,
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
  return `${standing(ended)}  ${kata.id} ${kata.title}, ${ended.minutes} min, ${hintsTaken(ended.hints)}`
}

const lessonOf = ({ folder }: Kata) => `katas/${folder}/README.md`
const DESIGN = 'docs/choosing-an-algorithm.md, docs/where-to-limit.md, docs/in-production.md'
