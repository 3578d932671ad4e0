// contains: retry-after-rounded-down, reset-as-an-interval
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
  const { limiter, policy, keyOf, now = () => Date.now(), legacyHeaders } = options
  return (request, response) => {
    const { allowed, remaining, retryAfterMs } = limiter.tryAcquire(keyOf(request), now())
    const wait = Math.floor(retryAfterMs / 1000)
    const name = JSON.stringify(policy.name)
    const w = Math.ceil(policy.windowMs / 1000)
    response.setHeader('RateLimit-Policy', `${name};q=${policy.quota};w=${w}`)
    response.setHeader('RateLimit', `${name};r=${remaining}${allowed ? '' : `;t=${wait}`}`)
    if (legacyHeaders) {
      response.setHeader('X-RateLimit-Limit', policy.quota)
      response.setHeader('X-RateLimit-Remaining', remaining)
      response.setHeader('X-RateLimit-Reset', Math.ceil(retryAfterMs / 1000))
    }
    if (allowed) {
      listener(request, response)
      return
    }
    response.writeHead(429, { 'Retry-After': `${wait}`, 'Cache-Control': 'no-store' })
    response.end()
  }
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
  return todo('fetch, wait and try again, within what the options allow', url)
}
