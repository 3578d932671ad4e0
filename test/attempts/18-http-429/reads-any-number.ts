// contains: any-number-of-seconds, draws-once-for-all-waits, waits-on-though-aborted
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
  const { tries, baseMs, capMs, maxWaitMs, signal, now = Date.now } = options
  const { fetch = globalThis.fetch } = options
  const factor = (options.random ?? Math.random)()
  const sleep = options.sleep ?? ((ms: number) => delay(ms, undefined, { signal }))
  let waited = 0
  for (let n = 1; ; n++) {
    const response = await fetch(url, signal ? { signal } : {})
    if (![429, 503].includes(response.status) || n === tries) return response
    const told = response.headers.get('retry-after')
    let ms = factor * Math.min(capMs, baseMs * 2 ** (n - 1))
    if (told) {
      const seconds = Number(told)
      if (!Number.isNaN(seconds)) ms = seconds * 1000
      else if (told.includes('GMT')) ms = Math.max(0, Date.parse(told) - now())
    }
    if (waited + ms > maxWaitMs) return response
    waited += ms
    await response.body?.cancel()
    await sleep(ms)
  }
}
