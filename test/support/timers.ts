import { createHook } from 'node:async_hooks'
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

/**
 * Runs it and holds that of the timers that it started at most `atMost` are still running afterwards, those
 * included that keep no process alive.
 */
export async function leavesNoTimers(
  what: string,
  run: () => Promise<unknown>,
  { atMost, why }: { readonly atMost: number; readonly why: string },
): Promise<void> {
  const running = new Map<number, NodeJS.Timeout>()
  const hook = createHook({
    init(id, type, _trigger, resource) {
      if (type === 'Timeout') running.set(id, resource as NodeJS.Timeout)
    },
    destroy: (id) => void running.delete(id),
  }).enable()
  try {
    await run()
    // Node tells of what has gone some turns later.
    for (let turns = 0; turns < 5; turns++) await turn()
  } finally {
    hook.disable()
  }
  // A few may be the runner's own.
  if (running.size <= atMost) return
  for (const timer of running.values()) clearTimeout(timer)
  throw new Wrong(`${what}: ${running.size} timers still run\n  expected none: ${why}`)
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
    for (let turns = 0; turns < 3; turns++) await turn()
  } finally {
    process.removeAllListeners(event)
    for (const other of others) process.on(event, other)
  }
  if (unhandled.length === 0) return
  throw new Wrong(`${what}\n  unhandled rejection: ${showThrown(unhandled[0])}`)
}
