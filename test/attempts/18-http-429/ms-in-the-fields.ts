// contains: ms-for-seconds, window-of-zero-seconds
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
  const { limiter, policy, keyOf, now = Date.now } = options
  const item = `"${policy.name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  const window = Math.trunc(policy.windowMs / 1000)
  return (request, response) => {
    const decision = limiter.tryAcquire(keyOf(request), now())
    response.setHeader('RateLimit-Policy', `${item};q=${policy.quota};w=${window}`)
    response.setHeader('RateLimit', `${item};r=${decision.remaining};t=${decision.retryAfterMs}`)
    if (decision.allowed) return listener(request, response)
    response.setHeader('Retry-After', decision.retryAfterMs)
    response.setHeader('Cache-Control', 'no-store')
    response.statusCode = 429
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
