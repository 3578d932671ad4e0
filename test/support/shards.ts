import type { AsyncLimiter, Decision } from '../../katas/kit/decision.ts'
import type { ShardedOptions } from '../../katas/kit/hot-key.ts'
import { attemptAsync, type Outcome } from './call.ts'
import { allowed, denied } from './decisions.ts'
import { show, Wrong } from './failure.ts'

/** A shard that a limiter of kata 21 made. */
interface Shard {
  readonly limit: number
  /** What it was asked: the request's id and its cost. */
  readonly asked: (readonly [requestId: string, cost: number])[]
  count: number
}

export type ShardAnswer = (shard: Shard, cost: number) => Decision | Promise<Decision>

/** Allows so many requests as its part, ever. */
const counts: ShardAnswer = (shard, cost) => {
  if (shard.count + cost > shard.limit) return denied(1000)
  shard.count += cost
  return allowed(shard.limit - shard.count)
}

/** A limiter of the learner's, and the shards that it made. */
export class Sharded {
  readonly shards = new Map<string, Shard>()
  readonly made: string
  readonly #limiter: AsyncLimiter

  constructor(
    make: (options: ShardedOptions) => AsyncLimiter,
    limit: number,
    shards: number,
    answer: ShardAnswer = counts,
    key = 'rl:big',
  ) {
    this.made = `new ShardedLimiter({ key: '${key}', limit: ${limit}, shards: ${shards} })`
    const create = (name: string, part: number): AsyncLimiter => {
      if (this.shards.has(name)) throw this.wrong(`makes the shard ${name} twice`)
      const shard: Shard = { limit: part, asked: [], count: 0 }
      this.shards.set(name, shard)
      return {
        async tryAcquire(requestId, cost = 1) {
          shard.asked.push([requestId, cost])
          return answer(shard, cost)
        },
      }
    }
    this.#limiter = make({ key, limit, shards, create })
  }

  /** What a request comes to, an error of the shard's too. */
  async outcome(requestId: string, ...cost: readonly number[]): Promise<Outcome> {
    return attemptAsync(() => this.#limiter.tryAcquire(requestId, ...cost))
  }

  async ask(requestId: string, ...cost: readonly number[]): Promise<Decision> {
    const outcome = await this.outcome(requestId, ...cost)
    if ('returned' in outcome) return outcome.returned as Decision
    if (outcome.threw instanceof Wrong) throw outcome.threw
    throw this.wrong(`tryAcquire(${show(requestId)}) rejected with ${outcome.threw}`)
  }

  /** How many of these are allowed. */
  async countAllowed(requestIds: readonly string[]): Promise<number> {
    let count = 0
    for (const id of requestIds) if ((await this.ask(id)).allowed) count++
    return count
  }

  /** Asks for so many that every shard has been asked, whenever it was made. */
  async use(): Promise<this> {
    for (const id of ids(1000)) await this.ask(id)
    return this
  }

  /** The keys of the shards that this request asks. */
  async shardsOf(requestId: string, ...cost: readonly number[]): Promise<string[]> {
    const before = new Map([...this.shards].map(([key, { asked }]) => [key, asked.length]))
    await this.ask(requestId, ...cost)
    return [...this.shards].flatMap(([key, { asked }]) =>
      Array.from({ length: asked.length - (before.get(key) ?? 0) }, () => key),
    )
  }

  /** How often a shard was asked, all in all. */
  get asked(): number {
    return [...this.shards.values()].reduce((sum, { asked }) => sum + asked.length, 0)
  }

  wrong(text: string): Wrong {
    return new Wrong(`${this.made}\n  ${text}`)
  }
}

export const ids = (n: number, from = 0) => Array.from({ length: n }, (_, i) => `req-${from + i}`)
