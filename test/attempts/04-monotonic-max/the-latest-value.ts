// contains: nothing listed
import { Clock, finite, integerIn, positiveFinite } from '#kit'

export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  const result: number[] = []
  const deque: { i: number; x: number }[] = []
  let front = 0
  xs.forEach((x, i) => {
    while (deque.length > front && (deque.at(-1)?.x ?? 0) < x) deque.pop()
    deque.push({ i, x })
    if ((deque[front]?.i ?? 0) + k === i) front++
    if (i + 1 >= k) result.push(deque[front]?.x ?? 0)
  })
  return result
}

export class PeakWindow {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #latest: { at: number; value: number } | undefined

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  record(now: number, value: number): void {
    finite('value', value)
    this.#latest = { at: this.#clock.see(now), value }
  }

  peak(now: number): number | undefined {
    const time = this.#clock.see(now)
    const inWindow = this.#latest && time - this.#latest.at < this.#windowMs
    return inWindow ? this.#latest?.value : undefined
  }
}
