import { frameOf, type WindowOptions } from '../laws/bounds.ts'
import type { Answer, Asking, Definition, Limited } from '../laws/definition.ts'

/**
 * A limiter by its definition: whether a request is allowed, and what an allowed one changes. Pure: a
 * state is never modified, so that a question «what if» costs nothing. Times are in ms and never fall.
 */
export interface Rule<State> {
  readonly start: State
  allows(state: State, now: number, cost: number): boolean
  /** The state after a request that was allowed. */
  after(state: State, now: number, cost: number): State
  /** How long an allowed request waits for its turn, where the limiter is a queue. */
  delayMs?(state: State, now: number): number
}

/**
 * Decides by a rule and finds `remaining` and `retryAfterMs` by trying: slow, and right by definition.
 */
export class Model<State> {
  readonly #rule: Rule<State>
  readonly #one: number
  #state: State
  #latest = Number.NEGATIVE_INFINITY

  /** @param one what one request costs, where costs are counted in parts */
  constructor(rule: Rule<State>, one = 1) {
    this.#rule = rule
    this.#one = one
    this.#state = rule.start
  }

  tryAcquire(now: number, cost = this.#one): Answer {
    this.#latest = Math.max(this.#latest, now)
    const allowed = this.#rule.allows(this.#state, this.#latest, cost)
    const delayMs = allowed && this.#rule.delayMs?.(this.#state, this.#latest)
    if (allowed) this.#state = this.#rule.after(this.#state, this.#latest, cost)
    const remaining = this.#remaining()
    if (!allowed) return { allowed, remaining, retryAfterMs: this.#wait(cost) }
    return { allowed, remaining, retryAfterMs: 0, ...(typeof delayMs === 'number' && { delayMs }) }
  }

  /** What `tryAcquire` would decide, and nothing is taken: `remaining` counts this request, too. */
  peek(now: number, cost = this.#one): Answer {
    this.#latest = Math.max(this.#latest, now)
    const allowed = this.#rule.allows(this.#state, this.#latest, cost)
    return { allowed, remaining: this.#remaining(), retryAfterMs: allowed ? 0 : this.#wait(cost) }
  }

  /** One request of cost 1 after the other, until one is denied. */
  #remaining(): number {
    let state = this.#state
    let count = 0
    for (; this.#rule.allows(state, this.#latest, this.#one); count++) {
      state = this.#rule.after(state, this.#latest, this.#one)
    }
    return count
  }

  /** The smallest whole number of ms: once a request is allowed, it stays so while nothing arrives. */
  #wait(cost: number): number {
    const allowedAfter = (ms: number) => this.#rule.allows(this.#state, this.#latest + ms, cost)
    let high = 1
    while (!allowedAfter(high)) high *= 2
    let low = high === 1 ? 0 : high / 2
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (allowedAfter(middle)) high = middle
      else low = middle
    }
    return high
  }
}

/** How many were allowed in a frame and in the one before it. */
interface Frames {
  readonly frame: number
  readonly previous: number
  readonly current: number
}

const NO_FRAMES: Frames = { frame: Number.NEGATIVE_INFINITY, previous: 0, current: 0 }

/** The same, told from the frame of `now`. */
function framesAt({ frame, previous, current }: Frames, now: number, windowMs: number): Frames {
  const here = frameOf(now, windowMs)
  if (here === frame) return { frame, previous, current }
  return { frame: here, previous: here === frame + 1 ? current : 0, current: 0 }
}

function oneMore(state: Frames, now: number, windowMs: number): Frames {
  const frames = framesAt(state, now, windowMs)
  return { ...frames, current: frames.current + 1 }
}

/** Kata 06 and 14: up to `limit` in each frame. */
export const fixedWindowRule = ({ limit, windowMs }: WindowOptions): Rule<Frames> => ({
  start: NO_FRAMES,
  allows: (state, now) => framesAt(state, now, windowMs).current < limit,
  after: (state, now) => oneMore(state, now, windowMs),
})

/** Kata 07 and 15: fewer than `limit` allowed ones in `(now − windowMs, now]`. */
export const slidingLogRule = ({ limit, windowMs }: WindowOptions): Rule<readonly number[]> => {
  // The oldest is first.
  const inWindow = (allowed: readonly number[], now: number) => {
    let past = 0
    while (now - (allowed[past] ?? now) >= windowMs) past++
    return past === 0 ? allowed : allowed.slice(past)
  }
  return {
    start: [],
    allows: (allowed, now) => inWindow(allowed, now).length < limit,
    after: (allowed, now) => inWindow(allowed, now).concat(now),
  }
}

