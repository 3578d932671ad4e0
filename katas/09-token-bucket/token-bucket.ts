import { Clock, type Decision, integerAtLeast, positiveAtMost, positiveFinite, todo } from '#kit'

/**
 * A bucket of `capacity` tokens, full at first, into which `refillPerSec` tokens flow each second,
 * steadily, until it is full. A request is allowed if the tokens that it costs are there, and takes
 * them; a denied one takes nothing.
 *
 * Times are finite numbers in ms (`RangeError` naming `now` otherwise). A `now` earlier than the
 * latest one seen, by the constructor or a denied request too, counts as the latest one seen.
 *
 * Costs nothing between calls: no timer.
 */
export class TokenBucket {
  readonly #capacity: number
  readonly #refillPerSec: number
  readonly #clock: Clock

  constructor({ capacity, refillPerSec }: { capacity: number; refillPerSec: number }, now: number) {
    integerAtLeast('capacity', capacity, 1)
    positiveFinite('refillPerSec', refillPerSec)
    this.#capacity = capacity
    this.#refillPerSec = refillPerSec
    this.#clock = new Clock(now)
  }

  /**
   * Decides on a request at `now` of `cost` tokens; `remaining` is the whole tokens left after it.
   * `cost` is positive and at most `capacity`: a `RangeError` naming it otherwise.
   */
  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
    const time = this.#clock.see(now)
    return todo('allow if the tokens are there, and take them', time, this.#refillPerSec)
  }
}
