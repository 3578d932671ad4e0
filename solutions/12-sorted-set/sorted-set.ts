import { increased, integers, notNaN } from '#kit'

/** Of the nodes of one level, about one in four is on the next. */
const PROMOTION = 1 / 4
/** Enough for 4^32 members; and the end, where `random` promotes always. */
const MAX_LEVEL = 32

/**
 * A member in its place. On each level that it has, `next` is the node after it there, and `span` how
 * many places further that is. The end of the list counts as a node of its own, one place after the
 * last, so that every link has a span.
 */
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

/** Where a search came down from a level: the last node there that is before what was sought. */
interface Turn {
  readonly node: Node
  /** The node's place; the head is at 0, the first member at 1. */
  readonly place: number
}

/**
 * Strings with a score each, in order of the score, then of the string, by code point. A skip list
 * (Pugh 1990) keeps the order, a hash knows each member's node.
 *
 * Why it is fast: level i holds one in 4^i of all members, so there are about log₄ n levels, and on each
 * a search passes three nodes on average before it meets one that is also on the level above; there it
 * would have turned earlier. The spans that it passes add up to the place where it stands, which gives
 * rank and range for the price of the search.
 *
 * Cost, expected for a uniform `random`: `score` constant; `range…` and `removeRange…` logarithmic and
 * their answer; the others logarithmic. Memory: four thirds of a link a member.
 */
export class SortedSet {
  readonly #random: () => number
  readonly #nodes = new Map<string, Node>()
  readonly #head = new Node('', Number.NEGATIVE_INFINITY)

  /** @param random numbers from 0 to 1, as `Math.random`; answers do not depend on it */
  constructor(random: () => number = Math.random) {
    this.#random = random
    this.#head.next.push(undefined)
    this.#head.span.push(1)
  }

  get size(): number {
    return this.#nodes.size
  }

  /** Gives the member this score; returns whether it is new. */
  add(member: string, score: number): boolean {
    notNaN({ score })
    const known = this.#nodes.get(member)
    // Of a node that stands in the list neither part of the key may change: out and in again.
    if (known && known.score !== score) this.#unlink(known, this.#pathBefore(known))
    if (known?.score !== score) this.#link(new Node(member, score))
    return known === undefined
  }

  /** Adds `delta` to the member's score, 0 if it is new; returns the score that comes of it. */
  incrementBy(member: string, delta: number): number {
    const score = increased(this.score(member) ?? 0, delta)
    this.add(member, score)
    return score
  }

  /** Returns whether the member was there. */
  remove(member: string): boolean {
    const node = this.#nodes.get(member)
    if (node) this.#unlink(node, this.#pathBefore(node))
    return node !== undefined
  }

  score(member: string): number | undefined {
    return this.#nodes.get(member)?.score
  }

  /** How many members come before this one. */
  rank(member: string): number | undefined {
    const node = this.#nodes.get(member)
    return node && this.#pathBefore(node)[0]?.place
  }

  /** The members from index `start` to `stop`, both included; negative ones count from the end. */
  range(start: number, stop: number): string[] {
    integers({ start, stop })
    const first = Math.max(0, start < 0 ? start + this.size : start)
    const last = Math.min(this.size - 1, stop < 0 ? stop + this.size : stop)
    if (first > last) return []
    // Index i is at place i + 1.
    const path = this.#path((_node, place) => place <= first)
    return this.#collect(path, (_node, index) => first + index <= last)
  }

  /** The members whose score is from `min` to `max`, both included, in order. */
  rangeByScore(min: number, max: number): string[] {
    notNaN({ min, max })
    const path = this.#path(({ score }) => score < min)
    return this.#collect(path, ({ score }) => score <= max)
  }

  /** Takes out what {@link rangeByScore} would return; returns how many they were. */
  removeRangeByScore(min: number, max: number): number {
    notNaN({ min, max })
    const before = this.size
    // One path does for all: what is taken out always comes right after it.
    const path = this.#path(({ score }) => score < min)
    for (let node = following(path); node && node.score <= max; node = following(path)) {
      this.#unlink(node, path)
    }
    return before - this.size
  }

  /**
   * The way down to the last node for which `isBefore` holds, a turn for each level, the lowest first.
   * `isBefore` must hold for a first part of the list, and for no node after that.
   */
  #path(isBefore: (node: Node, place: number) => boolean): Turn[] {
    let node = this.#head
    let place = 0
    const path = new Array<Turn>(node.next.length)
    for (let level = path.length - 1; level >= 0; level--) {
      // Invariant: node is at place, and before what is sought.
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

  /** The members after the path, as long as `isIn` holds. */
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
      // A new level is empty: from the head to the end.
      this.#head.next.push(undefined)
      this.#head.span.push(this.size + 1)
      path.push({ node: this.#head, place: 0 })
    }
    const place = (path[0]?.place ?? 0) + 1
    path.forEach(({ node: before, place: from }, level) => {
      const span = before.span[level] as number
      if (level < height) {
        // The link that led over the new place is cut there in two, and is longer by that place.
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

/** The node right after a path. */
const following = (path: readonly Turn[]): Node | undefined => path[0]?.node.next[0]

/** Below 0 if `a` comes before `b`. The difference of the scores will not do: ∞ − ∞ is no number. */
function compare(a: Node, b: Node): number {
  if (a.score !== b.score) return a.score < b.score ? -1 : 1
  return compareByCodePoint(a.member, b.member)
}

/**
 * Below 0 if `a` comes before `b` by code points, which is the order of their UTF-8 bytes. `<` compares
 * UTF-16 units, and there the surrogates, of which everything above U+FFFF is made, stand before U+E000.
 */
function compareByCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const unit = a.charCodeAt(i)
    const other = b.charCodeAt(i)
    if (unit !== other) return heightOf(unit) - heightOf(other)
  }
  return a.length - b.length
}

/** A UTF-16 unit, the surrogates moved above all others. */
const heightOf = (unit: number): number =>
  unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit
