import type { Decision, Limiter } from '#kit'

/**
 * The decision on the last of `n` requests from `now` on, `step` ms apart. With it a probe asks of one field what no mistake
 * elsewhere changes: of ten requests to a limiter of 5 the last is denied even where one too many is let
 * in, and after a full frame the third is let in only where a new one has begun.
 */
export function lastOf(limiter: Limiter, now: number, n: number, step = 0): Decision {
  let decision = limiter.tryAcquire(now)
  for (let i = 1; i < n; i++) decision = limiter.tryAcquire(now + i * step)
  return decision
}
