// A question: shown, answered, marked against its points.
import type { Question } from './bank.ts'
import { type Keep, keepMarks } from './marks.ts'
import { kept, ticked, typed } from './prompts.ts'
import { box, dayOf, say } from './screen.ts'
import { type Draft, keepDraft, type Marked, readDrill } from './state.ts'

/** Where it is asked. */
export interface Asking {
  readonly keep?: Keep
  /** What is said of the time. */
  readonly time?: () => string
}

/** Asks it, from where it was left, and keeps the marks. Throws a Cancelled after Ctrl-C. */
export async function askQuestion(
  question: Question,
  title: string,
  { keep, time }: Asking = {},
): Promise<Marked> {
  const { id, names, senior: points } = question
  box(question.question, title)
  const draft: Draft = readDrill().drafts?.[id] ?? { answer: '' }
  const answer = await answerTo(id, draft, time)
  const tick = (part: 'named' | 'senior', message: string, from: readonly string[]) =>
    ticked(message, from, draft[part] ?? [], (ticks) => keepDraft(id, { [part]: ticks }))
  const named = await tick('named', 'Which of these did you name?', names)
  await kept(() => keepDraft(id, { named }))
  const senior = await tick('senior', 'And of these, which mark a senior?', points)
  const now = new Date()
  const marked: Marked = {
    ...{ id, when: now.toISOString(), answer },
    ...{ named: named.length, of: names.length, senior: senior.length },
  }
  const drill = await kept(() => keepMarks(marked, now, keep))
  const due = drill.cards[id]?.due
  const back = due ? `, comes back ${dayOf(new Date(due), now)}` : ''
  say(`${named.length} of ${marked.of}${back}.\nThe usual wrong turn: ${question.wrongTurn}`)
  say(`And then they ask: ${question.followUp}`)
  return marked
}

/** The answer, or the one that was given before a quit. */
async function answerTo(id: string, draft: Draft, time?: () => string): Promise<string> {
  if (draft.given) {
    say(draft.answer ? `You have answered: ${draft.answer}` : 'You have answered aloud.')
    return draft.answer
  }
  const said = draft.answer ? 'Go on from where you left it, then Enter.' : ASK
  const title = () => (time ? `${said}  ${time()}` : said)
  const text = await typed(title, draft.answer, (answer) => keepDraft(id, { answer }), !!time)
  const answer = text.trim()
  await kept(() => keepDraft(id, { answer, given: true }))
  return answer
}

const ASK = 'Say it aloud, then Enter; or type it.'
