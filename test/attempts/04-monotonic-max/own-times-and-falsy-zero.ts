// contains: keeps-a-late-sample-at-its-own-time, takes-zero-for-nothing
import { finite, integerIn, positiveFinite } from '#kit'

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
  #latest = Number.NEGATIVE_INFINITY
  #samples: { now: number; value: number }[] = []
  #head = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  record(now: number, value: number): void {
    finite('now', now)
    finite('value', value)
    this.#latest = Math.max(this.#latest, now)
    while (this.#samples.length > this.#head && (this.#samples.at(-1)?.value as number) <= value) {
      this.#samples.pop()
    }
    this.#samples.push({ now, value })
    this.#drop()
  }

  peak(now: number): number | undefined {
    finite('now', now)
    this.#latest = Math.max(this.#latest, now)
    this.#drop()
    const first = this.#samples[this.#head]
    return first?.value ? first.value : undefined
  }

  #drop(): void {
    const samples = this.#samples
    while (
      this.#head < samples.length &&
      this.#latest - (samples[this.#head]?.now as number) >= this.#windowMs
    ) {
      this.#head++
    }
    if (this.#head > 16 && this.#head * 2 > samples.length) {
      samples.splice(0, this.#head)
      this.#head = 0
    }
  }
}
