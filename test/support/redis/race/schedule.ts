import type { AsyncLimiter, Decision } from '../../../../katas/kit/decision.ts'
import type { LogClient, RaceOptions } from '../../../../katas/kit/race.ts'
import { TodoError } from '../../../../katas/kit/todo.ts'
import { show, Wrong } from '../../failure.ts'
import { drawRace, type RaceStep } from './draw.ts'
import { passOn, stepOf } from './explore.ts'
import { type RaceRedis, type RacingPod, withRacingPods } from './pods.ts'

/** What a schedule is played on. */
export interface Drill {
  /** What the schedule is called in the learner's file. */
  readonly name: string
  /** What it is to bring about, for one that is empty still. */
  readonly todo: string
  /** The limiter of each pod. */
  readonly limiter: (options: RaceOptions) => AsyncLimiter
  readonly limit: number
  readonly windowMs: number
  /** Requests that were let in at 0, before the first step. */
  readonly before: number
  /** Each pod makes one request, or one after the other: its next step begins the next one. */
  readonly requests: 'one' | 'many'
  /** What a step of a pod that is done is: an error, or left out. */
  readonly spare?: 'refused' | 'skipped'
}

/** A request of a schedule, or from before it. */
export interface Asked {
  readonly pod: 'A' | 'B' | undefined
  /** When it began, in ms from the start. */
  readonly at: number
  readonly allowed: boolean
}

/** What came of a schedule. */
export interface Played {
  readonly steps: readonly RaceStep[]
  /** Those from before it first, then as they were answered. */
  readonly requests: readonly Asked[]
}

const MOST_STEPS = 1000

/**
 * Plays a schedule as it is written: each step lets one command of its pod through to Redis, or lets time
 * pass. A request begins with its first step.
 *
 * @throws {TodoError} if it is empty
 * @throws {Wrong} if it cannot be played: what is no step, a pod that has nothing to send, a request that
 * is left in the middle
 */
export async function playSchedule(
  redis: RaceRedis,
  schedule: unknown,
  drill: Drill,
): Promise<Played> {
  const { name } = drill
  if (!Array.isArray(schedule)) {
    throw new Wrong(`${name} must be an array of steps, got ${show(schedule)}`)
  }
  if (schedule.length === 0) throw new TodoError(`TODO: write ${name}: ${drill.todo}`)
  if (schedule.length > MOST_STEPS) {
    throw new Wrong(`${name} has ${schedule.length} steps: ${MOST_STEPS} at the most`)
  }
  for (const [i, step] of schedule.entries()) assertStep(name, i, step)
  return await withRacingPods<Decision, Played>(redis, 2, (pods) =>
    new Playing(redis, pods, drill).play(schedule),
  )
}

function assertStep(name: string, index: number, step: unknown): void {
  if (step === 'A' || step === 'B') return
  const place = `${name}: step ${index + 1}`
  if (typeof step !== 'object' || step === null || !('wait' in step)) {
    throw new Wrong(`${place} must be 'A', 'B' or { wait: ms }, got ${show(step)}`)
  }
  if (!(Number.isFinite(step.wait) && Number(step.wait) >= 0)) {
    throw new Wrong(`${place}: wait must be a finite number of ms ≥ 0, got ${show(step.wait)}`)
  }
}

class Playing {
  readonly #pods: readonly RacingPod<Decision>[]
  readonly #drill: Drill
  readonly #optionsFor: (client: LogClient) => RaceOptions
  readonly #before: LogClient
  readonly #steps: RaceStep[] = []
  readonly #requests: Asked[] = []
  /** When the request of each pod began that has no answer yet, and the last step of one that has. */
  readonly #begunAt = new Map<string, number>()
  readonly #doneAt = new Map<string, number>()
  #now = 0

  constructor(redis: RaceRedis, pods: readonly RacingPod<Decision>[], drill: Drill) {
    const { limit, windowMs } = drill
    const key = redis.key()
    this.#pods = pods
    this.#drill = drill
    this.#before = redis.client
    this.#optionsFor = (client) => ({ client, key, limit, windowMs, now: () => this.#now })
  }

  async play(schedule: readonly ('A' | 'B' | { wait: number })[]): Promise<Played> {
    const early = this.#drill.limiter(this.#optionsFor(this.#before))
    for (let i = 0; i < this.#drill.before; i++) {
      const { allowed } = await early.tryAcquire(`before-${i + 1}`)
      this.#requests.push({ pod: undefined, at: 0, allowed })
    }
    for (const [i, step] of schedule.entries()) {
      if (typeof step === 'object') {
        this.#now += step.wait
        this.#steps.push({ wait: step.wait })
      } else await this.#let(step, i)
    }
    for (const { name, waiting } of this.#pods) {
      const never = this.#drill.requests === 'one' && !this.#doneAt.has(name)
      if (waiting) {
        this.#refuse(`ends too early: pod ${name} has still to send ${waiting.join(' ')}`)
      }
      if (never) this.#refuse(`ends too early: pod ${name} never makes its request`)
    }
    return { steps: this.#steps, requests: this.#requests }
  }

  /** Lets the pod's next command through; it begins a request if it has none. */
  async #let(name: 'A' | 'B', index: number): Promise<void> {
    const pod = this.#pods.find((one) => one.name === name) as RacingPod<Decision>
    if (!this.#begunAt.has(name)) {
      const done = this.#doneAt.get(name)
      if (done !== undefined && this.#drill.requests === 'one') {
        if (this.#drill.spare === 'skipped') return
        this.#refuse(
          `step ${index + 1} is '${name}', but pod ${name} is done: step ${done + 1} was its last`,
        )
      }
      const limiter = this.#drill.limiter(this.#optionsFor(pod.client))
      const id = `${name}-${index + 1}`
      this.#begunAt.set(name, this.#now)
      await pod.start(() => limiter.tryAcquire(id))
      passOn(pod)
    }
    this.#steps.push(await stepOf(pod))
    const { outcome } = pod
    if (!outcome) return
    if ('error' in outcome) throw outcome.error
    const at = this.#begunAt.get(name) ?? this.#now
    this.#requests.push({ pod: name, at, allowed: outcome.value.allowed })
    this.#begunAt.delete(name)
    this.#doneAt.set(name, index)
  }

  #refuse(why: string): never {
    throw new Wrong([`${this.#drill.name}: ${why}`, ...drawRace(this.#steps)].join('\n'))
  }
}
