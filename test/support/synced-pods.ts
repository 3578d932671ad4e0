import type { Decision, Limiter } from '../../katas/kit/decision.ts'
import type { SharedCounter } from '../../katas/kit/hot-key.ts'
import { attempt, attemptAsync, type Outcome, sameAnswer, showThrown } from './call.ts'
import { showDecision } from './decision-text.ts'
import { show, Wrong } from './failure.ts'

/** What kata 21 asks of a limiter that syncs. */
export interface Synced extends Limiter {
  sync(): Promise<void>
}

/** A sync, and what it asked of the store. */
interface Sync {
  /** Told to the learner; a sync whose answer the story waits for has none. */
  readonly number?: number
  readonly adds: string[]
  outcome?: Outcome
}

/** An `add` that the store has received and not answered. */
interface Add {
  readonly pod: string
  readonly sync: Sync
  readonly key: string
  readonly n: number
  /** What it was counted up to, once it was. */
  total?: number
  readonly resolve: (total: number) => void
  readonly reject: (error: Error) => void
}

/** A step as a failure shows it. */
interface Line {
  readonly text: string
  /** Of the sync whose end this is: its beginning is shown as well. */
  readonly ends?: Sync
  readonly begins?: Sync
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
  readonly #lines: Line[] = []
  readonly #syncs: Promise<void>[] = []
  /** The one that began last: what the store hears next is its. */
  #current: Sync = { adds: [] }
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
      const { adds, outcome } = await this.#sync(pod, 'answers')
      this.#say(`${pod}  sync()  ${adds.join(', ') || 'does not ask the store'}`)
      if (outcome && 'threw' in outcome) {
        throw this.wrong(`  it threw ${showThrown(outcome.threw)}`)
      }
    }
  }

  /** A sync that the store rejects, having added nothing. */
  async failingSync(pod: string): Promise<void> {
    const { adds, outcome } = await this.#sync(pod, 'is down')
    this.#say(`${pod}  sync()  while the store is down`)
    if (adds.length === 0) throw this.wrong('  it did not ask the store')
    this.#assertDown(outcome as Outcome)
  }

  /** Begins a sync whose `add` the store holds. `meanwhile` comes before anything else can happen. */
  async begin(pod: string, meanwhile?: () => void): Promise<void> {
    const sync: Sync = { number: this.#syncs.length + 1, adds: [] }
    const line = this.#lines.length
    const syncing = this.#sync(pod, 'holds', sync)
    const ended = syncing.then(({ outcome }) => {
      if (outcome && 'threw' in outcome && outcome.threw !== DOWN) {
        throw this.wrong(`${pod}  sync ${sync.number}  threw ${showThrown(outcome.threw)}`)
      }
    })
    // Awaited by `finish`; until then a failure is nobody's.
    ended.catch(() => {})
    this.#syncs.push(ended)
    meanwhile?.()
    await flushed()
    this.#mode = 'answers'
    const text = [`${pod}  sync ${sync.number} begins`, ...sync.adds].join('  ')
    this.#lines.splice(line, 0, { text, begins: sync })
  }

  /** The store counts what it holds of this pod, up to a sync, or of all; it does not answer yet. */
  async count(pod?: string, upTo = Number.POSITIVE_INFINITY): Promise<void> {
    for (const add of this.#of(pod)) {
      if (add.total !== undefined || Number(add.sync.number) > upTo) continue
      add.total = this.#added(add.key, add.n)
      this.#say(`${add.pod}  the store counts sync ${add.sync.number}: ${add.total}`, add.sync)
    }
  }

  /** The store answers what it holds of this pod, or of all: of one sync, or the newest first. */
  async answer(pod?: string, which?: number | 'newest first'): Promise<void> {
    const number = typeof which === 'number' ? which : undefined
    await this.count(pod, number)
    const adds = this.#of(pod, number)
    for (const add of which === 'newest first' ? adds.reverse() : adds) {
      this.#held = this.#held.filter((one) => one !== add)
      this.#say(`${add.pod}  the store answers sync ${add.sync.number}: ${add.total}`, add.sync)
      add.resolve(add.total as number)
      await flushed()
    }
  }

  /** The store rejects what it holds of this pod, or of one sync, and has not counted. */
  async fail(pod: string, number?: number): Promise<void> {
    for (const add of this.#of(pod, number)) {
      if (add.total !== undefined) continue
      this.#held = this.#held.filter((one) => one !== add)
      this.#say(`${pod}  the store fails sync ${add.sync.number}: nothing is added`, add.sync)
      add.reject(DOWN)
      await flushed()
      // One that asks for more may still be waiting for that, or make up for this.
      const { adds, outcome } = add.sync
      if (adds.length === 1 && outcome) this.#assertDown(outcome)
    }
  }

  /** Answers until no sync is left. */
  async finish(): Promise<void> {
    while (this.#held.length > 0) await this.answer()
    await Promise.all(this.#syncs)
  }

  /** Answers until no sync is left, then lets every pod sync once more. */
  async settle(): Promise<void> {
    await this.finish()
    await this.sync(...this.#pods.keys())
  }

  /** The syncs of this pod whose `add` the store holds, the oldest first. */
  underway(pod: string): number[] {
    return this.#of(pod).flatMap(({ sync }) => sync.number ?? [])
  }

  /** The store's count of all keys together. */
  get total(): number {
    return [...this.totals.values()].reduce((sum, one) => sum + one, 0)
  }

  /** A failure that shows what came before, and of each sync whose end it shows the beginning. */
  wrong(text: string): Wrong {
    const last = this.#lines.slice(-LINES)
    const ended = new Set(last.flatMap(({ ends }) => ends ?? []))
    const out: string[] = [this.#made]
    let left = 0
    for (const [i, line] of this.#lines.entries()) {
      if (i < this.#lines.length - LINES && !(line.begins && ended.has(line.begins))) {
        left++
        continue
      }
      if (left > 0) out.push(`  … ${left} ${left === 1 ? 'step' : 'steps'}`)
      left = 0
      out.push(`  ${line.text}`)
    }
    return new Wrong([...out, `  ${text}`].join('\n'), this.#lines.length)
  }

  #pod(name: string): Synced {
    const pod = this.#pods.get(name) ?? this.#make({ add: (key, n) => this.#add(name, key, n) })
    this.#pods.set(name, pod)
    return pod
  }

  async #sync(pod: string, mode: Mode, sync: Sync = { adds: [] }): Promise<Sync> {
    this.#mode = mode
    this.#current = sync
    const outcome = await attemptAsync(() => this.#pod(pod).sync())
    if ('threw' in outcome && outcome.threw instanceof Wrong) throw outcome.threw
    sync.outcome = outcome
    return sync
  }

  #assertDown(outcome: Outcome): void {
    if ('threw' in outcome && outcome.threw === DOWN) return
    const got = 'threw' in outcome ? `rejected with ${showThrown(outcome.threw)}` : 'resolved'
    throw this.wrong(`  ${got}, expected the store's error`)
  }

  #add(pod: string, key: string, n: number): Promise<number> {
    const sync = this.#current
    const call = `add(${show(key)}, ${show(n)})`
    const say = (came: string) => sync.adds.push(`${call}${came}`)
    if (!Number.isInteger(n) || n < 0) {
      throw this.wrong(`${pod}  sync()  ${call}: n must be a whole number ≥ 0`)
    }
    if (this.#mode === 'is down') {
      say(' fails')
      return Promise.reject(DOWN)
    }
    if (this.#mode === 'answers') {
      const total = this.#added(key, n)
      say(` → ${total}`)
      return Promise.resolve(total)
    }
    say('')
    return new Promise((resolve, reject) => this.#held.push({ pod, sync, key, n, resolve, reject }))
  }

  #added(key: string, n: number): number {
    const total = (this.totals.get(key) ?? 0) + n
    this.totals.set(key, total)
    return total
  }

  #of(pod?: string, number?: number): Add[] {
    return this.#held.filter(
      (add) =>
        (pod === undefined || add.pod === pod) &&
        (number === undefined || add.sync.number === number),
    )
  }

  #say(text: string, ends?: Sync): void {
    this.#lines.push(ends ? { text, ends } : { text })
  }
}

const DOWN = new Error('the store is down')

/** Until what was resolved so far has been acted on. */
const flushed = () => new Promise<void>((resolve) => setImmediate(resolve))
