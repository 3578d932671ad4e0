// contains: compares-as-a-dictionary, subtracts-scores, splices-a-sorted-array
import { increased, integers, notNaN } from '#kit'

interface Entry {
  readonly member: string
  readonly score: number
}

export class SortedSet {
  readonly #scores = new Map<string, number>()
  readonly #sorted: Entry[] = []

  get size(): number {
    return this.#sorted.length
  }

  add(member: string, score: number): boolean {
    notNaN({ score })
    const isNew = !this.remove(member)
    this.#scores.set(member, score)
    this.#sorted.splice(this.#indexOf(member, score), 0, { member, score })
    return isNew
  }

  incrementBy(member: string, delta: number): number {
    const score = increased(this.score(member) ?? 0, delta)
    this.add(member, score)
    return score
  }

  remove(member: string): boolean {
    const score = this.#scores.get(member)
    if (score === undefined) return false
    this.#sorted.splice(this.#indexOf(member, score), 1)
    return this.#scores.delete(member)
  }

  score(member: string): number | undefined {
    return this.#scores.get(member)
  }

  rank(member: string): number | undefined {
    const score = this.#scores.get(member)
    return score === undefined ? undefined : this.#indexOf(member, score)
  }

  range(start: number, stop: number): string[] {
    integers({ start, stop })
    const from = start < 0 ? Math.max(0, this.size + start) : start
    const to = stop < 0 ? this.size + stop : stop
    return this.#sorted.slice(from, Math.max(from, to + 1)).map(({ member }) => member)
  }

  rangeByScore(min: number, max: number): string[] {
    notNaN({ min, max })
    const members: string[] = []
    for (let i = this.#indexOf('', min); i < this.size; i++) {
      const entry = this.#sorted[i] as Entry
      if (entry.score > max) break
      members.push(entry.member)
    }
    return members
  }

  removeRangeByScore(min: number, max: number): number {
    const members = this.rangeByScore(min, max)
    for (const member of members) this.remove(member)
    return members.length
  }

  #indexOf(member: string, score: number): number {
    let from = 0
    let to = this.#sorted.length
    while (from < to) {
      const half = (from + to) >> 1
      const other = this.#sorted[half] as Entry
      const scores = other.score - score
      const order = scores !== 0 ? scores : other.member.localeCompare(member)
      if (order < 0) from = half + 1
      else to = half
    }
    return from
  }
}
