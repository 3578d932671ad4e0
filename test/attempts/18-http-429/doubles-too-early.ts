// contains: nothing listed
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
  const { fetch = globalThis.fetch, random = Math.random } = options
  const sleep = options.sleep ?? ((ms: number) => delay(ms))
  let waited = 0
  for (let n = 1; ; n++) {
    const response = await fetch(url, signal ? { signal } : {})
    if ((response.status !== 429 && response.status !== 503) || n === tries) return response
    const ms = random() * Math.min(capMs, baseMs * 2 ** n)
    waited += ms
    if (waited > maxWaitMs) return response
    await Promise.race([sleep(ms), aborted(signal)])
  }
}

const aborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
