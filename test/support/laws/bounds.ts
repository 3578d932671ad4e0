/** A request that was allowed. */
export interface Allowed {
  readonly at: number
  readonly cost: number
}

/**
 * Law 1 of the limiters: what is wrong with the last of these requests, each of which was allowed. Told in
 * words, undefined if nothing is.
 */
type Bound<Options> = (options: Options, allowed: readonly Allowed[]) => string | undefined

export interface WindowOptions {
  readonly limit: number
  readonly windowMs: number
}

/** 07 and 15: at most `limit` in every window that ends at an allowed request, and so in every window. */
export const atMostInWindow: Bound<WindowOptions> = ({ limit, windowMs }, allowed) => {
  const last = allowed.at(-1)?.at ?? 0
  const inside = allowed.filter(({ at }) => last - at < windowMs).length
  return inside > limit ? `${inside} were allowed in (${last - windowMs}, ${last}]` : undefined
}

/** The frame `[n·w, (n+1)·w)` that a time lies in, exact where the quotient would round up. */
export function frameOf(now: number, windowMs: number): number {
  let frame = Math.floor(now / windowMs)
  if (frame * windowMs > now) frame--
  if ((frame + 1) * windowMs <= now) frame++
  return frame
}

/** 06, 08, 14 and 17: at most `limit` in every frame. */
export const atMostInFrame: Bound<WindowOptions> = ({ limit, windowMs }, allowed) => {
  const last = allowed.at(-1)?.at ?? 0
  const frame = frameOf(last, windowMs)
  const inside = allowed.filter(({ at }) => frameOf(at, windowMs) === frame).length
  if (inside <= limit) return undefined
  return `${inside} were allowed in [${frame * windowMs}, ${(frame + 1) * windowMs})`
}

/** 09 and 16: at most `capacity + rate·t` over any `t`, in cost. */
export const atMostRefilled: Bound<{ readonly capacity: number; readonly refillPerSec: number }> = (
  { capacity, refillPerSec },
  allowed,
) => {
  const last = allowed.at(-1)?.at ?? 0
  let cost = 0
  for (const one of allowed.toReversed()) {
    cost += one.cost
    // In thousandths of a token, as nothing is rounded then.
    if (1000 * cost > 1000 * capacity + refillPerSec * (last - one.at)) {
      return `a cost of ${cost} was allowed in [${one.at}, ${last}]`
    }
  }
  return undefined
}

/** 10: of those accepted over any `t`, one goes each `intervalMs` and `queueLimit` wait. */
export const atMostQueued: Bound<{ readonly queueLimit: number; readonly intervalMs: number }> = (
  { queueLimit, intervalMs },
  allowed,
) => {
  const last = allowed.at(-1)?.at ?? 0
  for (const [i, { at }] of allowed.entries()) {
    const count = allowed.length - i
    if ((count - 1 - queueLimit) * intervalMs > last - at) {
      return `${count} were allowed in [${at}, ${last}]`
    }
  }
  return undefined
}

/** Bursts: of `limit + 1` in a row some two are `pauseMs` apart. */
export const atMostInBursts: Bound<{ readonly limit: number; readonly pauseMs: number }> = (
  { limit, pauseMs },
  allowed,
) => {
  const row = allowed.slice(-limit - 1)
  const pauses = row.some(({ at }, i) => i > 0 && at - (row[i - 1]?.at ?? at) >= pauseMs)
  if (row.length <= limit || pauses) return undefined
  return `${row.length} were allowed in [${row[0]?.at}, ${row.at(-1)?.at}], and no pause of ${pauseMs}`
}
