import type { Decision, Limiter } from '../../katas/kit/decision.ts'
import type { SharedCounter } from '../../katas/kit/hot-key.ts'
import { attempt, attemptAsync, sameAnswer, showThrown } from './call.ts'
import { showDecision } from './decision-text.ts'
import { show, Wrong } from './failure.ts'

/** What kata 21 asks of a limiter that syncs. */
export interface Synced extends Limiter {
  sync(): Promise<void>
}

/** An `add` that the store has received and not answered. */
interface Add {
  readonly pod: string
  readonly key: string
  readonly n: number
  /** What it was counted up to, once it was. */
  total?: number
  readonly resolve: (total: number) => void
  readonly reject: (error: Error) => void
}

/** How the store takes an `add`: answers, fails, or holds it until the story goes on. */
type Mode = 'answers' | 'is down' | 'holds'

/** Steps before the wrong one that a failure shows. */
const LINES = 4

/** Every order of the steps of two pods, each pod's own in their order. */
export function* orders(
  a: readonly string[],
  b: readonly string[],
): Generator<readonly (readonly [pod: string, step: string])[]> {
  const [[step, ...rest], [other, ...others]] = [a, b]
  if (step === undefined && other === undefined) yield []
  if (step !== undefined) for (const order of orders(rest, b)) yield [['A', step], ...order]
  if (other !== undefined) for (const order of orders(a, others)) yield [['B', other], ...order]
}

/**
 * Pods with a limiter each and one store in memory, whose answers come when the story says so. A wrong
 * answer is told with what came before.
 */
export class SyncedPods {
  /** What the store has counted, by key. */
  readonly totals = new Map<string, number>()
  /** How many requests were let in, by all pods, in all frames. */
  allowed = 0
  readonly #made: string
  readonly #make: (store: SharedCounter) => Synced
  readonly #pods = new Map<string, Synced>()
  readonly #lines: string[] = []
  readonly #syncs: Promise<void>[] = []
  #mode: Mode = 'answers'
  #held: Add[] = []

  /** @param made how a limiter is made, in the task's words */
  constructor(made: string, make: (store: SharedCounter) => Synced) {
    this.#made = made
    this.#make = make
  }

  /** A request at `pod`; the decision is held against `expected`, as far as that is given. */
  ask(pod: string, now: number, expected?: Partial<Decision>): Decision {
    const outcome = attempt(() => this.#pod(pod).tryAcquire(now))
    if ('threw' in outcome) {
      throw this.wrong(`${pod}  tryAcquire(${now})  threw ${showThrown(outcome.threw)}`)
    }
    const decision = outcome.returned as Decision
    const text = showDecision(decision, expected) ?? show(decision)
    this.#say(`${pod}  tryAcquire(${now})  → ${text}`)
    if (expected && !sameAnswer(decision, expected)) {
      throw this.wrong(`  expected ${showDecision(expected, decision) ?? show(expected)}`)
    }
    if (decision.allowed) this.allowed++
    return decision
  }

  /** So many requests, all of which must be let in. */
  letIn(pod: string, now: number, times: number): void {
    for (let i = 0; i < times; i++) this.ask(pod, now, { allowed: true })
  }

  /** A sync that the store answers at once. */
  async sync(...pods: readonly string[]): Promise<void> {
    for (const pod of pods) {
      const outcome = await this.#sync(pod, 'answers')
      const total = [...this.totals.values()].at(-1) ?? 0
      this.#say(`${pod}  sync()  the store's total is ${total}`)
      if ('threw' in outcome) throw this.wrong(`  it threw ${showThrown(outcome.threw)}`)
    }
  }

  /** A sync that the store rejects, having added nothing. */
  async failingSync(pod: string): Promise<void> {
    const before = this.#calls
    const outcome = await this.#sync(pod, 'is down')
    this.#say(`${pod}  sync()  while the store is down`)
    if (this.#calls === before) throw this.wrong('  it did not ask the store')
    if ('threw' in outcome && outcome.threw === DOWN) return
    const got = 'threw' in outcome ? `rejected with ${showThrown(outcome.threw)}` : 'resolved'
    throw this.wrong(`  ${got}, expected the store's error`)
  }

  /** Begins a sync whose `add` the store holds. */
  async begin(pod: string): Promise<void> {
    this.#say(`${pod}  sync() begins`)
    // Its end is awaited by `settle`; until then a failure is nobody's.
    const syncing = this.#sync(pod, 'holds').then((outcome) => {
      if ('threw' in outcome && outcome.threw !== DOWN) {
        throw this.wrong(`${pod}  sync()  threw ${showThrown(outcome.threw)}`)
      }
    })
    syncing.catch(() => {})
    this.#syncs.push(syncing)
    await flushed()
  }

