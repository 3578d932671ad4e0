import { inspect } from 'node:util'
import { counter } from './steps.ts'

/** A wrong answer of the learner's code, told in the words of the task. Its message is the verdict. */
export class Wrong extends Error {
  override readonly name = 'Wrong'
  /** How many calls it took: of two failures the one that took fewer is the better to read. */
  readonly calls: number

  constructor(message: string, calls = Number.POSITIVE_INFINITY) {
    super(message)
    this.calls = calls
  }
}

/** A guard ended the learner's code; the message says which call, with what input, and where. */
export class Stopped extends Error {
  override readonly name: string = 'Stopped'
}

/** The guard that ended it was a time limit: each further test would cost as much again. */
export class OutOfTime extends Stopped {
  override readonly name = 'OutOfTime'
}

/** Redis stopped answering: nothing that comes after says anything about the learner's code. */
export class RedisLost extends Error {
  override readonly name = 'RedisLost'
}

/** A test that did not run, since one before it took all the time there was. */
export class NotReached extends Error {
  override readonly name = 'NotReached'
}

/** A value as it would stand in source, short: long arrays lose their middle. */
export function show(value: unknown): string {
  if (Array.isArray(value)) {
    const items =
      value.length > 12
        ? [...value.slice(0, 6).map(show), `… ${value.length} in all`]
        : value.map(show)
    return `[${items.join(', ')}]`
  }
  const text = inspect(value, {
    depth: 3,
    // How an answer is shown is not for the answer to say.
    customInspect: false,
    breakLength: Number.POSITIVE_INFINITY,
    maxStringLength: 60,
    // Of fast-check's objects some have no prototype: nobody asked for them.
  }).replaceAll('[Object: null prototype] ', '')
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}

/** `hit(0)`, `new WindowCounter(60000)` */
export function showCall(name: string, args: ArrayLike<unknown>): string {
  return `${name}(${Array.from(args, show).join(', ')})`
}

/** What was called, the call that goes on last; else the learner's function that was called last; empty if none. */
export function lastCallText(): string {
  if (counter.story) return counter.story()
  const call = counter.lastCall
  return call ? showCall(call.name, call.args) : ''
}

/** Where in the learner's file an error was thrown: `window-counter.ts:31`, if it was there. */
export function placeOf(error: unknown): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const line = stack.split('\n').find((one) => one.includes('?judged'))
  const match = line?.match(/([^/\\(]+)\?judged:(\d+)/)
  return match ? `${match[1]}:${match[2]}` : undefined
}
