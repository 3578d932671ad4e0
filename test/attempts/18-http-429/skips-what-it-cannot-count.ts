// contains: no-key-no-limit, lets-preflights-through
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
  return (request, response) => {
    const key = keyOf(request)
    const exempt = key === '' || request.method === 'OPTIONS'
    if (exempt) return listener(request, response)
    const { allowed, remaining, retryAfterMs } = limiter.tryAcquire(key, now())
    response.setHeader(
      'RateLimit-Policy',
      `"${policy.name}";q=${policy.quota};w=${Math.ceil(policy.windowMs / 1000)}`,
    )
    const seconds = Math.ceil(retryAfterMs / 1000)
    response.setHeader(
      'RateLimit',
      `"${policy.name}";r=${remaining}${allowed ? '' : `;t=${seconds}`}`,
    )
    if (!allowed) {
      response.writeHead(429, { 'retry-after': `${seconds}`, 'cache-control': 'no-store' }).end()
    } else listener(request, response)
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
