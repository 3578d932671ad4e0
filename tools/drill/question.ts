// A question: shown, answered, marked against its points.
import { multiselect, text } from '@clack/prompts'
import type { Question } from './bank.ts'
import { gradeOfAnswer, reviewed } from './schedule.ts'
import { answered, box, folded, say } from './screen.ts'
import { changeDrill, type Marked, readDrill } from './state.ts'

/**
 * Asks it and keeps the marks; `keep` takes them, too, in the same step. What was typed outlives a quit before the
 * marking. Throws a Cancelled after Ctrl-C.
 */
export async function askQuestion(
  question: Question,
  title: string,
  keep: (drill: ReturnType<typeof readDrill>, marked: Marked) => void = () => {},
): Promise<Marked> {
  box(question.question, title)
  const answer = await answerTo(question)
  const named = await ticked('Which of these did you name?', question.names)
  const senior = await ticked('And of these, which mark a senior?', question.senior)
  const now = new Date()
  const marked: Marked = {
    ...{ id: question.id, when: now.toISOString(), answer },
    ...{ named, of: question.names.length, senior },
  }
  changeDrill((drill) => {
    drill.cards[question.id] = reviewed(drill, question.id, gradeOfAnswer(marked), now)
    drill.log.push(marked)
    delete drill.open
    keep(drill, marked)
  })
  say(`${named} of ${marked.of}.\nThe usual wrong turn: ${question.wrongTurn}`)
  say(`And then they ask: ${question.followUp}`)
  return marked
}

/** The answer, or the one that was given before a quit. */
async function answerTo({ id }: Question): Promise<string> {
  const { open } = readDrill()
  if (open?.id === id) {
    say(open.answer ? `You have answered: ${open.answer}` : 'You have answered aloud.')
    return open.answer
  }
  const message = 'Say it aloud, then Enter; or type it.'
  const typed = answered<string>(await text({ message, defaultValue: '' }))
  const answer = typed.trim()
  changeDrill((drill) => {
    drill.open = { id, answer }
  })
  return answer
}

/** How many of these points the candidate ticks. */
async function ticked(message: string, points: readonly string[]): Promise<number> {
  if (points.length === 0) return 0
  const chosen = await multiselect({
    message,
    options: points.map((point, i) => ({ value: i, label: folded(point) })),
    required: false,
  })
  return answered<number[]>(chosen).length
}
