// misconception: The caller is told by a race; the loop may end by itself.
// why: It does not end: it wakes up and asks the server for somebody who has gone. Aborted during a wait that ends later: asks again; nothing more is right.
// caught by: stretch: after an abort nothing is asked any more, even when the wait ends
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
  options.signal?.throwIfAborted()
  return abortable(goOn(url, options), options.signal)
}

async function goOn(url: string | URL, options: RetryOptions): Promise<Response> {
  integerAtLeast('tries', options.tries, 1)
  for (const name of ['baseMs', 'capMs', 'maxWaitMs'] as const) {
    nonNegativeFinite(name, options[name])
  }
  const { tries, baseMs, capMs, maxWaitMs } = options
  const { fetch = globalThis.fetch, random = Math.random, now = Date.now } = options
  const sleep = options.sleep ?? longTimer

  let waitedMs = 0
  for (let retry = 1; ; retry++) {
    const response = await fetch(url)
    if (!RETRIED.has(response.status) || retry === tries) return response
    const jitterMs = random() * Math.min(capMs, baseMs * 2 ** (retry - 1))
    const waitMs = retryAfterMs(response.headers.get('retry-after') ?? '', now()) ?? jitterMs
    if (waitedMs + waitMs > maxWaitMs) return response
    waitedMs += waitMs
    response.body?.cancel().catch(() => {})
    await sleep(waitMs)
  }
}

function retryAfterMs(value: string, now: number): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const at = httpDate(value, now)
  return at === undefined ? undefined : Math.max(0, at - now)
}

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const TIME = '\\d\\d:\\d\\d:\\d\\d'
const IMF_FIXDATE = new RegExp(`^${DAY}, \\d\\d ${MONTH} \\d{4} ${TIME} GMT$`)
const RFC_850 = new RegExp(`^[A-Z][a-z]+day, (\\d\\d)-(${MONTH})-(\\d\\d) (${TIME}) GMT$`)
const ASCTIME = new RegExp(`^${DAY} ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`)

function httpDate(value: string, now: number): number | undefined {
  const at = Date.parse(ASCTIME.test(value) ? `${value} GMT` : inFourDigits(value, now))
  return Number.isNaN(at) ? undefined : at
}

function inFourDigits(value: string, now: number): string {
  const [, day, month, yy, time] = RFC_850.exec(value) ?? []
  if (yy === undefined) return IMF_FIXDATE.test(value) ? value : 'no HTTP date'
  const latest = new Date(now).getUTCFullYear() + 50
  const year = latest - ((latest - Number(yy)) % 100)
  return `${day} ${month} ${year} ${time} GMT`
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

async function longTimer(ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= LONGEST_TIMER_MS) {
    await timer(Math.min(leftMs, LONGEST_TIMER_MS))
  }
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
    const settled = () => signal.removeEventListener('abort', abort)
    promise.then(resolve, reject).finally(settled)
  })
}
