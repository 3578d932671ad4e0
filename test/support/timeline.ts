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
import { counter } from './steps.ts'

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
  // A guard that ends a call may leave nothing else to run here: it asks for this.
  counter.story = () => storySoFar(made, steps, outcomes)
  for (const [method, args, expected] of steps) {
    assertMethod(made, object, method)
    const outcome = attempt(() => object[method]?.(...args))
    outcomes.push(outcome)
    if (!isRight(outcome, expected)) throw new Wrong(story(made, steps, outcomes), outcomes.length)
  }
  counter.story = undefined
}

/** Without this check a call of what is not there would be told as one that returned undefined. */
function assertMethod(made: string, object: Record<string, unknown>, method: string): void {
  const is = object[method]
  if (typeof is === 'function') return
  const what = is === undefined ? '' : `; ${method} is ${show(is)}`
  throw new Wrong(`${made}\n  has no method that is called ${method}${what}`)
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
  const [method, args, expected] = steps[outcomes.length - 1] as Step
  const outcome = outcomes.at(-1) as Outcome
  const answer = 'returned' in outcome ? outcome.returned : undefined
  const is =
    'threw' in outcome ? `threw ${showThrown(outcome.threw)}` : showAnswer(answer, expected)
  const last = `${showCall(method, args)}  → ${is}`
  const wanted = `expected ${isExpectation(expected) ? expected.says : showAnswer(expected, answer)}`
  const wrong = last.length + wanted.length > 70 ? [last, `  ${wanted}`] : [`${last}   ${wanted}`]
  return told(made, [...callsOf(steps, outcomes.slice(0, -1)), ...wrong])
}

/** The last calls, that which has no answer yet last. */
function storySoFar(made: string, steps: readonly Step[], outcomes: readonly Outcome[]): string {
  const [method, args] = steps[outcomes.length] as Step
  return told(made, [...callsOf(steps, outcomes), showCall(method, args)])
}

const told = (made: string, lines: readonly string[]) =>
  [made, ...lines.map((line) => `  ${line}`)].join('\n')

/** The last of the calls whose answers were right. */
function callsOf(steps: readonly Step[], outcomes: readonly Outcome[]): string[] {
  // One call takes no more room than the line that says that it is left out.
  const most = outcomes.length > SHOWN + 1 ? SHOWN : SHOWN + 1
  const dropped = Math.max(0, outcomes.length - most)
  const calls = outcomes.slice(dropped).map((outcome, i) => {
    const [method, args] = steps[dropped + i] as Step
    const call = showCall(method, args)
    if ('threw' in outcome) return `${call}  → RangeError`
    if (outcome.returned === undefined) return call
    return `${call}  → ${showAnswer(outcome.returned, undefined)}`
  })
  return dropped > 0 ? [`… ${dropped} calls before`, ...calls] : calls
}

/** An answer in words; a decision as one says it: `denied, remaining 0, retryAfterMs 300`. */
function showAnswer(answer: unknown, other: unknown): string {
  return showDecision(answer, other) ?? show(answer)
}
