import {
  attempt,
  type Expectation,
  isExpectation,
  names,
  type Outcome,
  sameAnswer,
  showThrown,
} from './call.ts'
import { showDecision } from './decision-text.ts'
import { show, showCall, Wrong } from './failure.ts'

/** One call of a timeline: the method, its arguments, and the right answer. */
export type Step = readonly [method: string, args: readonly unknown[], expected?: unknown]

/** How many calls before the wrong one a failure shows. */
const SHOWN = 4

/** A right answer that is an error: a `RangeError` that names `parameter` and shows `value`. */
export const rangeError = (parameter: string, value: unknown): Expectation & { throws: true } => ({
  throws: true,
  says: `RangeError: ${parameter} must be …, got ${String(value)}`,
  holds: (thrown) => names(thrown, parameter, value),
})

/**
 * Replays the calls on one object and holds every answer against the right one. The first wrong one
 * throws a {@link Wrong} that shows the timeline up to it.
 *
 * @param made how the object is made, in the task's words: `new WindowCounter(60000)`
 * @param make makes it
 */
export function replay(made: string, make: () => object, steps: readonly Step[]): void {
  const making = attempt(make)
  if ('threw' in making) {
    throw new Wrong(`${made}\n  threw     ${showThrown(making.threw)}\n  expected  no error`)
  }
  const object = making.returned as Record<string, (...args: readonly unknown[]) => unknown>
  const outcomes: Outcome[] = []
  for (const [method, args, expected] of steps) {
    const outcome = attempt(() => object[method]?.(...args))
    outcomes.push(outcome)
    if (!isRight(outcome, expected)) throw new Wrong(story(made, steps, outcomes), outcomes.length)
  }
}

function isRight(outcome: Outcome, expected: unknown): boolean {
  const expectation = isExpectation(expected) ? expected : undefined
  const wantsError = expectation !== undefined && 'throws' in expectation
  if ('threw' in outcome) return wantsError && expectation.holds(outcome.threw)
  if (expectation) return !wantsError && expectation.holds(outcome.returned)
  return sameAnswer(outcome.returned, expected)
}

/** The last calls, the wrong one last. Words are made here only, since timelines may be long. */
function story(made: string, steps: readonly Step[], outcomes: readonly Outcome[]): string {
  // One call takes no more room than the line that says that it is left out.
  const most = outcomes.length - 1 > SHOWN + 1 ? SHOWN : SHOWN + 1
  const dropped = Math.max(0, outcomes.length - 1 - most)
  const from = dropped
  const expected = steps[outcomes.length - 1]?.[2]
  const calls = outcomes.slice(from).map((outcome, i) => {
    const [method, args] = steps[from + i] as Step
    const call = showCall(method, args)
    const isLast = from + i === outcomes.length - 1
    if ('threw' in outcome)
      return `${call}  → ${isLast ? `threw ${showThrown(outcome.threw)}` : 'RangeError'}`
    if (outcome.returned === undefined && !isLast) return call
    return `${call}  → ${showAnswer(outcome.returned, isLast ? expected : undefined)}`
  })
  const last = calls.pop() ?? ''
  const outcome = outcomes.at(-1)
  const answer = outcome && 'returned' in outcome ? outcome.returned : undefined
  const wanted = `expected ${isExpectation(expected) ? expected.says : showAnswer(expected, answer)}`
  const wrong = last.length + wanted.length > 70 ? [last, `  ${wanted}`] : [`${last}   ${wanted}`]
  const before = dropped > 0 ? [`… ${dropped} calls before`] : []
  return [made, ...[...before, ...calls, ...wrong].map((line) => `  ${line}`)].join('\n')
}

/** An answer in words; a decision as one says it: `denied, remaining 0, retryAfterMs 300`. */
function showAnswer(answer: unknown, other: unknown): string {
  return showDecision(answer, other) ?? show(answer)
}
