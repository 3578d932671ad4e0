import type { Redis } from 'ioredis'
import { RedisLost, Wrong } from '../../failure.ts'
import { isLost } from '../connection.ts'
import { within } from '../source.ts'
import { Gate, type Sent } from './gate.ts'

/** Where a race is run: what `useRedis()` returns is one. */
export interface RaceRedis {
  /** Connected. Used beside the pods' own connections, which are made like it. */
  readonly client: Redis
  /** A key that nobody has used yet. */
  key(): string
}

export type PodName = 'A' | 'B' | 'C'
export const POD_NAMES: readonly PodName[] = ['A', 'B', 'C']

/** What one pod has for its work. */
export interface Pod {
  readonly name: PodName
  /** The pod's own connection. */
  readonly client: Redis
  readonly key: string
}

/** What a pod's work came to. */
export type Outcome<T> = { readonly value: T } | { readonly error: unknown }

/** How long a pod may wait for something that is not Redis, in ms: a timer of its own, or nothing at all. */
const STUCK_MS = 2000

/**
 * One pod whose commands are let through one by one. No time decides: each command's answer, the next
 * command and the end of the work are awaited as the events that they are.
 */
export class RacingPod<T> {
  readonly name: PodName
  readonly client: Redis
  readonly #gate = new Gate()
  readonly #stuckMs: number
  #outcome: Outcome<T> | undefined
  #changed = () => {}

  constructor(name: PodName, client: Redis, stuckMs = STUCK_MS) {
    this.name = name
    this.client = client
    this.#stuckMs = stuckMs
    this.#gate.onArrival = () => this.#changed()
    this.#gate.guard(client)
  }

  /** Begins the work, and resolves when its first command waits at the gate, or it is done. */
  async start(work: () => Promise<T>): Promise<void> {
    this.#outcome = undefined
    this.#gate.close()
    const end = (outcome: Outcome<T>) => {
      this.#outcome = outcome
      this.#changed()
    }
    // In a function of its own, so that what is thrown at once is an outcome, too.
    const working = async () => work()
    working().then(
      (value) => end({ value }),
      (error: unknown) => end({ error }),
    )
    await this.#settled()
  }

  /** The commands that wait at the gate. */
  get waiting(): readonly string[] | undefined {
    return this.#gate.waiting
  }

  /** What the work came to, once nothing of it waits at the gate. */
  get outcome(): Outcome<T> | undefined {
    return this.#gate.waiting ? undefined : this.#outcome
  }

  /** Sends what waits, and resolves when it is answered and the pod waits again or is done. */
  async step(): Promise<Sent> {
    const sent = await this.#gate.release()
    for (const reply of sent.replies) {
      if ('error' in reply && isLost(reply.error)) {
        throw new RedisLost(`Redis no longer answers: ${reply.error.message}`)
      }
    }
    await this.#settled()
    return sent
  }

  async #settled(): Promise<void> {
    // A turn of the event loop: all that the answer set off by itself has happened then.
    await new Promise((resolve) => setImmediate(resolve))
    while (!this.#gate.waiting && !this.#outcome) {
      const change = new Promise<void>((resolve) => {
        this.#changed = resolve
      })
      // All is answered, so the pod waits for a timer of its own, which is earlier than this one, or
      // for something that never comes.
      await within(this.#stuckMs, change, 'stuck').catch(() => {
        throw new Wrong(
          `pod ${this.name} neither sent a command nor came to its end: what does it await?`,
        )
      })
    }
  }

  /** From now on the pod's commands pass at once. */
  open(): void {
    this.#gate.open()
  }

  /** Makes the connection as good as new: neither WATCH nor an open MULTI outlives the work. */
  async reset(): Promise<void> {
    this.open()
    await this.client.pipeline().discard().unwatch().exec()
  }
}

/** Connects a client for each pod, hands the pods to `use`, and disconnects them whatever happens. */
export async function withRacingPods<T, R>(
  { client }: RaceRedis,
  count: number,
  use: (pods: readonly RacingPod<T>[]) => Promise<R>,
  stuckMs?: number,
): Promise<R> {
  const clients = POD_NAMES.slice(0, count).map(() => client.duplicate())
  for (const one of clients) one.on('error', () => {})
  try {
    await Promise.all(clients.map((one) => one.connect()))
    return await use(
      clients.map((one, i) => new RacingPod<T>(POD_NAMES[i] as PodName, one, stuckMs)),
    )
  } finally {
    for (const one of clients) one.disconnect()
  }
}
