// contains: levels-without-spans, walks-to-the-index, no-highest-level, compares-utf-16
import { increased, integers, notNaN } from '#kit'

class Node {
  readonly next: (Node | undefined)[]
  readonly member: string
  readonly score: number

  constructor(member: string, score: number, height: number) {
    this.member = member
    this.score = score
    this.next = Array.from({ length: height }, () => undefined)
  }

  comesBefore(score: number, member: string): boolean {
    return this.score === score ? this.member < member : this.score < score
  }
}

export class SortedSet {
  readonly #random: () => number
  readonly #map = new Map<string, Node>()
  readonly #head = new Node('', Number.NEGATIVE_INFINITY, 1)

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  get size(): number {
    return this.#map.size
  }

  add(member: string, score: number): boolean {
    notNaN({ score })
    const isNew = !this.remove(member)
    let height = 1
    while (this.#random() < 0.25) height++
    const node = new Node(member, score, height)
    while (this.#head.next.length < height) this.#head.next.push(undefined)
    const before = this.#before(score, member)
    for (let level = 0; level < height; level++) {
      const previous = before[level] as Node
      node.next[level] = previous.next[level]
      previous.next[level] = node
    }
    this.#map.set(member, node)
    return isNew
  }

  incrementBy(member: string, delta: number): number {
    const score = increased(this.score(member) ?? 0, delta)
    this.add(member, score)
    return score
  }

  remove(member: string): boolean {
    const node = this.#map.get(member)
    if (!node) return false
    this.#before(node.score, member).forEach((previous, level) => {
      if (previous.next[level] === node) previous.next[level] = node.next[level]
    })
    return this.#map.delete(member)
  }

  score(member: string): number | undefined {
    return this.#map.get(member)?.score
  }

  rank(member: string): number | undefined {
    const node = this.#map.get(member)
    if (!node) return undefined
    let rank = 0
    let other = this.#head.next[0]
    while (other && other !== node) {
      rank++
      other = other.next[0]
    }
    return rank
  }

  range(start: number, stop: number): string[] {
    integers({ start, stop })
    const from = start < 0 ? start + this.size : start
    const to = stop < 0 ? stop + this.size : stop
    const members: string[] = []
    let index = 0
    for (let node = this.#head.next[0]; node && index <= to; node = node.next[0]) {
      if (index >= from) members.push(node.member)
      index++
    }
    return members
  }

  rangeByScore(min: number, max: number): string[] {
    notNaN({ min, max })
    const members: string[] = []
    let node = this.#before(min, '')[0]?.next[0]
    while (node && node.score <= max) {
      members.push(node.member)
      node = node.next[0]
    }
    return members
  }

  removeRangeByScore(min: number, max: number): number {
    const members = this.rangeByScore(min, max)
    for (const member of members) this.remove(member)
    return members.length
  }

  #before(score: number, member: string): Node[] {
    const path: Node[] = []
    let node = this.#head
    for (let level = this.#head.next.length - 1; level >= 0; level--) {
      let next = node.next[level]
      while (next?.comesBefore(score, member)) {
        node = next
        next = node.next[level]
      }
      path[level] = node
    }
    return path
  }
}
