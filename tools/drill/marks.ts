// How a question was marked, kept.
import { gradeOfAnswer, reviewed } from './schedule.ts'
import { changeDrill, type Drill, type Marked } from './state.ts'

/** Takes the marks of whatever asked it, in the same step. */
export type Keep = (drill: Drill, marked: Marked) => void

/** In one step: what is marked is no draft any more. */
export function keepMarks(marked: Marked, now: Date, keep?: Keep): Drill {
  const { id } = marked
  return changeDrill((drill) => {
    drill.cards[id] = reviewed(drill, id, gradeOfAnswer(marked), now)
    drill.log.push(marked)
    delete drill.drafts?.[id]
    keep?.(drill, marked)
  })
}
