// misconception: An empty set has nothing to take out, whatever the bounds.
// why: A NaN is the caller’s mistake, whoever is in the set. On a new set removeRangeByScore(NaN, 30) gives 0; right is a RangeError that names min.
// caught by: a NaN bound is a RangeError, and nothing has changed
import { increased, integers, notNaN } from '#kit'

const PROMOTION = 1 / 4
const MAX_LEVEL = 32

class Node {
  readonly member: string
  readonly score: number
  readonly next: (Node | undefined)[] = []
  readonly span: number[] = []

  constructor(member: string, score: number) {
    this.member = member
    this.score = score
  }
}

interface Turn {
  readonly node: Node
  readonly place: number
}

export class SortedSet {
  readonly #random: () => number
  readonly #nodes = new Map<string, Node>()
  readonly #head = new Node('', Number.NEGATIVE_INFINITY)

  constructor(random: () => number = Math.random) {
    this.#random = random
    this.#head.next.push(undefined)
    this.#head.span.push(1)
  }

  get size(): number {
    return this.#nodes.size
  }

  add(member: string, score: number): boolean {
    notNaN({ score })
    const known = this.#nodes.get(member)
    if (known && known.score !== score) this.#unlink(known, this.#pathBefore(known))
    if (known?.score !== score) this.#link(new Node(member, score))
    return known === undefined
  }

  incrementBy(member: string, delta: number): number {
    const score = increased(this.score(member) ?? 0, delta)
    this.add(member, score)
    return score
  }

  remove(member: string): boolean {
    const node = this.#nodes.get(member)
    if (node) this.#unlink(node, this.#pathBefore(node))
    return node !== undefined
  }

  score(member: string): number | undefined {
    return this.#nodes.get(member)?.score
  }

  rank(member: string): number | undefined {
    const node = this.#nodes.get(member)
    return node && this.#pathBefore(node)[0]?.place
  }

  range(start: number, stop: number): string[] {
    integers({ start, stop })
    const first = Math.max(0, start < 0 ? start + this.size : start)
    const last = Math.min(this.size - 1, stop < 0 ? stop + this.size : stop)
    if (first > last) return []
    const path = this.#path((_node, place) => place <= first)
    return this.#collect(path, (_node, index) => first + index <= last)
  }

  rangeByScore(min: number, max: number): string[] {
    notNaN({ min, max })
    const path = this.#path(({ score }) => score < min)
    return this.#collect(path, ({ score }) => score <= max)
  }

  removeRangeByScore(min: number, max: number): number {
    if (this.size === 0) return 0
    notNaN({ min, max })
    const before = this.size
    const path = this.#path(({ score }) => score < min)
    for (let node = following(path); node && node.score <= max; node = following(path)) {
      this.#unlink(node, path)
    }
    return before - this.size
  }

  #path(isBefore: (node: Node, place: number) => boolean): Turn[] {
    let node = this.#head
    let place = 0
    const path = new Array<Turn>(node.next.length)
    for (let level = path.length - 1; level >= 0; level--) {
      let next = node.next[level]
      while (next && isBefore(next, place + (node.span[level] as number))) {
        place += node.span[level] as number
        node = next
        next = node.next[level]
      }
      path[level] = { node, place }
    }
    return path
  }

  #pathBefore(node: Node): Turn[] {
    return this.#path((other) => compare(other, node) < 0)
  }

  #collect(path: readonly Turn[], isIn: (node: Node, index: number) => boolean): string[] {
    const members: string[] = []
    let node = following(path)
    while (node && isIn(node, members.length)) {
      members.push(node.member)
      node = node.next[0]
    }
    return members
  }

  #link(node: Node): void {
    const path = this.#pathBefore(node)
    const height = this.#height()
    while (path.length < height) {
      this.#head.next.push(undefined)
      this.#head.span.push(this.size + 1)
      path.push({ node: this.#head, place: 0 })
    }
    const place = (path[0]?.place ?? 0) + 1
    path.forEach(({ node: before, place: from }, level) => {
      const span = before.span[level] as number
      if (level < height) {
        node.next.push(before.next[level])
        node.span.push(from + span + 1 - place)
        before.next[level] = node
        before.span[level] = place - from
      } else {
        before.span[level] = span + 1
      }
    })
    this.#nodes.set(node.member, node)
  }

  #unlink(node: Node, path: readonly Turn[]): void {
    path.forEach(({ node: before }, level) => {
      const span = before.span[level] as number
      if (before.next[level] === node) {
        before.next[level] = node.next[level]
        before.span[level] = span + (node.span[level] as number) - 1
      } else {
        before.span[level] = span - 1
      }
    })
    this.#nodes.delete(node.member)
  }

  #height(): number {
    let height = 1
    while (height < MAX_LEVEL && this.#random() < PROMOTION) height++
    return height
  }
}

const following = (path: readonly Turn[]): Node | undefined => path[0]?.node.next[0]

function compare(a: Node, b: Node): number {
  if (a.score !== b.score) return a.score < b.score ? -1 : 1
  return compareByCodePoint(a.member, b.member)
}

function compareByCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const unit = a.charCodeAt(i)
    const other = b.charCodeAt(i)
    if (unit !== other) return heightOf(unit) - heightOf(other)
  }
  return a.length - b.length
}

const heightOf = (unit: number): number =>
  unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit
