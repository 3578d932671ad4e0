/** One way to come back after a 429, by the options of `fetchWithRetry` and what the server says. */
export interface Mode {
  readonly name: string
  readonly says: string
  readonly baseMs: number
  readonly capMs: number
  /** Whether `random()` is random; else it is always 1, which waits up to the bound. */
  readonly jitter: boolean
  /** What the server's Retry-After says: the next second, a second of the client's own, or nothing. */
  readonly retryAfter?: 'next' | 'own'
}

const backoff = { baseMs: 1000, capMs: 8000 }

/** The worst first. */
export const MODES: readonly Mode[] = [
  { name: 'fixed', says: 'each waits 1 s', baseMs: 1000, capMs: 1000, jitter: false },
  { name: 'backoff', says: 'each waits twice as long each time', ...backoff, jitter: false },
  { name: 'jitter', says: 'the same, with full jitter', ...backoff, jitter: true },
  {
    name: 'retry-after',
    says: 'the server names the next second to all',
    ...backoff,
    jitter: true,
    retryAfter: 'next',
  },
  {
    name: 'queue',
    says: 'the server names to each a second that has room',
    ...backoff,
    jitter: true,
    retryAfter: 'own',
  },
]
