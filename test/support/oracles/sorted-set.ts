import { reading, type SetAnswer, type SetCommand, type SortedSetLike } from '../sorted-set.ts'

/** Below 0 if `a` comes before `b`: by score, then by the bytes of their UTF-8. */
function compare([a, score]: Entry, [b, other]: Entry): number {
  if (score !== other) return score < other ? -1 : 1
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

type Entry = readonly [member: string, score: number]

/** Sorts whenever it is asked: slow, and right by definition. */
class NaiveSortedSet implements SortedSetLike {
  readonly #scores = new Map<string, number>()

  get #entries(): Entry[] {
    return [...this.#scores].sort(compare)
  }

  get #members(): string[] {
    return this.#entries.map(([member]) => member)
  }

  get size(): number {
    return this.#scores.size
  }

  add(member: string, score: number): boolean {
    const isNew = !this.#scores.has(member)
    this.#scores.set(member, score)
    return isNew
  }

  incrementBy(member: string, delta: number): number {
    const score = (this.score(member) ?? 0) + delta
    if (!Number.isNaN(score)) this.#scores.set(member, score)
    return score
  }

  remove(member: string): boolean {
    return this.#scores.delete(member)
  }

  score(member: string): number | undefined {
    return this.#scores.get(member)
  }

  rank(member: string): number | undefined {
    return this.#scores.has(member) ? this.#members.indexOf(member) : undefined
  }

  range(start: number, stop: number): string[] {
    const at = (index: number) => (index < 0 ? index + this.size : index)
    return this.#members.filter((_, index) => index >= at(start) && index <= at(stop))
  }

  rangeByScore(min: number, max: number): string[] {
    return this.#entries
      .filter(([, score]) => score >= min && score <= max)
      .map(([member]) => member)
  }

  removeRangeByScore(min: number, max: number): number {
    const members = this.rangeByScore(min, max)
    for (const member of members) this.remove(member)
    return members.length
  }
}

/** What a set that sorts whenever it is asked answers to these commands. */
export function setAnswers(commands: readonly SetCommand[]): SetAnswer[] {
  const answers = reading(new NaiveSortedSet())
  return commands.map(([method, args]) => ({ returned: answers[method]?.(...args) }))
}
