// What the drill remembers: .kata/drill.json. Each step is written as it is done, so that a killed one loses none.
import { join } from 'node:path'
import type { Card } from 'ts-fsrs'
import { isObject, readKept } from '../desk/kept.mjs'
import { Cancelled } from '../desk/reference.mjs'
import { deskFolder, isOfSystem, locked, NotDone, writeWhole } from '../desk/store.mjs'

/** A card as JSON has it: dates are ISO 8601. */
export type Kept<T> = { [K in keyof T]: T[K] extends Date | undefined ? string : T[K] }

/** How a question was answered, by the candidate's own marks. */
export interface Marked {
  readonly id: string
  readonly when: string
  /** What was typed; empty where it was said aloud. */
  readonly answer: string
  /** Points that were named, and of how many. */
  readonly named: number
  readonly of: number
  readonly senior: number
}

/** A kata from blank, under the clock. */
export interface Attempt {
  /** Its slug. */
  readonly kata: string
  /** The scratch file, relative to the checkout. */
  readonly file: string
  /** The time that it was open, in ms, and what hints have cost. */
  readonly spentMs: number
  readonly hints: number
  /** Set once the tests have judged it for good. */
  readonly ended?: Ended
  /** The follow-up questions that have been answered. */
  readonly marked: readonly Marked[]
}

export interface Ended {
  readonly solved: boolean
  readonly starred: boolean
  readonly minutes: number
}

/** A question that has been begun, and not been marked to its end. */
export interface Draft {
  /** What was typed so far. */
  readonly answer: string
  /** Whether that is all. */
  readonly given?: boolean
  /** The points that are ticked so far. */
  readonly named?: readonly string[]
  readonly senior?: readonly string[]
}

/** A mock interview. */
export interface Mock {
  readonly when: string
  readonly kata: string
  readonly questions: readonly string[]
  readonly marked: readonly Marked[]
  /** All the time that it was open, its kata's included. */
  readonly spentMs: number
  /** Its kata, once that is begun; apart from the one that is drilled by itself. */
  readonly attempt?: Attempt
  /** What its kata came to. */
  readonly ended?: Ended & { readonly hints: number }
}

export interface Drill {
  readonly version: 1
  /** The date of the interview, `2026-12-20`. */
  until?: string
  /** By the question's id, or `kata:` and the slug. */
  cards: Record<string, Kept<Card>>
  /** All that was answered, the oldest first. */
  log: Marked[]
  /** By the question's id. */
  drafts?: Record<string, Draft>
  attempt?: Attempt
  mock?: Mock
}

/** Where an attempt is remembered. */
export interface Place {
  readonly of: (drill: Drill) => Attempt | undefined
  readonly put: (drill: Drill, attempt: Attempt) => void
}

/** A kata that is drilled by itself. */
export const BY_ITSELF: Place = {
  of: ({ attempt }) => attempt,
  put(drill, attempt) {
    drill.attempt = attempt
  },
}

/** The kata of the mock interview that is under way. */
export const OF_MOCK: Place = {
  of: ({ mock }) => mock?.attempt,
  put(drill, attempt) {
    if (!drill.mock) throw mockIsOver()
    drill.mock = { ...drill.mock, attempt }
  },
}

export const mockIsOver = () =>
  new NotDone('this mock interview has been ended from another terminal')

const path = join(deskFolder, 'drill.json')

const none = (): Drill => ({ version: 1, cards: {}, log: [] })

const isDrill = (value: unknown): value is Drill =>
  isObject(value) &&
  value.version === 1 &&
  isObject(value.cards) &&
  Array.isArray(value.log) &&
  (value.drafts === undefined || isObject(value.drafts))

export const readDrill = (): Drill => readKept(path, 'what the drill remembers', isDrill, none())

/** Changes what is remembered, as one step among all processes that do. Throws where it cannot be written. */
export function changeDrill(change: (drill: Drill) => void): Drill {
  return locked(() => {
    const drill = readDrill()
    change(drill)
    writeWhole(path, `${JSON.stringify(drill, null, 2)}\n`)
    return drill
  })
}

export function keepDraft(id: string, part: Partial<Draft>): void {
  changeDrill((drill) => {
    drill.drafts = { ...drill.drafts, [id]: { answer: '', ...drill.drafts?.[id], ...part } }
  })
}

/** Whether what was to be kept could not be: a full disk, another process that does not end. */
export const isNotKept = (error: unknown): error is Error =>
  isOfSystem(error) || (error instanceof NotDone && !(error instanceof Cancelled))

/** Keeps what is on its way. Where it cannot be, the step that ends it says so. */
export function tryTo(keep: () => void): void {
  try {
    keep()
  } catch (error) {
    if (!isNotKept(error)) throw error
  }
}
