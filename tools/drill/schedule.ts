// When what comes back: by FSRS, and before the interview.
import { type Card, type CardInput, createEmptyCard, fsrs, type Grade, Rating } from 'ts-fsrs'
import { type Kata, katas } from '../judge/catalogue.mjs'
import type { Question } from './bank.ts'
import type { Drill, Ended, Kept, Marked } from './state.ts'

const DAY_MS = 86_400_000

export const cardOf = (kata: Kata): string => `kata:${kata.slug}`

export const kataOfCard = (id: string): Kata | undefined =>
  katas.find((kata) => id === cardOf(kata))

/**
 * Of the points that must be named, less than half: again; not all: hard; all: good; and one that marks a senior
 * as well: easy.
 */
export function gradeOfAnswer({
  named,
  of,
  senior,
}: Pick<Marked, 'named' | 'of' | 'senior'>): Grade {
  if (named * 2 < of) return Rating.Again
  if (named < of) return Rating.Hard
  return senior > 0 ? Rating.Easy : Rating.Good
}

/** Not solved: again; solved past the time or with hints: hard; with its star in half the time: easy. */
export function gradeOfKata(ended: Ended, hints: number, limit: number): Grade {
  if (!ended.solved) return Rating.Again
  if (hints > 0 || ended.minutes > limit) return Rating.Hard
  return ended.starred && ended.minutes * 2 <= limit ? Rating.Easy : Rating.Good
}

/** The card after a review, due on the day before the interview at the latest. */
export function reviewed(drill: Drill, id: string, grade: Grade, now: Date): Kept<Card> {
  const before: CardInput = drill.cards[id] ?? createEmptyCard(now)
  const { card } = fsrs().next(before, now, grade)
  const last = drill.until ? Date.parse(drill.until) - DAY_MS : Number.POSITIVE_INFINITY
  const due = last > now.getTime() ? new Date(Math.min(card.due.getTime(), last)) : card.due
  return JSON.parse(JSON.stringify({ ...card, due })) as Kept<Card>
}

/** What is due, the longest due first. */
export function dueOf(drill: Drill, now: Date): string[] {
  return Object.entries(drill.cards)
    .filter(([, { due }]) => Date.parse(due) <= now.getTime())
    .sort(([, one], [, other]) => Date.parse(one.due) - Date.parse(other.due))
    .map(([id]) => id)
}

/** Questions never asked: one of each kata of the track, in its order, then the second of each. */
export function newOf(drill: Drill, bank: readonly Question[], track: readonly Kata[]): Question[] {
  const rounds: Question[][] = []
  for (const kata of track) {
    const own = bank.filter((question) => question.kata?.id === kata.id)
    for (const [round, question] of own.entries()) {
      rounds[round] ??= []
      rounds[round].push(question)
    }
  }
  return rounds.flat().filter(({ id }) => !drill.cards[id])
}
