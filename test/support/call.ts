import { placeOf, show, showCall, Wrong } from './failure.ts'
import { counter } from './steps.ts'

/** What a call of the learner's code came to. */
export type Outcome = { readonly returned: unknown } | { readonly threw: unknown }

/**
 * Calls the learner's code and keeps what it threw. What says nothing about the answer (a TODO, a guard)
 * is thrown on.
 */
export function attempt(call: () => unknown): Outcome {
  try {
    return { returned: call() }
  } catch (error) {
    if (passesThrough(error)) throw error
    return { threw: error }
  }
}

/** The same of a call that answers by a promise, or throws before there is one. */
export async function attemptAsync(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { returned: await call() }
  } catch (error) {
    if (passesThrough(error)) throw error
    return { threw: error }
  }
}

/** By name, since a class may be loaded twice in one process. */
export const passesThrough = (error: unknown): boolean =>
  error instanceof Error &&
  (['TodoError', 'OutOfSteps', 'Stopped', 'Refused'].includes(error.name) ||
    isPatching(error) ||
    ('code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'))

/** What V8 says where an object that is locked or frozen is changed. */
const CHANGING =
  /^Cannot (assign to read only|redefine|add|delete|define|set) property|is not extensible$/

/** Whether an error is of code that changes what the judge has locked, and not what it has frozen itself. */
export function isPatching(error: unknown): boolean {
  if (!(error instanceof TypeError) || !CHANGING.test(error.message)) return false
  const [file = '', line] = placeOf(error)?.split(':') ?? []
  return counter.writesForeign(file, Number(line))
}

/** `RangeError: k must be …` with the place in the learner's file, for a failure's text. */
export function showThrown(error: unknown): string {
  const place = placeOf(error)
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return place ? `${text} (${place})` : text
}

/** −0 and 0 are the same answer; everything else as `Object.is` has it, arrays and objects by content. */
export function sameAnswer(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) {
    return actual === expected || Object.is(actual, expected)
  }
  if (typeof actual !== 'object' || actual === null) return false
  if (Array.isArray(expected) !== Array.isArray(actual)) return false
  const keys = Object.keys(expected)
  if (Array.isArray(expected) && expected.length !== (actual as unknown[]).length) return false
  return keys.every((key) =>
    sameAnswer(
      (actual as Record<string, unknown>)[key],
      (expected as Record<string, unknown>)[key],
    ),
  )
}

/**
 * Calls `fn(...args)` and holds the answer against `expected`: a value, or a predicate with words for
 * what it wants. Arrays among the arguments are handed in frozen: they are readonly.
 * Throws a {@link Wrong} that shows the call, the answer and the right one.
 */
export function answers<Args extends readonly unknown[]>(
  fn: (...args: Args) => unknown,
  args: Args,
  expected: unknown,
): void {
  // Frozen copies: code that writes on its input is found out, and spoils nothing.
  const handed = structuredClone(args)
  for (const one of handed) Object.freeze(one)
  const outcome = attempt(() => fn(...handed))
  if ('threw' in outcome && changesInput(fn, args, outcome.threw)) {
    const call = showCall(fn.name, args)
    throw new Wrong(`${call}\n  changes its input, which is readonly: ${showThrown(outcome.threw)}`)
  }
  const problem = judgeOutcome(outcome, expected)
  if (problem) throw new Wrong(`${showCall(fn.name, args)}\n  ${problem.join('\n  ')}`)
}

/** Whether it threw since its input was frozen: with one that is not, it does not. */
function changesInput<Args extends readonly unknown[]>(
  fn: (...args: Args) => unknown,
  args: Args,
  threw: unknown,
): boolean {
  if (!(threw instanceof TypeError) || !CHANGING.test(threw.message)) return false
  const again = attempt(() => fn(...structuredClone(args)))
  return !('threw' in again && again.threw instanceof TypeError)
}

/** A right answer that is not one value: what it must satisfy, and how to say so. */
export interface Expectation {
  readonly says: string
  readonly holds: (actual: unknown) => boolean
}

export const isExpectation = (value: unknown): value is Expectation =>
  typeof value === 'object' && value !== null && 'holds' in value && 'says' in value

/** An answer within `by` of `value`. */
export const near = (value: number, by: number): Expectation => ({
  says: `${value}, give or take ${by.toPrecision(2)}`,
  holds: (actual) => typeof actual === 'number' && Math.abs(actual - value) <= by,
})

/** One answer or another, where both will do; a failure tells the first. */
export const either = (one: unknown, other: unknown): Expectation => ({
  says: show(one),
  holds: (actual) => sameAnswer(actual, one) || sameAnswer(actual, other),
})

function judgeOutcome(outcome: Outcome, expected: unknown): string[] | undefined {
  const right = isExpectation(expected)
    ? expected.holds
    : (one: unknown) => sameAnswer(one, expected)
  if ('returned' in outcome && right(outcome.returned)) return undefined
  // Words are made where they are told: most answers are right.
  const wanted = isExpectation(expected) ? expected.says : show(expected)
  if ('threw' in outcome) return [`threw     ${showThrown(outcome.threw)}`, `expected  ${wanted}`]
  return [`returned  ${show(outcome.returned)}`, `expected  ${wanted}`]
}

/** Whether an error is a `RangeError` that begins with the parameter's name and shows the value. */
export function names(error: unknown, parameter: string, value: unknown): boolean {
  if (!(error instanceof RangeError)) return false
  const { message } = error
  if (typeof message !== 'string' || !message.startsWith(parameter)) return false
  const rest = message.slice(parameter.length)
  const shown = String(value).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return /^\W/.test(rest) && new RegExp(`(?<![\\w.-])${shown}(?![\\w-]|\\.\\d)`).test(rest)
}

/**
 * Calls `call` and expects a `RangeError` whose message starts with `parameter` and shows the value.
 * `shown` is the call as the learner would write it, `value` what was wrong with it.
 */
export function refuses(
  shown: string,
  call: () => unknown,
  parameter: string,
  value: unknown,
): void {
  assertRefused(shown, attempt(call), parameter, value)
}

/** The same of a call that answers by a promise: it must reject. */
export async function refusesAsync(
  shown: string,
  call: () => Promise<unknown>,
  parameter: string,
  value: unknown,
): Promise<void> {
  const made = attempt(call)
  if ('threw' in made) {
    throw new Wrong(
      `${shown}\n  threw     ${showThrown(made.threw)}\n  expected  a promise that rejects`,
    )
  }
  const outcome = await attemptAsync(() => made.returned as Promise<unknown>)
  assertRefused(shown, outcome, parameter, value)
}

function assertRefused(shown: string, outcome: Outcome, parameter: string, value: unknown): void {
  const wanted = `expected  RangeError: ${parameter} must be …, got ${String(value)}`
  if (!('threw' in outcome)) {
    throw new Wrong(`${shown}\n  returned  ${show(outcome.returned)}\n  ${wanted}`)
  }
  if (!names(outcome.threw, parameter, value)) {
    throw new Wrong(`${shown}\n  threw     ${showThrown(outcome.threw)}\n  ${wanted}`)
  }
}
