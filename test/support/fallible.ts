import type { AsyncLimiter, Decision, Limiter } from '#kit'
import { showThrown } from './call.ts'
import { showDecision } from './decision-text.ts'
import { show, Wrong } from './failure.ts'
import { inTime } from './timers.ts'

/** A limiter of a test's own that does as it is told, and remembers what it was asked. */
export class FallibleLimiter implements AsyncLimiter {
  readonly asked: (readonly [requestId: string, cost: number | undefined])[] = []
  readonly #answer: (nth: number) => Promise<Decision>

  /** @param answer what comes of the nth call, from 1 on; it may throw */
  constructor(answer: (nth: number) => Promise<Decision>) {
    this.#answer = answer
  }

  tryAcquire(requestId: string, cost?: number): Promise<Decision> {
    this.asked.push([requestId, cost])
    return this.#answer(this.asked.length)
  }
}

export const answering = (decision: Decision): FallibleLimiter =>
  new FallibleLimiter(async () => decision)

export const rejecting = (error: unknown): FallibleLimiter =>
  new FallibleLimiter(() => Promise.reject(error))

export const throwing = (error: unknown): FallibleLimiter =>
  new FallibleLimiter(() => {
    throw error
  })

/** Never answers. */
export const hanging = (): FallibleLimiter => new FallibleLimiter(() => new Promise(() => {}))

/** A limiter in this process that decides one thing, and remembers what it was asked. */
export class LocalLimiter implements Limiter {
  readonly asked: unknown[][] = []
  readonly #decision: Decision

  constructor(decision: Decision) {
    this.#decision = decision
  }

  tryAcquire(...args: [now: number]): Decision {
    this.asked.push(args)
    return this.#decision
  }
}

/** Holds what a limiter was asked against what it should have been. `what` is told in a failure. */
export function wasAsked(what: string, asked: unknown, expected: unknown): void {
  if (show(asked) === show(expected)) return
  throw new Wrong(`${what}\n  asked     ${show(asked)}\n  expected  ${show(expected)}`)
}

/** A decision in words, and which decisions it stands for. */
export interface WantedDecision {
  readonly says: string
  readonly holds: (decision: Decision) => boolean
}

/** Let in because nobody could say; how many more is anybody's guess. */
export const failedOpen: WantedDecision = {
  says: 'allowed, retryAfterMs 0',
  holds: ({ allowed, retryAfterMs }) => allowed === true && retryAfterMs === 0,
}

export const failedClosed: WantedDecision = {
  says: 'denied, retryAfterMs a whole number ≥ 1',
  holds: ({ allowed, retryAfterMs }) =>
    allowed === false && Number.isInteger(retryAfterMs) && retryAfterMs >= 1,
}

/** Just this decision, as the limiter or the fallback made it. */
export const justThis = (wanted: Decision): WantedDecision => ({
  says: showDecision(wanted) ?? show(wanted),
  holds: ({ allowed, remaining, retryAfterMs }) =>
    allowed === wanted.allowed &&
    remaining === wanted.remaining &&
    retryAfterMs === wanted.retryAfterMs,
})

/** How long a decision may take in a test: many times what the guards there have, for a machine that is busy. */
const DECIDED_MS = 300

/** Holds what a call comes to against the decision that is wanted. `when` is told in a failure. */
export async function decidesAs(
  when: string,
  call: Promise<Decision>,
  { says, holds }: WantedDecision,
  withinMs = DECIDED_MS,
): Promise<void> {
  const outcome = await inTime(`${when}\n  expected  ${says}`, call, withinMs)
  if ('threw' in outcome) {
    throw new Wrong(`${when}\n  threw     ${showThrown(outcome.threw)}\n  expected  ${says}`)
  }
  const decision = outcome.returned
  if (typeof decision === 'object' && decision !== null && holds(decision as Decision)) return
  const shown = showDecision(decision, { retryAfterMs: 1 }) ?? show(decision)
  throw new Wrong(`${when}\n  decided   ${shown}\n  expected  ${says}`)
}
