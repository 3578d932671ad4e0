// contains: maxwait-as-a-deadline, whatever-date-parse-takes, leaves-the-body-unread
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
  const { tries, baseMs, capMs, maxWaitMs, signal, random = Math.random, now = Date.now } = options
  const { fetch = globalThis.fetch } = options
  const deadline = now() + maxWaitMs
  for (let n = 1; ; n++) {
    signal?.throwIfAborted()
    const response = await fetch(url, { signal: signal ?? null })
    const again = response.status === 429 || response.status === 503
    if (!again || n >= tries) return response
    let ms = random() * Math.min(capMs, baseMs * 2 ** (n - 1))
    const told = response.headers.get('Retry-After') ?? ''
    if (/^\d+$/.test(told)) ms = Number(told) * 1000
    else if (!Number.isNaN(Date.parse(told))) ms = Math.max(0, Date.parse(told) - now())
    if (now() + ms > deadline) return response
    await Promise.race([options.sleep ? options.sleep(ms) : delay(ms), aborted(signal)])
  }
}

const aborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
