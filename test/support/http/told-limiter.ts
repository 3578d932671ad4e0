import type { Decision } from '#kit'

/** A limiter that decides as it is told, and remembers what it was asked. */
export class ToldLimiter {
  readonly asked: (readonly [key: string, now: number])[] = []
  readonly #decide: (key: string, nth: number) => Decision

  constructor(decide: (key: string, nth: number) => Decision) {
    this.#decide = decide
  }

  tryAcquire(key: string, now: number): Decision {
    this.asked.push([key, now])
    return this.#decide(key, this.asked.filter(([one]) => one === key).length)
  }
}
