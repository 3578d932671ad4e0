import { attempt, sameAnswer, showThrown } from '../call.ts'
import { showDecision } from '../decision-text.ts'
import { Wrong } from '../failure.ts'
import type { Answer } from './definition.ts'

/** One call of a law. */
export interface Call {
  /** Which of the law's limiters is asked; each is made when it is asked first. */
  readonly of: number
  readonly now: number
  readonly cost: number
}

/**
 * A law as what it asks, one call after the other: it yields a call and is handed the answer. So a law is
 * written once for limiters that answer at once and for those that answer by a promise.
 */
export type Play = Generator<Call, void, Answer>

/** Thrown by a law that is broken; the message says what was right. */
export class Broken extends Error {}

/** A limiter as a law asks it, and how it was made, in the task's words. */
export interface Player {
  readonly made: string
  /** Whether calls show their cost. */
  readonly showsCost: boolean
}

/** Calls that a failure shows before the last. */
const SHOWN = 4

/** Plays a law on limiters that answer at once. */
export function play(
  player: Player & {
    readonly make: () => { tryAcquire(now: number, cost?: number): unknown }
  },
  law: Play,
): void {
  const told = new Told(player)
  const limiters: ReturnType<typeof player.make>[] = []
  try {
    let step = law.next()
    while (!step.done) {
      const { of, now, cost } = step.value
      const making = attempt(() => {
        limiters[of] ??= player.make()
      })
      if ('threw' in making) throw told.threw(of, player.made, making.threw)
      const asking = attempt(() =>
        limiters[of]?.tryAcquire(now, ...(player.showsCost ? [cost] : [])),
      )
      if ('threw' in asking) throw told.threw(of, told.call(step.value), asking.threw)
      step = law.next(told.add(step.value, asking.returned))
    }
  } catch (error) {
    throw told.explained(error)
  }
}

/** Plays a law on limiters that answer by a promise. */
export async function playAsync(
  player: Player & {
    readonly ask: (call: Call, index: number) => Promise<Answer>
  },
  law: Play,
): Promise<void> {
  const told = new Told(player)
  try {
    let step = law.next()
    for (let index = 0; !step.done; index++) {
      const answer = await player.ask(step.value, index)
      step = law.next(told.add(step.value, answer))
    }
  } catch (error) {
    throw told.explained(error)
  }
}

/** What was asked and answered so far, for the text of a failure. */
class Told {
  readonly #player: Player
  readonly #calls: { readonly call: Call; readonly answer: Answer }[] = []

  constructor(player: Player) {
    this.#player = player
  }

  /** Keeps an answer and returns it. Throws a {@link Wrong} if it is no `Decision`. */
  add(call: Call, answer: unknown): Answer {
    const { allowed, remaining, retryAfterMs, delayMs } = (answer ?? {}) as Partial<Answer>
    if (
      typeof allowed !== 'boolean' ||
      typeof remaining !== 'number' ||
      typeof retryAfterMs !== 'number'
    ) {
      const shape = '{ allowed: boolean, remaining: number, retryAfterMs: number }'
      throw this.#wrong(call.of, [`${this.call(call)}  → ${String(answer)}`, `  expected ${shape}`])
    }
    // As it was when it came: a law looks at it more than once, and later.
    const kept = { allowed, remaining, retryAfterMs, ...(delayMs !== undefined && { delayMs }) }
    this.#calls.push({ call, answer: kept })
    return kept
  }

  explained(error: unknown): unknown {
    if (!(error instanceof Broken)) return error
    return this.#wrong(this.#calls.at(-1)?.call.of, [error.message])
  }

  threw(of: number, what: string, error: unknown): Wrong {
    return this.#wrong(of, [`${what}  → threw ${showThrown(error)}`, '  expected a decision'])
  }

  call({ now, cost }: Call): string {
    return `tryAcquire(${now}${this.#player.showsCost ? `, ${cost}` : ''})`
  }

  /** The last calls of one limiter, and what is wrong. */
  #wrong(of: number | undefined, reason: readonly string[]): Wrong {
    const calls = this.#calls.filter(({ call }) => call.of === of)
    const dropped = calls.length - SHOWN
    const lines = calls
      .slice(-SHOWN)
      .map(({ call, answer }) => `${this.call(call)}  → ${showDecision(answer)}`)
    const before = dropped > 0 ? [`… ${dropped} call${dropped > 1 ? 's' : ''} before`] : []
    const all = [...before, ...lines, ...reason.flatMap((text) => text.split('\n'))]
    const text = [this.#player.made, ...all.map((line) => `  ${line}`)].join('\n')
    return new Wrong(text, calls.length)
  }
}

/** Throws {@link Broken} unless the last answer is the right one, as far as `right` tells. */
export function expectAnswer(answer: Answer, right: Answer): void {
  if (!sameAnswer(answer, right)) throw new Broken(`expected ${showDecision(right, answer)}`)
}
