// contains: fields-after-the-listener, reset-from-two-roundings
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
  const { limiter, policy, keyOf, legacyHeaders } = options
  const now = options.now ?? Date.now
  const quoted = `"${policy.name}"`
  return async (request, response) => {
    const at = now()
    const { allowed, remaining, retryAfterMs } = limiter.tryAcquire(keyOf(request), at)
    if (allowed) await (listener(request, response) as unknown)
    if (response.headersSent) return
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
    response.setHeader(
      'RateLimit-Policy',
      `${quoted};q=${policy.quota};w=${Math.ceil(policy.windowMs / 1000)}`,
    )
    response.setHeader('RateLimit', `${quoted};r=${remaining};t=${seconds}`)
    if (legacyHeaders) {
      response.setHeader('X-RateLimit-Limit', policy.quota)
      response.setHeader('X-RateLimit-Remaining', remaining)
      response.setHeader('X-RateLimit-Reset', Math.ceil(at / 1000) + seconds)
    }
    if (allowed) return
    response.setHeader('Retry-After', seconds)
    response.setHeader('Cache-Control', 'no-store')
    response.writeHead(429).end()
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
