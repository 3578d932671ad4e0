import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { attempt, attemptAsync, type Outcome, showThrown } from './call.ts'
import { Wrong } from './failure.ts'
import { stopwatch } from './stopwatch.mjs'

/**
 * Runs it and holds that it starts no timer (`setTimeout`, `setInterval`, `setImmediate`), however it came
 * by them. What it started is stopped, so that nothing fires later.
 */
export function startsNoTimer(what: string, run: () => unknown, why: string): void {
  const started: NodeJS.Timeout[] = []
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'Timeout' || type === 'Immediate') started.push(resource as NodeJS.Timeout)
    },
  })
  hook.enable()
  const outcome = attempt(run)
  hook.disable()
  for (const timer of started) {
    clearTimeout(timer)
    clearImmediate(timer as unknown as NodeJS.Immediate)
  }
  if ('threw' in outcome) throw outcome.threw
  if (started.length === 0) return
  const count = started.length === 1 ? '1 timer' : `${started.length} timers`
  throw new Wrong(`${what}: ${count} started\n  expected none: ${why}`)
}

/** What Node's timers hold, though they tell nobody. */
type Timer = NodeJS.Timeout & {
  readonly _idleTimeout: number
  readonly _repeat: number | null
  readonly _timerArgs?: readonly unknown[]
  readonly _destroyed: boolean
}

/** The timers that one piece of code starts, however it came by them, and nobody else's. */
class OwnTimers {
  readonly #here = new AsyncLocalStorage<true>()
  readonly #hook = createHook({
    init: (_id, type, _trigger, timer) => {
      if (type === 'Timeout' && this.#here.getStore()) this.onStart(timer as Timer)
    },
  }).enable()
  readonly started: Timer[] = []

  onStart = (timer: Timer): void => {
    this.started.push(timer)
  }

  run<T>(code: () => T): T {
    return this.#here.run(true, code)
  }

  get running(): Timer[] {
    return this.started.filter(({ _destroyed }) => !_destroyed)
  }

  /** Nothing that was started fires later. */
  stop(): void {
    this.#hook.disable()
    // Left enabled it is carried along by whatever is started later, in all tests that follow.
    this.#here.disable()
    for (const timer of this.started) clearTimeout(timer)
  }
}

/** So many turns of the event loop, in which whatever waits for no timer comes to its end. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await turn()
}

/**
 * Runs it and holds that none of the timers that it started is still running afterwards, those included
 * that keep no process alive.
 */
export async function leavesNoTimers(
  what: string,
  run: () => Promise<unknown>,
  why: string,
): Promise<void> {
  const timers = new OwnTimers()
  try {
    await timers.run(run)
    await turns(5)
    const { length } = timers.running
    if (length === 0) return
    const count = length === 1 ? '1 timer still runs' : `${length} timers still run`
    throw new Wrong(`${what}: ${count}\n  expected none: ${why}`)
  } finally {
    timers.stop()
  }
}

/** No more are fired by hand than this: some code looks at its clock again and again. */
const MOST_FIRED = 100

/** What the timers of some code came to, when they fired by hand. */
interface Lapse {
  /** When it came to its end; undefined if it did not. */
  readonly endedAt: number | undefined
  /** When the first of its timers fires that has not; undefined if there is none, or others have. */
  readonly firstAt: number | undefined
}

/**
 * Starts it and fires its timers by hand, each in its turn, as if `ms` had passed in no time: nothing depends
 * on how busy the machine is, if `ms` is more than a test takes. Clocks stand still meanwhile: code that looks
 * at one may start its timer anew.
 */
