// When what comes back: by FSRS, and before the interview.
import { type Card, type CardInput, createEmptyCard, fsrs, type Grade, Rating } from 'ts-fsrs'
import { type Progress, stateOf } from '../desk/progress.mjs'
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
  const due = new Date(Math.min(card.due.getTime(), lastDay(drill, now)))
  return JSON.parse(JSON.stringify({ ...card, due })) as Kept<Card>
}

/** The day before the interview, in ms; no bound where there is none, or it is over. */
function lastDay({ until }: Drill, now: Date): number {
  const last = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until) - DAY_MS
  return last > now.getTime() ? last : Number.POSITIVE_INFINITY
}

/** Has everything that is due later come back before the interview. */
export function bringForward(drill: Drill, now: Date): void {
  const last = lastDay(drill, now)
  for (const card of Object.values(drill.cards)) {
    if (Date.parse(card.due) > last) card.due = new Date(last).toISOString()
  }
}

/** What is due, the longest due first. */
export function dueOf(drill: Drill, now: Date): string[] {
  return Object.entries(drill.cards)
    .filter(([, { due }]) => Date.parse(due) <= now.getTime())
    .sort(([, one], [, other]) => Date.parse(one.due) - Date.parse(other.due))
    .map(([id]) => id)
}

/**
 * The katas of a track that questions are asked about: those that were tried, here or from blank; before there is
 * one, the first.
 */
export function triedOf(track: readonly Kata[], progress: Progress, drill: Drill): readonly Kata[] {
  const tried = track.filter(
    (kata) =>
      stateOf(kata, progress) !== 'open' ||
      progress.katas[kata.slug]?.run !== undefined ||
      drill.cards[cardOf(kata)] !== undefined,
  )
  return tried.length > 0 ? tried : track.slice(0, 1)
}

/** Questions never asked: one of each of these katas, in their order, then the second of each. */
export function newOf(drill: Drill, bank: readonly Question[], from: readonly Kata[]): Question[] {
  const rounds: Question[][] = []
  for (const kata of from) {
    const own = bank.filter((question) => question.kata?.id === kata.id)
    for (const [round, question] of own.entries()) {
      rounds[round] ??= []
      rounds[round].push(question)
    }
  }
  return rounds.flat().filter(({ id }) => !drill.cards[id])
}
