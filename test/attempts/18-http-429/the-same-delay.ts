// contains: fixed-delay-without-jitter, throws-when-tries-run-out, waits-on-though-aborted
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
  const { tries, baseMs, maxWaitMs, signal, now = Date.now } = options
  const ask = options.fetch ?? fetch
  const pause = options.sleep ?? ((ms: number) => delay(ms, undefined, { signal }))
  let sum = 0
  for (let attempt = 1; attempt <= tries; attempt++) {
    const response = await ask(url, signal ? { signal } : {})
    if (![429, 503].includes(response.status)) return response
    const wait = waitOf(response.headers.get('retry-after'), now()) ?? baseMs
    if (sum + wait > maxWaitMs) return response
    if (attempt < tries) {
      sum += wait
      await pause(wait)
    }
  }
  throw new Error(`gave up after ${tries} tries`)
}

function waitOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const date = / GMT$/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
