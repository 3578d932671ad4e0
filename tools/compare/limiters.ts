import type { Burst } from './burst.ts'

/** A limiter of module B and how it is set up to promise what a burst's limit says. */
export interface Compared {
  readonly kata: string
  readonly className: string
  /** What its constructor is given. */
  readonly settings: (burst: Burst) => readonly unknown[]
}

const window = ({ limit, windowMs }: Burst) => [{ limit, windowMs }]

/** The limiters that decide on one stream of requests, in the order of their katas. */
export const COMPARED: readonly Compared[] = [
  { kata: '06', className: 'FixedWindow', settings: window },
  { kata: '07', className: 'SlidingLog', settings: window },
  { kata: '08', className: 'SlidingCounter', settings: window },
  {
    kata: '09',
    className: 'TokenBucket',
    settings: ({ limit, windowMs, nows }) => [
      { capacity: limit, refillPerSec: (limit * 1000) / windowMs },
      nows[0] ?? 0,
    ],
  },
  {
    kata: '10',
    className: 'LeakyBucket',
    // One goes at once and the others wait: `limit` at one instant are let in, as by the others.
    settings: ({ limit, windowMs }) => [{ queueLimit: limit - 1, intervalMs: windowMs / limit }],
  },
]
