import { Clock, type Decision, type Limiter, type PeekableLimiter, positiveFinite } from '#kit'

/** An entry in a list: it knows its neighbours. */
interface Link {
  readonly key: string
  readonly limiter: Limiter
  askedAt: number
  older: Link | undefined
  newer: Link | undefined
}

/**
 * The keyed limiter with a list beside the Map, as in *LRU Cache*. Its contract is the keyed limiter's;
 * it answers the same.
 *
 * It trades two references an entry and more code for a request that only moves links: nothing is
 * allocated for a known key, and the Map has no holes that its next iterator must pass.
 */
export class KeyedLimiter {
  readonly #create: (now: number) => Limiter
  readonly #idleMs: number
  readonly #clock = new Clock()
  readonly #links = new Map<string, Link>()
  #oldest: Link | undefined
  #newest: Link | undefined

  constructor({ create, idleMs }: { create: (now: number) => Limiter; idleMs: number }) {
    positiveFinite('idleMs', idleMs)
    this.#create = create
    this.#idleMs = idleMs
  }

  /** How many keys are remembered, as of the latest request. */
  get size(): number {
    return this.#links.size
  }

  /** Decides about a request of `key` by the key's own limiter. */
  tryAcquire(key: string, now: number): Decision {
    const time = this.#clock.see(now)
    // Invariant: the list goes from the key asked for longest ago to the one asked for last.
    while (this.#oldest && time - this.#oldest.askedAt >= this.#idleMs) {
      this.#links.delete(this.#oldest.key)
      this.#unlink(this.#oldest)
    }
    let link = this.#links.get(key)
    if (link) this.#unlink(link)
    else {
      const limiter = this.#create(time)
      link = { key, limiter, askedAt: time, older: undefined, newer: undefined }
      this.#links.set(key, link)
    }
    link.askedAt = time
    this.#append(link)
    return link.limiter.tryAcquire(time)
  }

  #unlink(link: Link): void {
    if (link.older) link.older.newer = link.newer
    else this.#oldest = link.newer
    if (link.newer) link.newer.older = link.older
    else this.#newest = link.older
  }

  #append(link: Link): void {
    link.older = this.#newest
    link.newer = undefined
    if (this.#newest) this.#newest.newer = link
    else this.#oldest = link
    this.#newest = link
  }
}

/** As in the solution: allows what all of `limiters` allow; a denial takes from none. */
export function allOf(limiters: readonly PeekableLimiter[]): PeekableLimiter {
  const clock = new Clock()
  const peek = (now: number): Decision => {
    const time = clock.see(now)
    return together(limiters.map((limiter) => limiter.peek(time)))
  }
  const tryAcquire = (now: number): Decision => {
    const decision = peek(now)
    if (!decision.allowed) return decision
    // Nothing lies between the question and the taking: what was allowed then is allowed now.
    const time = clock.see(now)
    return together(limiters.map((limiter) => limiter.tryAcquire(time)))
  }
  return { peek, tryAcquire }
}

/** What all of them come to: the strictest in each respect. */
function together(decisions: readonly Decision[]): Decision {
  return {
    allowed: decisions.every(({ allowed }) => allowed),
    remaining: Math.min(...decisions.map(({ remaining }) => remaining)),
    retryAfterMs: Math.max(...decisions.map(({ retryAfterMs }) => retryAfterMs)),
  }
}
