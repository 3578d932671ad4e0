// contains: compares-utf-16
import { increased, integers, notNaN } from '#kit'

interface Tree {
  member: string
  score: number
  size: number
  left: Tree | undefined
  right: Tree | undefined
}

const sizeOf = (tree: Tree | undefined) => tree?.size ?? 0

const isBefore = (tree: Tree, score: number, member: string) =>
  tree.score < score || (tree.score === score && tree.member < member)

export class SortedSet {
  readonly #scores = new Map<string, number>()
  #root: Tree | undefined

  get size(): number {
    return this.#scores.size
  }

  add(member: string, score: number): boolean {
    notNaN({ score })
    const isNew = !this.remove(member)
    this.#scores.set(member, score)
    const leaf: Tree = { member, score, size: 1, left: undefined, right: undefined }
    let tree = this.#root
    if (!tree) this.#root = leaf
    while (tree) {
      tree.size++
      const side = isBefore(tree, score, member) ? 'right' : 'left'
      const next: Tree | undefined = tree[side]
      if (!next) tree[side] = leaf
      tree = next
    }
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
    this.#root = this.#without(this.#root, score, member)
    return this.#scores.delete(member)
  }

  score(member: string): number | undefined {
    return this.#scores.get(member)
  }

  rank(member: string): number | undefined {
    const score = this.#scores.get(member)
    if (score === undefined) return undefined
    let rank = 0
    for (let tree = this.#root; tree; ) {
      const before = isBefore(tree, score, member)
      if (before) rank += sizeOf(tree.left) + 1
      tree = before ? tree.right : tree.left
    }
    return rank
  }

  range(start: number, stop: number): string[] {
    integers({ start, stop })
    const from = Math.max(0, start < 0 ? start + this.size : start)
    const to = Math.min(this.size - 1, stop < 0 ? stop + this.size : stop)
    const members: string[] = []
    const visit = (tree: Tree | undefined, first: number) => {
      if (!tree || first > to || first + tree.size <= from) return
      const own = first + sizeOf(tree.left)
      visit(tree.left, first)
      if (own >= from && own <= to) members.push(tree.member)
      visit(tree.right, own + 1)
    }
    if (from <= to) visit(this.#root, 0)
    return members
  }

  rangeByScore(min: number, max: number): string[] {
    notNaN({ min, max })
    const members: string[] = []
    const visit = (tree: Tree | undefined) => {
      if (!tree) return
      if (tree.score >= min) visit(tree.left)
      if (tree.score >= min && tree.score <= max) members.push(tree.member)
      if (tree.score <= max) visit(tree.right)
    }
    visit(this.#root)
    return members
  }

  removeRangeByScore(min: number, max: number): number {
    const members = this.rangeByScore(min, max)
    for (const member of members) this.remove(member)
    return members.length
  }

  #without(tree: Tree | undefined, score: number, member: string): Tree | undefined {
    if (!tree) return undefined
    if (tree.member === member && tree.score === score) {
      if (!tree.left) return tree.right
      if (!tree.right) return tree.left
      let next = tree.right
      while (next.left) next = next.left
      const right = this.#without(tree.right, next.score, next.member)
      return { ...next, left: tree.left, right, size: tree.size - 1 }
    }
    tree.size--
    if (isBefore(tree, score, member)) tree.right = this.#without(tree.right, score, member)
    else tree.left = this.#without(tree.left, score, member)
    return tree
  }
}
