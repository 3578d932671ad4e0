// contains: retries-a-400, jitter-within-retry-after, waits-on-though-aborted
import type { IncomingMessage, RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Decision } from '#kit'
import { integerAtLeast, nonNegativeFinite, positiveFinite, printableAscii, todo } from '#kit'

export interface RateLimitOptions {
  limiter: { tryAcquire(key: string, now: number): Decision }
  policy: { name: string; quota: number; windowMs: number }
  keyOf: (request: IncomingMessage) => string
  now?: () => number
  legacyHeaders?: boolean
}

export function rateLimit(options: RateLimitOptions, listener: RequestListener): RequestListener {
  printableAscii('name', options.policy.name)
  integerAtLeast('quota', options.policy.quota, 1)
  positiveFinite('windowMs', options.policy.windowMs)
  return todo('ask the limiter, tell the client, and serve only what was allowed', listener)
}

export interface RetryOptions {
  tries: number
  baseMs: number
  capMs: number
  maxWaitMs: number
  fetch?: typeof fetch
  sleep?: (ms: number) => Promise<void>
  random?: () => number
  now?: () => number
  signal?: AbortSignal
}

export async function fetchWithRetry(url: string | URL, options: RetryOptions): Promise<Response> {
  integerAtLeast('tries', options.tries, 1)
  for (const name of ['baseMs', 'capMs', 'maxWaitMs'] as const) {
    nonNegativeFinite(name, options[name])
  }
  const { tries, baseMs, capMs, maxWaitMs, signal } = options
  const { random = Math.random, now = Date.now } = options
  const pause = options.sleep ?? ((ms: number) => delay(ms, undefined, { signal }))
  async function attempt(n: number, waited: number): Promise<Response> {
    const response = await (options.fetch ?? fetch)(url, signal ? { signal } : {})
    if (response.ok || response.status < 400 || n === tries) return response
    const told = response.headers.get('retry-after') ?? ''
    const at = /GMT$/.test(told) ? Date.parse(told) : Number.NaN
    const bound = /^\d+$/.test(told)
      ? Number(told) * 1000
      : Number.isNaN(at)
        ? Math.min(capMs, baseMs * 2 ** (n - 1))
        : Math.max(0, at - now())
    const ms = random() * bound
    if (waited + ms > maxWaitMs) return response
    await pause(ms)
    return attempt(n + 1, waited + ms)
  }
  return attempt(1, 0)
}
