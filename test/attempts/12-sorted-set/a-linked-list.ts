// contains: one-level, max-left-out, compares-utf-16
import { increased, integers, notNaN } from '#kit'

interface Link {
  member: string
  score: number
  next: Link | null
}

export class SortedSet {
  readonly #links = new Map<string, Link>()
  readonly #first: Link = { member: '', score: -Infinity, next: null }

  get size(): number {
    return this.#links.size
  }

  add(member: string, score: number): boolean {
    notNaN({ score })
    const isNew = !this.remove(member)
    let before = this.#first
    while (before.next) {
      const { next } = before
      if (next.score > score || (next.score === score && next.member > member)) break
      before = next
    }
    const link = { member, score, next: before.next }
    before.next = link
    this.#links.set(member, link)
    return isNew
  }

  incrementBy(member: string, delta: number): number {
    const score = increased(this.score(member) ?? 0, delta)
    this.add(member, score)
    return score
  }

  remove(member: string): boolean {
    const link = this.#links.get(member)
    if (!link) return false
    let before = this.#first
    while (before.next && before.next !== link) before = before.next
    before.next = link.next
    return this.#links.delete(member)
  }

  score(member: string): number | undefined {
    return this.#links.get(member)?.score
  }

  rank(member: string): number | undefined {
    if (!this.#links.has(member)) return undefined
    return this.#all().findIndex((link) => link.member === member)
  }

  range(start: number, stop: number): string[] {
    integers({ start, stop })
    const from = start < 0 ? Math.max(0, start + this.size) : start
    const to = stop < 0 ? stop + this.size : stop
    return this.#all()
      .filter((_, i) => i >= from && i <= to)
      .map(({ member }) => member)
  }

  rangeByScore(min: number, max: number): string[] {
    notNaN({ min, max })
    return this.#all()
      .filter(({ score }) => score >= min && score < max)
      .map(({ member }) => member)
  }

  removeRangeByScore(min: number, max: number): number {
    const members = this.rangeByScore(min, max)
    for (const member of members) this.remove(member)
    return members.length
  }

  #all(): Link[] {
    const links: Link[] = []
    for (let link = this.#first.next; link; link = link.next) links.push(link)
    return links
  }
}
