// contains: fields-on-the-429-only, lets-caches-keep-a-429
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
  const { limiter, policy, keyOf, now = Date.now, legacyHeaders } = options
  return (request, response) => {
    const at = now()
    const decision = limiter.tryAcquire(keyOf(request), at)
    if (decision.allowed) {
      listener(request, response)
    } else {
      const s = Math.ceil(decision.retryAfterMs / 1000)
      response.statusCode = 429
      response.setHeader('Retry-After', s)
      response.setHeader(
        'RateLimit-Policy',
        `"${policy.name}";q=${policy.quota};w=${Math.ceil(policy.windowMs / 1000)}`,
      )
      response.setHeader('RateLimit', `"${policy.name}";r=0;t=${s}`)
      if (legacyHeaders) {
        response.setHeader('X-RateLimit-Limit', policy.quota)
        response.setHeader('X-RateLimit-Remaining', 0)
        response.setHeader('X-RateLimit-Reset', Math.ceil((at + decision.retryAfterMs) / 1000))
      }
      response.end('slow down')
    }
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
