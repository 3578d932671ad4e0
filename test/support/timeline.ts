import { attempt, type Expectation, isExpectation, sameAnswer, showThrown } from './call.ts'
import { show, showCall, Wrong } from './failure.ts'

/** One call of a timeline: the method, its arguments, and the right answer. */
export type Step = readonly [method: string, args: readonly unknown[], expected?: unknown]

/** How many calls before the wrong one a failure shows. */
const SHOWN = 4

/** The right answer of a step is whatever it is: the call only moves the state. */
export const anything: Expectation = { says: 'anything', holds: () => true }

/** A right answer that is an error: a `RangeError` that names `parameter` and shows `value`. */
export const rangeError = (parameter: string, value: unknown): Expectation & { throws: true } => ({
  throws: true,
  says: `RangeError: ${parameter} must be …, got ${String(value)}`,
  holds: (thrown) =>
    thrown instanceof RangeError &&
    thrown.message.startsWith(parameter) &&
    thrown.message.includes(String(value)),
})

/**
 * Replays the calls on one object and holds every answer against the right one. The first wrong one
 * throws a {@link Wrong} that shows the timeline up to it.
 *
 * @param made how the object is made, in the task's words: `new WindowCounter(60000)`
 * @param make makes it
 */
export function replay(made: string, make: () => object, steps: readonly Step[]): void {
  const lines: string[] = []
  const fail = (call: string, got: string, wanted: string): never => {
    const dropped = lines.length - SHOWN
    const before =
      dropped > 0
        ? [dropped === 1 ? '… 1 call before' : `… ${dropped} calls before`, ...lines.slice(-SHOWN)]
        : lines
    const wrong = `${call}  → ${got}   expected ${wanted}`
    const text = [
      ...before,
      ...(wrong.length > 74 ? [`${call}  → ${got}`, `  expected ${wanted}`] : [wrong]),
    ]
    throw new Wrong([made, ...text.map((line) => `  ${line}`)].join('\n'))
  }
  const making = attempt(make)
  if ('threw' in making) {
    throw new Wrong(`${made}\n  threw     ${showThrown(making.threw)}\n  expected  no error`)
  }
  const object = making.returned as Record<string, (...args: readonly unknown[]) => unknown>
  for (const [method, args, expected] of steps) {
    const call = showCall(method, args)
    const outcome = attempt(() => object[method]?.(...args))
    const expectation = isExpectation(expected) ? expected : undefined
    const wanted = expectation?.says ?? show(expected)
    const wantsError = expectation !== undefined && 'throws' in expectation
    if ('threw' in outcome) {
      const right = wantsError && expectation.holds(outcome.threw)
      if (!right) fail(call, `threw ${showThrown(outcome.threw)}`, wanted)
      lines.push(`${call}  → RangeError`)
      continue
    }
    const { returned } = outcome
    const right = expectation
      ? !wantsError && expectation.holds(returned)
      : sameAnswer(returned, expected)
    if (!right) fail(call, show(returned), wanted)
    lines.push(returned === undefined ? call : `${call}  → ${show(returned)}`)
  }
}