  /** The store counts what it holds of this pod, or of all, and does not answer yet. */
  async count(pod?: string): Promise<void> {
    for (const add of this.#of(pod)) {
      if (add.total !== undefined) continue
      add.total = this.#added(add.key, add.n)
      this.#say(`${add.pod}  the store adds ${add.n}: ${add.total}`)
    }
  }

  /** The store answers what it holds of this pod, or of all; `newest first` in the other order. */
  async answer(pod?: string, order?: 'newest first'): Promise<void> {
    await this.count(pod)
    const adds = this.#of(pod)
    for (const add of order ? adds.reverse() : adds) {
      this.#held = this.#held.filter((one) => one !== add)
      this.#say(`${add.pod}  the store answers ${add.total}`)
      add.resolve(add.total as number)
      await flushed()
    }
  }

  /** The store rejects what it holds of this pod and has not counted. */
  async fail(pod: string): Promise<void> {
    for (const add of this.#of(pod)) {
      if (add.total !== undefined) continue
      this.#held = this.#held.filter((one) => one !== add)
      this.#say(`${pod}  the store is down: nothing is added`)
      add.reject(DOWN)
      await flushed()
    }
  }

  /** Answers until no sync is left, then lets every pod sync once more. */
  async settle(): Promise<void> {
    while (this.#held.length > 0) await this.answer()
    await Promise.all(this.#syncs)
    await this.sync(...this.#pods.keys())
  }

  /** Whether the store holds something of this pod. */
  holds(pod: string): boolean {
    return this.#of(pod).length > 0
  }

  /** The store's count of all keys together. */
  get total(): number {
    return [...this.totals.values()].reduce((sum, one) => sum + one, 0)
  }

  /** A failure that shows what came before. */
  wrong(text: string): Wrong {
    const left = this.#lines.length - LINES
    const before = left > 0 ? [`… ${left} ${left === 1 ? 'step' : 'steps'} before`] : []
    const shown = [...before, ...this.#lines.slice(-LINES), text]
    return new Wrong([this.#made, ...shown.map((line) => `  ${line}`)].join('\n'))
  }

  #calls = 0

  #pod(name: string): Synced {
    const pod = this.#pods.get(name) ?? this.#make({ add: (key, n) => this.#add(name, key, n) })
    this.#pods.set(name, pod)
    return pod
  }

  async #sync(pod: string, mode: Mode) {
    const limiter = this.#pod(pod)
    this.#mode = mode
    const outcome = attemptAsync(() => limiter.sync())
    if (mode === 'holds') {
      await flushed()
      this.#mode = 'answers'
    }
    return outcome
  }

  #add(pod: string, key: string, n: number): Promise<number> {
    this.#calls++
    if (this.#mode === 'is down') return Promise.reject(DOWN)
    if (this.#mode === 'answers') return Promise.resolve(this.#added(key, n))
    return new Promise((resolve, reject) => this.#held.push({ pod, key, n, resolve, reject }))
  }

  #added(key: string, n: number): number {
    if (!Number.isInteger(n) || n < 0) throw this.wrong(`  add(${show(key)}, ${show(n)}): n ≥ 0`)
    const total = (this.totals.get(key) ?? 0) + n
    // The one that was added to last stands last.
    this.totals.delete(key)
    this.totals.set(key, total)
    return total
  }

  #of(pod?: string): Add[] {
    return this.#held.filter((add) => pod === undefined || add.pod === pod)
  }

  #say(line: string): void {
    this.#lines.push(line)
  }
}

const DOWN = new Error('the store is down')

/** Until what was resolved so far has been acted on. */
const flushed = () => new Promise<void>((resolve) => setImmediate(resolve))
