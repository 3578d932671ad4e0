// misconception: It is enough to sort when somebody asks for the order.
// why: Where members come and ranks are asked for in turn, each rank sorts all again: n·log n steps a call, where a logarithm is promised.
// caught by: rank costs a logarithm while members come and go
import { increased, integers, notNaN } from '#kit'

type Entry = readonly [score: number, member: string]

const isBefore = (a: Entry, b: Entry) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])

export class SortedSet {
  readonly #scores = new Map<string, number>()
  #sorted: Entry[] | undefined

  get size(): number {
    return this.#scores.size
  }

  add(member: string, score: number): boolean {
    notNaN({ score })
    const isNew = !this.remove(member)
    this.#scores.set(member, score)
    this.#sorted = undefined
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
    this.#sorted = undefined
    return this.#scores.delete(member)
  }

  score(member: string): number | undefined {
    return this.#scores.get(member)
  }

  rank(member: string): number | undefined {
    const score = this.#scores.get(member)
    return score === undefined ? undefined : this.#countBefore([score, member])
  }

  range(start: number, stop: number): string[] {
    integers({ start, stop })
    const first = Math.max(0, start < 0 ? start + this.size : start)
    const last = Math.min(this.size - 1, stop < 0 ? stop + this.size : stop)
    const members: string[] = []
    for (let i = first; i <= last; i++) members.push((this.#inOrder[i] as Entry)[1])
    return members
  }

  rangeByScore(min: number, max: number): string[] {
    notNaN({ min, max })
    const members: string[] = []
    for (let i = this.#countBefore([min, '']); i < this.size; i++) {
      const [score, member] = this.#inOrder[i] as Entry
      if (score > max) break
      members.push(member)
    }
    return members
  }

  removeRangeByScore(min: number, max: number): number {
    const members = this.rangeByScore(min, max)
    for (const member of members) this.remove(member)
    return members.length
  }

  /** By halving. */
  #countBefore(entry: Entry): number {
    let [low, high] = [0, this.#inOrder.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(this.#inOrder[middle] as Entry, entry)) low = middle + 1
      else high = middle
    }
    return low
  }

  get #inOrder(): Entry[] {
    this.#sorted ??= Array.from(this.#scores, ([member, score]): Entry => [score, member]).sort(
      (a, b) => (isBefore(a, b) ? -1 : 1),
    )
    return this.#sorted
  }
}
