// contains: retries-network-errors, bounds-each-wait-alone, waits-on-though-aborted
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
  const sleep = options.sleep ?? ((ms: number) => delay(ms, undefined, { signal }))
  let failed: unknown
  let last: Response | undefined
  for (let n = 0; n < tries; n++) {
    let ms = random() * Math.min(capMs, baseMs * 2 ** n)
    try {
      last = await (options.fetch ?? fetch)(url, signal ? { signal } : undefined)
      if (last.status !== 429 && last.status !== 503) return last
      const header = last.headers.get('retry-after') ?? ''
      if (/^\d+$/.test(header)) ms = Number(header) * 1000
      else if (/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/.test(header)) {
        ms = Math.max(0, Date.parse(header) - now())
      }
    } catch (error) {
      if (signal?.aborted) throw error
      failed = error
    }
    if (ms > maxWaitMs || n === tries - 1) break
    await sleep(ms)
  }
  if (last) return last
  throw failed
}
