// misconception: Retry-After is a number of seconds.
// why: It may be an HTTP date. 30 s ahead: waits 50 ms with random() 0.5; the right value is 30000.
// caught by: Retry-After as a date is waited for, counted from now
import type { IncomingMessage, RequestListener } from 'node:http'
import { setTimeout as timer } from 'node:timers/promises'
import type { Decision } from '#kit'
import { integerAtLeast, nonNegativeFinite, positiveFinite, printableAscii } from '#kit'

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
  const { limiter, policy, keyOf, now = Date.now, legacyHeaders = false } = options

  return (request, response) => {
    const at = now()
    const decision = limiter.tryAcquire(keyOf(request), at)
    const headers = {
      ...rateLimitFields(policy, decision),
      ...(legacyHeaders ? legacyFields(policy.quota, decision, at) : {}),
      ...(decision.allowed ? {} : deniedFields(decision)),
    }
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (decision.allowed) return listener(request, response)
    response.statusCode = 429
    response.end('Too Many Requests\n')
  }
}

function rateLimitFields(
  { name, quota, windowMs }: RateLimitOptions['policy'],
  decision: Decision,
): Record<string, string> {
  const item = `"${name.replace(/["\\]/g, '\\$&')}"`
  const wait = decision.allowed ? '' : `;t=${seconds(decision.retryAfterMs)}`
  return {
    'RateLimit-Policy': `${item};q=${quota};w=${seconds(windowMs)}`,
    RateLimit: `${item};r=${decision.remaining}${wait}`,
  }
}

const legacyFields = (quota: number, { remaining, retryAfterMs }: Decision, now: number) => ({
  'X-RateLimit-Limit': `${quota}`,
  'X-RateLimit-Remaining': `${remaining}`,
  'X-RateLimit-Reset': `${Math.ceil((now + retryAfterMs) / 1000)}`,
})

const deniedFields = ({ retryAfterMs }: Decision) => ({
  'Retry-After': `${seconds(retryAfterMs)}`,
  'Cache-Control': 'no-store',
})

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

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

const RETRIED: ReadonlySet<number> = new Set([429, 503])

export async function fetchWithRetry(url: string | URL, options: RetryOptions): Promise<Response> {
  integerAtLeast('tries', options.tries, 1)
  for (const name of ['baseMs', 'capMs', 'maxWaitMs'] as const) {
    nonNegativeFinite(name, options[name])
  }
  const { tries, baseMs, capMs, maxWaitMs, signal } = options
  const { fetch = globalThis.fetch, random = Math.random } = options
  const sleep = options.sleep ?? ((ms: number) => longTimer(ms, signal))

  let waitedMs = 0
  for (let retry = 1; ; retry++) {
    const response = await fetch(url, signal && { signal })
    if (!RETRIED.has(response.status) || retry === tries) return response
    const jitterMs = random() * Math.min(capMs, baseMs * 2 ** (retry - 1))
    const waitMs = retryAfterMs(response.headers.get('retry-after')) ?? jitterMs
    if (waitedMs + waitMs > maxWaitMs) return response
    waitedMs += waitMs
    response.body?.cancel().catch(() => {})
    signal?.throwIfAborted()
    await abortable(sleep(waitMs), signal)
  }
}

function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined
  return /^\d+$/.test(value) ? Number(value) * 1000 : undefined
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

async function longTimer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= LONGEST_TIMER_MS) {
    await timer(Math.min(leftMs, LONGEST_TIMER_MS), undefined, signal && { signal })
  }
}

function abortable(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const settled = () => signal.removeEventListener('abort', abort)
    promise.then(resolve, reject).finally(settled)
  })
}
