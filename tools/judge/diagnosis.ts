import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Answers, STOPPED } from '../../test/support/observed.ts'
import { type Kata, root } from './catalogue.mjs'

/**
 * What code does on a kata's probes: a digest of each observable's values, see `probe` in `#support`; and
 * {@link STOPPED} under the name of a topic that did not come to its end.
 */
export type Observed = Readonly<Record<string, string>>

/** A mistake that people make, and what gives it away. */
export interface Misconception {
  /** The wrong answer's name: its file's, without the ending. */
  readonly name: string
  /** The mistake as the one who makes it would put it. */
  readonly misconception: string
  /** Why it is wrong, with an input that shows it. */
  readonly why: string
  /** The observables in which code with this mistake differs from right code, and what they are then. */
  readonly shows: Observed
}

/** A kata's right code and its misconceptions, by what they do: no code, so that a class may have them. */
export interface Fingerprints {
  readonly right: Observed
  readonly wrong: readonly Misconception[]
}

/** Where the fingerprints of a kata are kept; `npm run verify` makes them. */
export const fingerprintsPath = (kata: Kata) =>
  join(root, 'test/probes', kata.folder, 'fingerprints.json')

/** More than two at once nobody reads. */
const MOST = 2

/** The share of the topics that code with a mistake may fail to come to the end of: slow code does in some. */
const STOPPED_SHARE = 1 / 4

/**
 * The misconceptions that explain what code does: it shows all that code with this mistake shows, and no
 * other that it shows explains more. Where two that explain different things have an observable in common,
 * neither is told, nor is any where more is left unexplained than is explained: code that is wrong
 * everywhere shows by accident what many a mistake shows; and what is answered blindly, whatever comes, is no
 * sign of any. Better silent than wrong. Those that explain most
 * come first.
 */
export function explanations(
  kata: Kata,
  observed: Observed,
  answers: readonly Answers[],
): Misconception[] {
  const path = fingerprintsPath(kata)
  if (Object.keys(observed).length === 0 || !existsSync(path)) return []
  return explainedBy(JSON.parse(readFileSync(path, 'utf8')), observed, answers)
}

/** So often, and in so many topics, nothing is asked to which right code has one answer only. */
const [OFTEN, MANY] = [12, 3]

/** What is answered the same whatever comes, as by a body that is no more than `return 1`. */
function answeredBlindly(answers: readonly Answers[]): ReadonlySet<string> {
  const whats = new Set(answers.flatMap((topic) => Object.keys(topic)))
  const blind = [...whats].filter((what) => {
    const all = answers.flatMap((topic) => topic[what] ?? [])
    const asked = all.reduce((sum, one) => sum + one.asked, 0)
    const [first] = all
    const isSame = first?.same !== undefined && all.every(({ same }) => same === first.same)
    return isSame && asked >= OFTEN && all.length >= MANY
  })
  return new Set(blind)
}

/** The same, by these fingerprints. */
export function explainedBy(
  prints: Fingerprints,
  observed: Observed,
  answers: readonly Answers[] = [],
): Misconception[] {
  const { wrong } = prints
  const blind = answeredBlindly(answers)
  const shown = wrong.filter(({ shows }) => {
    const all = Object.entries(shows)
    if (all.some(([what]) => blind.has(what.slice(what.indexOf(' · ') + 3)))) return false
    return all.length > 0 && all.every(([what, value]) => observed[what] === value)
  })
  const fullest = shown.filter((one) => !shown.some((other) => explainsMore(other, one)))
  const told = fullest
    .filter((one) => fullest.every((other) => other === one || apart(one, other)))
    .sort((one, other) => size(other) - size(one))
    .slice(0, MOST)
  return explainMost(told, prints, observed) ? told : []
}

/** Whether of what is not as right code has it these explain the half, or more. */
function explainMost(told: readonly Misconception[], { right }: Fingerprints, observed: Observed) {
  const explained = new Set(told.flatMap(({ shows }) => Object.keys(shows)))
  const latest = Math.max(...[...explained].map(step))
  const left = Object.keys(differing(observed, right)).filter(
    (what) => !explained.has(what) && step(what) <= latest,
  )
  const stopped = Object.values(observed).filter((value) => value === STOPPED)
  const topics = new Set(Object.keys(right).map((what) => what.split(' · ')[0]))
  return left.length <= explained.size && stopped.length < STOPPED_SHARE * topics.size
}

/** What is not as right code has it, of the topics that came to their end. */
export const differing = (observed: Observed, right: Observed): Observed =>
  Object.fromEntries(
    Object.entries(observed).filter(([what, value]) => value !== STOPPED && right[what] !== value),
  )

/** A limiter is written in steps: what remains and the wait, wrong or undone, say nothing of who is let in. */
const step = (what: string) => (/wait/.test(what) ? 2 : /remain/.test(what) ? 1 : 0)

const size = ({ shows }: Misconception) => Object.keys(shows).length

const explainsMore = (one: Misconception, other: Misconception) =>
  size(one) > size(other) && Object.keys(other.shows).every((what) => what in one.shows)

const apart = (one: Misconception, other: Misconception) =>
  Object.keys(one.shows).every((what) => !(what in other.shows))