/** Kata 08 and 17: the estimate `prev·(1 − t/w) + cur`, multiplied by w, so that nothing is rounded. */
export const slidingCounterRule = ({ limit, windowMs }: WindowOptions): Rule<Frames> => ({
  start: NO_FRAMES,
  allows: (state, now) => {
    const { frame, previous, current } = framesAt(state, now, windowMs)
    const left = windowMs - (now - frame * windowMs)
    return previous * left + current * windowMs < limit * windowMs
  },
  after: (state, now) => oneMore(state, now, windowMs),
})

/**
 * Kata 09 and 16: `capacity` tokens, `refillPerSec` more each second. Counted in thousandths of a token,
 * of which a ms brings `refillPerSec`: whole rates and eighths of a ms stay exact.
 */
export const tokenBucketRule = (
  { capacity, refillPerSec }: { readonly capacity: number; readonly refillPerSec: number },
  startedAt: number,
): Rule<{ readonly level: number; readonly at: number }> => {
  type State = { readonly level: number; readonly at: number }
  const level = ({ level, at }: State, now: number) =>
    Math.min(1000 * capacity, level + (now - at) * refillPerSec)
  return {
    start: { level: 1000 * capacity, at: startedAt },
    allows: (state, now, cost) => level(state, now) >= 1000 * cost,
    after: (state, now, cost) => ({ level: level(state, now) - 1000 * cost, at: now }),
  }
}

/** Kata 10: one request goes each `intervalMs`; an accepted one waits while its departure is to come. */
export const leakyBucketRule = ({
  queueLimit,
  intervalMs,
}: {
  readonly queueLimit: number
  readonly intervalMs: number
}): Rule<readonly number[]> => {
  const next = (departures: readonly number[], now: number) =>
    Math.max(now, (departures.at(-1) ?? Number.NEGATIVE_INFINITY) + intervalMs)
  const waiting = (departures: readonly number[], now: number) =>
    departures.filter((departure) => departure > now)
  return {
    start: [],
    allows: (departures, now) =>
      next(departures, now) === now || waiting(departures, now).length < queueLimit,
    after: (departures, now) => [
      ...departures.slice(-1).filter((last) => last <= now),
      ...waiting(departures, now),
      next(departures, now),
    ],
    delayMs: (departures, now) => next(departures, now) - now,
  }
}

/** Lets in `limit` requests, and no more until `pauseMs` have passed since the last one that was let in. */
export const burstsRule = ({
  limit,
  pauseMs,
}: {
  readonly limit: number
  readonly pauseMs: number
}): Rule<{ readonly left: number; readonly until: number }> => {
  type State = { readonly left: number; readonly until: number }
  const left = ({ left, until }: State, now: number) => (now >= until ? limit : left)
  return {
    start: { left: limit, until: Number.NEGATIVE_INFINITY },
    allows: (state, now) => left(state, now) > 0,
    after: (state, now) => ({ left: left(state, now) - 1, until: now + pauseMs }),
  }
}

/** Allows what all allow. */
const everyRule = (rules: readonly Rule<unknown>[]): Rule<readonly unknown[]> => ({
  start: rules.map(({ start }) => start),
  allows: (states, now, cost) => rules.every((rule, i) => rule.allows(states[i], now, cost)),
  after: (states, now, cost) => rules.map((rule, i) => rule.after(states[i], now, cost)),
})

function ruleOf(one: Limited): Rule<unknown> {
  switch (one.is) {
    case 'fixed window':
      return fixedWindowRule(one) as Rule<unknown>
    case 'sliding log':
      return slidingLogRule(one) as Rule<unknown>
    case 'sliding counter':
      return slidingCounterRule(one) as Rule<unknown>
    case 'token bucket':
      return tokenBucketRule(one, one.startedAt) as Rule<unknown>
    case 'leaky bucket':
      return leakyBucketRule(one) as Rule<unknown>
    case 'bursts':
      return burstsRule(one) as Rule<unknown>
  }
}

/** The limiter that a definition names. */
export function modelOf(definition: Definition): Model<unknown> {
  const rule =
    definition.is === 'all of' ? everyRule(definition.of.map(ruleOf)) : ruleOf(definition)
  return new Model<unknown>(rule as Rule<unknown>, definition.one)
}

/** The right answers to these calls, one after the other. */
export function answersOf(definition: Definition, calls: readonly Asking[]): Answer[] {
  const { clock = 0 } = definition
  const model = modelOf(definition)
  return calls.map(({ now, cost, peeks }) =>
    peeks ? model.peek(clock + now, cost) : model.tryAcquire(clock + now, cost),
  )
}
