import { showCall } from './failure.ts'
import { replay, type Step } from './timeline.ts'

/** A request was let in: `remaining` more would be at the same instant. */
export const allowed = (remaining: number) => ({ allowed: true, remaining, retryAfterMs: 0 })

/** A request was not let in: it would be after `retryAfterMs`. */
export const denied = (retryAfterMs: number, remaining = 0) => ({
  allowed: false,
  remaining,
  retryAfterMs,
})

/** The decision's first field alone, for tests that ask for no more. */
export const isAllowed = { allowed: true }
export const isDenied = { allowed: false }

/** One request of a timeline: `now`, or `[now, cost]`, and the right decision, as far as it matters. */
export type Request = readonly [asked: number | readonly number[], decision: unknown]

/**
 * Asks one limiter for each request in turn and holds every decision against the right one; see
 * {@link replay}.
 */
export function decides(made: string, make: () => object, requests: readonly Request[]): void {
  const steps = requests.map(
    ([asked, decision]): Step => [
      'tryAcquire',
      typeof asked === 'number' ? [asked] : asked,
      decision,
    ],
  )
  replay(made, make, steps)
}

/** The same of a new object of this class, told as it would be written. */
export function decidesNew<const Args extends readonly unknown[]>(
  Limiter: new (...args: Args) => object,
  args: Args,
  requests: readonly Request[],
): void {
  decides(showNew(Limiter, args), () => new Limiter(...args), requests)
}

/** `new FixedWindow({ limit: 1, windowMs: 1000 })` */
export const showNew = (made: { readonly name: string }, args: readonly unknown[]): string =>
  showCall(`new ${made.name}`, args)

/** `n` requests at the same instant, all with the same decision's `allowed`. */
export const times = (n: number, now: number, decision: unknown): Request[] =>
  Array.from({ length: n }, () => [now, decision])

/** How many of these requests, one after the other, the limiter lets in. */
export function countAllowed(
  limiter: { tryAcquire(now: number): { readonly allowed: boolean } },
  nows: readonly number[],
): number {
  return nows.filter((now) => limiter.tryAcquire(now).allowed).length
}
