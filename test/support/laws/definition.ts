import type { Decision } from '../../../katas/kit/decision.ts'

/** What a limiter may answer: a queue tells the delay, too. */
export type Answer = Decision & { readonly delayMs?: number }

interface Window {
  readonly limit: number
  readonly windowMs: number
}

/** A limiter by its name and its options: what right answers are is an oracle's business. */
export type Limited = Readonly<
  | ({ is: 'fixed window' | 'sliding log' | 'sliding counter' } & Window)
  | { is: 'token bucket'; capacity: number; refillPerSec: number; startedAt: number }
  | { is: 'leaky bucket'; queueLimit: number; intervalMs: number }
  | { is: 'bursts'; limit: number; pauseMs: number }
>

export type Definition = (Limited | { readonly is: 'all of'; readonly of: readonly Limited[] }) & {
  /** Where time 0 of the calls lies on the limiter's own clock; 0 if it is left out. */
  readonly clock?: number
  /** What one request costs, where costs are counted in parts; 1 if it is left out. */
  readonly one?: number
}

/** A call of a limiter: a request, or a look at what it would get. */
export interface Asking {
  readonly now: number
  readonly cost?: number
  readonly peeks?: boolean
}
