// contains: keeps-only-the-largest, scans-each-window, starts-the-largest-at-zero
import { Clock, finite, integerIn, positiveFinite } from '#kit'

export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  const answer: number[] = []
  for (let start = 0; start <= xs.length - k; start++) {
    let largest = 0
    for (let i = start; i < start + k; i++) largest = Math.max(largest, xs[i] as number)
    answer.push(largest)
  }
  return answer
}

export class PeakWindow {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #peak: { value: number; at: number } | undefined

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  record(now: number, value: number): void {
    finite('value', value)
    const at = this.#clock.see(now)
    const old = this.#peak && at - this.#peak.at >= this.#windowMs
    if (!this.#peak || old || value >= this.#peak.value) this.#peak = { value, at }
  }

  peak(now: number): number | undefined {
    const time = this.#clock.see(now)
    if (this.#peak && time - this.#peak.at < this.#windowMs) return this.#peak.value
    return undefined
  }
}
