import { increased, integers, notNaN, todo } from '#kit'

/** Strings with a score each, in order of score, then of member. README.md has contract and costs. */
export class SortedSet {
  constructor(random: () => number = Math.random) {
    void random // for a structure that needs chance; with another one this can go
  }
  get size(): number {
    return todo('return how many members there are')
  }
  add(member: string, score: number): boolean {
    notNaN({ score })
    return todo('give the member this score; return whether it is new', member)
  }
  incrementBy(member: string, delta: number): number {
    const score = increased(this.score(member) ?? 0, delta)
    return todo('give the member this score and return it', score)
  }
  remove(member: string): boolean {
    return todo('take the member out; return whether it was there', member)
  }
  score(member: string): number | undefined {
    return todo('return the score, undefined if there is no such member', member)
  }
  rank(member: string): number | undefined {
    return todo('return how many members come before this one', member)
  }
  range(start: number, stop: number): string[] {
    integers({ start, stop })
    return todo('return the members from index start to stop')
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
