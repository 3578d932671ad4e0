// contains: plain-object-for-the-hash, sorts-when-asked, minus-one-for-nobody, compares-utf-16
import { increased, integers, notNaN } from '#kit'

export class SortedSet {
  scores: Record<string, number> = {}
  names: string[] = []
  isSorted = true

  get size(): number {
    return this.names.length
  }

  add(member: string, score: number): boolean {
    notNaN({ score })
    this.isSorted = false
    const isNew = this.scores[member] === undefined
    this.scores[member] = score
    if (isNew) this.names.push(member)
    return isNew
  }

  incrementBy(member: string, delta: number): number {
    const score = increased(this.scores[member] ?? 0, delta)
    this.add(member, score)
    return score
  }

  remove(member: string): boolean {
    if (this.scores[member] === undefined) return false
    this.names = this.names.filter((name) => name !== member)
    delete this.scores[member]
    return true
  }

  score(member: string): number | undefined {
    return this.scores[member]
  }

  rank(member: string): number | undefined {
    return this.inOrder().indexOf(member)
  }

  range(start: number, stop: number): string[] {
    integers({ start, stop })
    const names = this.inOrder()
    const last = stop < 0 ? names.length + stop : stop
    return names.slice(start, last + 1)
  }

  rangeByScore(min: number, max: number): string[] {
    notNaN({ min, max })
    return this.inOrder().filter((name) => {
      const score = this.scores[name] as number
      return score >= min && score <= max
    })
  }

  removeRangeByScore(min: number, max: number): number {
    const names = this.rangeByScore(min, max)
    for (const name of names) this.remove(name)
    return names.length
  }

  inOrder(): string[] {
    if (!this.isSorted) {
      this.names.sort((a, b) => {
        const [x = 0, y = 0] = [this.scores[a], this.scores[b]]
        if (x < y) return -1
        if (x > y) return 1
        return a < b ? -1 : 1
      })
      this.isSorted = true
    }
    return this.names
  }
}
