import { setImmediate as turn } from 'node:timers/promises'
import { uniform } from '../../test/support/uniform.ts'
import type { Mode } from './modes.ts'

export interface Storming {
  readonly mode: Mode
  readonly clients: number
  readonly limit: number
  readonly seed: number
}

/** What the server saw. Times are in ms since all clients asked at once. */
export interface Stormed {
  /** When requests came, in order, the served ones among them. */
  readonly arrivals: readonly number[]
  /** When the clients that were served at last were served, in order. */
  readonly served: readonly number[]
}

type FetchWithRetry = (
  url: string,
  options: {
    tries: number
    baseMs: number
    capMs: number
    maxWaitMs: number
    fetch: typeof fetch
    sleep: (ms: number) => Promise<void>
    random: () => number
    now: () => number
  },
) => Promise<Response>

/** A client gives up after so many requests; the queue is shorter. */
const TRIES = 200

/**
 * All clients ask at once by `fetchWithRetry` a server that serves `limit` in each second. The clock is
 * virtual, so that the same storm is the same to the request each time.
 */
export async function simulate(
  fetchWithRetry: FetchWithRetry,
  { mode, clients, limit, seed }: Storming,
): Promise<Stormed> {
  const clock = new VirtualClock()
  const random = mode.jitter ? uniform(seed) : () => 1
  const arrivals: number[] = []
  const served: number[] = []
  let frame = { second: 0, count: 0 }
  let queued = 0

  const fetch = async (): Promise<Response> => {
    arrivals.push(clock.now)
    const second = Math.floor(clock.now / 1000)
    if (frame.second !== second) frame = { second, count: 0 }
    if (frame.count < limit) {
      frame.count++
      served.push(clock.now)
      return new Response(null, { status: 200 })
    }
    const own = second + 1 + Math.floor(queued++ / limit)
    const free = mode.retryAfter === 'own' ? own : second + 1
    const wait = Math.max(1, Math.ceil((free * 1000 - clock.now) / 1000))
    const headers: Record<string, string> = mode.retryAfter ? { 'retry-after': `${wait}` } : {}
    return new Response(null, { status: 429, headers })
  }
  const calls = Array.from({ length: clients }, () =>
    fetchWithRetry('http://storm.invalid/', {
      tries: TRIES,
      baseMs: mode.baseMs,
      capMs: mode.capMs,
      maxWaitMs: Number.MAX_SAFE_INTEGER,
      fetch,
      sleep: (ms) => clock.sleep(ms),
      random,
      now: () => clock.now,
    }),
  )
  const all = Promise.all(calls)
  await Promise.race([all, clock.run()])
  return { arrivals, served }
}

/** Time passes when nobody has anything left to do before it does. */
class VirtualClock {
  now = 0
  readonly #sleepers = new Map<number, (() => void)[]>()

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const at = this.now + Math.max(0, ms)
      const others = this.#sleepers.get(at)
      if (others) others.push(resolve)
      else this.#sleepers.set(at, [resolve])
    })
  }

  /** Wakes the sleepers in their order until none is left. */
  async run(): Promise<void> {
    for (;;) {
      await turn()
      if (this.#sleepers.size === 0) return
      let next = Number.POSITIVE_INFINITY
      for (const at of this.#sleepers.keys()) next = Math.min(next, at)
      const woken = this.#sleepers.get(next) ?? []
      this.#sleepers.delete(next)
      this.now = next
      for (const wake of woken) wake()
    }
  }
}
