// contains: cuts-retry-after-by-the-cap, waits-on-though-aborted
import type { IncomingMessage, RequestListener } from 'node:http'
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
  const { fetch = globalThis.fetch, random = Math.random, now = Date.now } = options
  const { sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms)) } = options
  let waited = 0
  let n = 1
  let response = await fetch(url, { signal: signal ?? null })
  while ((response.status === 429 || response.status === 503) && n < tries) {
    const header = response.headers.get('retry-after')
    let ms: number | undefined
    if (header && /^\d+$/.test(header)) ms = Number(header) * 1000
    else if (header?.endsWith('GMT')) ms = Math.max(0, new Date(header).getTime() - now())
    ms = Math.min(capMs, ms ?? random() * baseMs * 2 ** (n - 1))
    if (waited + ms > maxWaitMs) break
    waited += ms
    await sleep(ms)
    signal?.throwIfAborted()
    response = await fetch(url, { signal: signal ?? null })
    n++
  }
  return response
}