export async function lapse(start: () => Promise<unknown>, ms: number): Promise<Lapse> {
  const due = new Map<Timer, number>()
  let at = 0
  const timers = new OwnTimers()
  timers.onStart = (timer) => {
    timers.started.push(timer)
    due.set(timer, at + timer._idleTimeout)
  }
  let endedAt: number | undefined
  let fired = 0
  try {
    const ended = timers
      .run(() => attemptAsync(start))
      .then(() => {
        endedAt ??= at
      })
    await Promise.race([ended, turns(5)])
    for (; fired < MOST_FIRED; fired++) {
      const [first] = firstOf(timers.running, due)
      const firstDue = first && due.get(first)
      if (first === undefined || firstDue === undefined || firstDue > ms) break
      at = firstDue
      due.set(first, at + (first._repeat ?? Number.POSITIVE_INFINITY))
      fire(first)
      await turns(5)
    }
    const [next] = firstOf(timers.running, due)
    return { endedAt, firstAt: fired === 0 && next ? due.get(next) : undefined }
  } finally {
    timers.stop()
  }
}

const firstOf = (timers: readonly Timer[], due: ReadonlyMap<Timer, number>): Timer[] =>
  timers.toSorted((a, b) => Number(due.get(a)) - Number(due.get(b)))

function fire(timer: Timer): void {
  const { _onTimeout, _timerArgs = [] } = timer
  if (timer._repeat === null) clearTimeout(timer)
  _onTimeout.apply(timer, [..._timerArgs])
}

/** A hundredth of a time more or less is rounding. */
const SLACK = 0.01

/**
 * Holds that what is started ends when timers of `ms` in all have fired, no sooner and no later. Code that
 * waits in another way than by timers of that length is beyond it, and passes.
 *
 * @param ends what it does then, in the task's words
 */
export async function endsAfter(
  what: string,
  ends: string,
  start: () => Promise<unknown>,
  ms: number,
): Promise<void> {
  const { endedAt, firstAt } = await lapse(start, ms * (1 + SLACK))
  const tooSoon = endedAt !== undefined && endedAt < ms * (1 - SLACK)
  const tooLate = endedAt === undefined && firstAt !== undefined
  if (!tooSoon && !tooLate) return
  throw new Wrong(`${what}\n  ${ends} after ${endedAt ?? firstAt} ms\n  expected  after ${ms} ms`)
}

/** Holds that the timers which it waits for keep the process alive meanwhile. */
export async function keepsProcess(what: string, start: () => Promise<unknown>): Promise<void> {
  const timers = new OwnTimers()
  try {
    await Promise.race([timers.run(() => attemptAsync(start)), turns(5)])
    const { running } = timers
    if (running.length === 0 || running.some((timer) => timer.hasRef())) return
    throw new Wrong(`${what}: its timer keeps no process alive\n  expected  to wait to the end`)
  } finally {
    timers.stop()
  }
}

/**
 * What comes of a promise within `ms`, those not counted in which the machine was busy with other things; a
 * {@link Wrong} if it is still pending. A timer that ends earlier has fired by then: where many are due Node may fire them in another order (it keeps
 * a list for each length), but all of them before its next turn.
 */
export async function inTime<T>(what: string, promise: Promise<T>, ms: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const watched = stopwatch()
  const late = new Promise<undefined>((resolve) => {
    const look = () => {
      const left = ms - watched().own
      if (left <= 0) setImmediate(resolve, undefined)
      else timer = setTimeout(look, left + 1)
    }
    look()
  })
  const outcome = await Promise.race([attemptAsync(() => promise), late])
  clearTimeout(timer)
  if (!outcome) throw new Wrong(`${what}\n  no answer after ${ms} ms`)
  return outcome
}

/** Runs it and holds that no rejection is left that nobody handles. */
export async function handlesRejections(what: string, run: () => Promise<unknown>): Promise<void> {
  const event = 'unhandledRejection'
  const others = process.rawListeners(event) as NodeJS.UnhandledRejectionListener[]
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.removeAllListeners(event).on(event, note)
  try {
    await run()
    await turns(3)
  } finally {
    process.removeAllListeners(event)
    for (const other of others) process.on(event, other)
  }
  if (unhandled.length === 0) return
  throw new Wrong(`${what}\n  unhandled rejection: ${showThrown(unhandled[0])}`)
}
