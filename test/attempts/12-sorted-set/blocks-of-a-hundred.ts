// contains: start-below-the-first, minus-one-for-nobody, forgets-nobody-by-score
import { increased, integers, notNaN } from '#kit'

type Entry = { member: string; score: number }

const codePoints = (text: string) => Array.from(text, (sign) => sign.codePointAt(0) ?? 0)

function compareText(a: string, b: string): number {
  const [as, bs] = [codePoints(a), codePoints(b)]
  for (let i = 0; i < Math.min(as.length, bs.length); i++) {
    if (as[i] !== bs[i]) return (as[i] ?? 0) - (bs[i] ?? 0)
  }
  return as.length - bs.length
}

const compare = (a: Entry, b: Entry) =>
  a.score === b.score ? compareText(a.member, b.member) : a.score < b.score ? -1 : 1

/** Blocks of at most 100 entries, each sorted, one after the other. */
export class SortedSet {
  readonly #scores = new Map<string, number>()
  #blocks: Entry[][] = [[]]

  get size(): number {
    return this.#scores.size
  }

  add(member: string, score: number): boolean {
    notNaN({ score })
    const known = this.#scores.get(member)
    if (known !== undefined) this.#cut({ member, score: known })
    this.#scores.set(member, score)
    const entry = { member, score }
    const at = this.#blockOf(entry)
    const block = this.#blocks[at] as Entry[]
    const place = block.findIndex((one) => compare(one, entry) > 0)
    block.splice(place < 0 ? block.length : place, 0, entry)
    if (block.length > 100) this.#blocks.splice(at, 1, block.slice(0, 50), block.slice(50))
    return known === undefined
  }

  incrementBy(member: string, delta: number): number {
    const score = increased(this.score(member) ?? 0, delta)
    this.add(member, score)
    return score
  }

  remove(member: string): boolean {
    const score = this.#scores.get(member)
    if (score === undefined) return false
    this.#cut({ member, score })
    return this.#scores.delete(member)
  }

  score(member: string): number | undefined {
    return this.#scores.get(member)
  }

  rank(member: string): number | undefined {
    const score = this.#scores.get(member)
    if (score === undefined) return -1
    const at = this.#blockOf({ member, score })
    let rank = 0
    for (let i = 0; i < at; i++) rank += this.#blocks[i]?.length ?? 0
    return rank + (this.#blocks[at] ?? []).findIndex((one) => one.member === member)
  }

  range(start: number, stop: number): string[] {
    integers({ start, stop })
    if (start < 0) start += this.size
    if (stop < 0) stop += this.size
    if (start < 0) return []
    const found: string[] = []
    let before = 0
    for (const block of this.#blocks) {
      if (before > stop) break
      if (before + block.length > start) {
        const part = block.slice(Math.max(0, start - before), stop + 1 - before)
        found.push(...part.map(({ member }) => member))
      }
      before += block.length
    }
    return found
  }

  rangeByScore(min: number, max: number): string[] {
    notNaN({ min, max })
    const found: string[] = []
    for (const block of this.#blocks) {
      if ((block.at(-1)?.score ?? min) < min) continue
      if ((block[0]?.score ?? max) > max) break
      for (const { member, score } of block) {
        if (score >= min && score <= max) found.push(member)
      }
    }
    return found
  }

  removeRangeByScore(min: number, max: number): number {
    const members = this.rangeByScore(min, max)
    for (const member of members) this.#cut({ member, score: this.#scores.get(member) as number })
    return members.length
  }

  #blockOf(entry: Entry): number {
    const at = this.#blocks.findIndex((block) => {
      const last = block.at(-1)
      return last !== undefined && compare(last, entry) >= 0
    })
    return at < 0 ? this.#blocks.length - 1 : at
  }

  #cut(entry: Entry) {
    const at = this.#blockOf(entry)
    const block = this.#blocks[at] as Entry[]
    const place = block.findIndex(({ member }) => member === entry.member)
    if (place >= 0) block.splice(place, 1)
    if (block.length === 0 && this.#blocks.length > 1) this.#blocks.splice(at, 1)
  }
}
