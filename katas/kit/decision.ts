/** What every limiter answers. Source of the terms: RFC 6585 (429) and RFC 9110 (Retry-After). */
export interface Decision {
  readonly allowed: boolean
  /** How many more requests of cost 1 would be allowed at this same instant. */
  readonly remaining: number
  /**
   * 0 if allowed; else the smallest whole number of ms, counted from the latest `now` seen, after
   * which this same request would be allowed, if nothing else arrived.
   */
  readonly retryAfterMs: number
}

/** A limiter in one process. `now` is in ms and always an argument, never read inside. */
export interface Limiter {
  tryAcquire(now: number): Decision
}

/** A limiter whose state is elsewhere (Redis), so that its answer is a promise. */
export interface AsyncLimiter {
  tryAcquire(requestId: string, cost?: number): Promise<Decision>
}

/** A limiter that can be asked without being charged, so that several can decide together. */
export interface PeekableLimiter extends Limiter {
  /**
   * What a request at `now` would get, and nothing is taken: `remaining` counts this request, too. Its
   * `now` is seen as any other.
   */
  peek(now: number): Decision
}
