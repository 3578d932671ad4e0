// contains: counts-retries-not-requests, ignores-a-date, waits-on-though-aborted
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
  const { baseMs, capMs, maxWaitMs, signal } = options
  const ask = options.fetch ?? fetch
  const random = options.random ?? Math.random
  const sleep = options.sleep ?? ((ms: number) => delay(ms, undefined, { signal }))
  let left = options.tries
  let waited = 0
  let bound = baseMs
  for (;;) {
    const response = await ask(url, { signal: signal ?? null })
    if (response.status !== 429 && response.status !== 503) return response
    if (left-- === 0) return response
    const header = response.headers.get('retry-after')
    const ms =
      header !== null && /^[0-9]+$/.test(header)
        ? 1000 * Number.parseInt(header, 10)
        : random() * Math.min(bound, capMs)
    bound *= 2
    waited += ms
    if (waited > maxWaitMs) return response
    await sleep(ms)
  }
}
