// contains: equal-scores-as-they-came, stop-left-out
import { increased, integers, notNaN } from '#kit'

export class SortedSet {
  members: string[] = []
  scores: Map<string, number> = new Map()

  get size() {
    return this.members.length
  }

  add(member: string, score: number): boolean {
    notNaN({ score })
    const isNew = !this.scores.has(member)
    this.scores.set(member, score)
    if (isNew) this.members.push(member)
    this.members.sort((a, b) => {
      const [x = 0, y = 0] = [this.scores.get(a), this.scores.get(b)]
      return x < y ? -1 : x > y ? 1 : 0
    })
    return isNew
  }

  incrementBy(member: string, delta: number): number {
    const score = increased(this.scores.get(member) ?? 0, delta)
    this.add(member, score)
    return score
  }

  remove(member: string): boolean {
    this.members = this.members.filter((one) => one !== member)
    return this.scores.delete(member)
  }

  score(member: string) {
    return this.scores.get(member)
  }

  rank(member: string) {
    const index = this.members.indexOf(member)
    return index < 0 ? undefined : index
  }

  range(start: number, stop: number): string[] {
    integers({ start, stop })
    const n = this.size
    return this.members.slice(
      Math.max(0, start < 0 ? n + start : start),
      Math.max(0, stop < 0 ? n + stop : stop),
    )
  }

  rangeByScore(min: number, max: number): string[] {
    notNaN({ min, max })
    const within = (score = 0) => score >= min && score <= max
    return this.members.filter((one) => within(this.scores.get(one)))
  }

  removeRangeByScore(min: number, max: number): number {
    const gone = this.rangeByScore(min, max)
    for (const one of gone) this.remove(one)
    return gone.length
  }
}
