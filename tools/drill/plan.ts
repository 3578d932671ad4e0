// What comes back when.
import { kataOfCard } from './schedule.ts'
import type { Drill } from './state.ts'

/** A line for each card, the soonest first. */
export function planLines(drill: Drill, now: Date): string[] {
  const cards = Object.entries(drill.cards)
    .map(([id, { due, reps }]) => ({ id, due: new Date(due), reps }))
    .sort((one, other) => one.due.getTime() - other.due.getTime())
  const date = drill.until ? `The interview is on ${drill.until}.` : NO_DATE
  if (cards.length === 0) return [date, 'Nothing has been asked yet: npm run drill']
  return [
    date,
    '',
    ...cards.map(({ id, due, reps }) => {
      const when = due <= now ? 'now' : due.toLocaleDateString('sv-SE')
      const kata = kataOfCard(id)
      const what = kata ? `${kata.id} ${kata.title}: npm run drill kata ${kata.id}` : id
      return `${when.padEnd(10)}  ${what}, asked ${reps === 1 ? 'once' : `${reps} times`}`
    }),
  ]
}

const NO_DATE = 'No date of an interview: npm run drill until 2026-12-20'
