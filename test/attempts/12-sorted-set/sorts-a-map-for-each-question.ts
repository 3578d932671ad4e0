// contains: sorts-when-asked, stop-left-out, compares-utf-16
import { increased, integers, notNaN } from '#kit'

export class SortedSet {
  readonly #scores = new Map<string, number>()

  get size(): number {
    return this.#scores.size
  }

  add(member: string, score: number): boolean {
    notNaN({ score })
    const before = this.#scores.size
    this.#scores.set(member, score)
    return this.#scores.size > before
  }

  incrementBy(member: string, delta: number): number {
    const score = increased(this.#scores.get(member) ?? 0, delta)
    this.#scores.set(member, score)
    return score
  }

  remove(member: string): boolean {
    return this.#scores.delete(member)
  }

  score(member: string): number | undefined {
    return this.#scores.get(member)
  }

  rank(member: string): number | undefined {
    const rank = this.#sorted().findIndex(([one]) => one === member)
    return rank === -1 ? undefined : rank
  }

  range(start: number, stop: number): string[] {
    integers({ start, stop })
    return this.#sorted()
      .map(([member]) => member)
      .slice(start, stop)
  }

  rangeByScore(min: number, max: number): string[] {
    notNaN({ min, max })
    return this.#sorted()
      .filter(([, score]) => min <= score && score <= max)
      .map(([member]) => member)
  }

  removeRangeByScore(min: number, max: number): number {
    return this.rangeByScore(min, max).filter((member) => this.#scores.delete(member)).length
  }

  #sorted(): [string, number][] {
    return [...this.#scores].sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x < y ? -1 : 1))
  }
}
