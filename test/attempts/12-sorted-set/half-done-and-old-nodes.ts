// contains: leaves-the-old-node, changed-is-new, compares-utf-16
import { increased, integers, notNaN, todo } from '#kit'

interface Node {
  readonly member: string
  readonly score: number
  readonly next: (Node | undefined)[]
}

export class SortedSet {
  readonly #random: () => number
  readonly #scores = new Map<string, number>()
  readonly #head: Node = { member: '', score: Number.NEGATIVE_INFINITY, next: [] }

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  get size(): number {
    return this.#scores.size
  }

  add(member: string, score: number): boolean {
    notNaN({ score })
    if (this.#scores.get(member) === score) return false
    this.#scores.set(member, score)
    let height = 1
    while (height < 20 && this.#random() < 0.25) height++
    const node: Node = { member, score, next: new Array(height).fill(undefined) }
    let before = this.#head
    for (let level = Math.max(height, this.#head.next.length) - 1; level >= 0; level--) {
      for (let next = before.next[level]; next; next = before.next[level]) {
        if (next.score > score || (next.score === score && next.member > member)) break
        before = next
      }
      if (level >= height) continue
      node.next[level] = before.next[level]
      before.next[level] = node
    }
    return true
  }

  incrementBy(member: string, delta: number): number {
    const score = increased(this.score(member) ?? 0, delta)
    this.add(member, score)
    return score
  }

  remove(member: string): boolean {
    return todo('take the member out; return whether it was there', member)
  }

  score(member: string): number | undefined {
    return this.#scores.get(member)
  }

  rank(member: string): number | undefined {
    return todo('return how many members come before this one', member)
  }

  range(start: number, stop: number): string[] {
    integers({ start, stop })
    const all: string[] = []
    for (let node = this.#head.next[0]; node; node = node.next[0]) all.push(node.member)
    const from = start < 0 ? Math.max(0, start + all.length) : start
    const to = stop < 0 ? stop + all.length : stop
    return to < from ? [] : all.slice(from, to + 1)
  }

  rangeByScore(min: number, max: number): string[] {
    notNaN({ min, max })
    return todo('return the members with a score from min to max')
  }

  removeRangeByScore(min: number, max: number): number {
    notNaN({ min, max })
    return todo('take the members with a score from min to max out; return how many')
  }
}
