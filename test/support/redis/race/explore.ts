import { passesThrough } from '../../call.ts'
import { type RaceStep, showOutcome } from './draw.ts'
import {
  type Outcome,
  POD_NAMES,
  type Pod,
  type RaceRedis,
  type RacingPod,
  withRacingPods,
} from './pods.ts'

/** How one order of the pods' commands ended. */
export interface Ended<T> {
  /** One for each pod, in the order of their names. */
  readonly outcomes: readonly Outcome<T>[]
  readonly steps: readonly RaceStep[]
  readonly key: string
}

/** What the pods do, and what must hold however their commands come to Redis. */
export interface Experiment<T> {
  /** 2, or 3, of which there are many more orders. */
  readonly pods?: 2 | 3
  /** One pod's work, on its own connection. Begins anew for each order, on a new key. */
  readonly work: (pod: Pod) => Promise<T>
  /** What has happened before the pods begin; on a connection of its own, and not held. */
  readonly before?: (pod: Omit<Pod, 'name'>) => Promise<unknown>
  /** What is wrong with how an order ended, in words; undefined if nothing is. */
  readonly wrong: (ended: Ended<T>) => string | undefined | Promise<string | undefined>
  /** Orders that are run at the most. */
  readonly maxOrders?: number
  /** Commands of one order at the most: a pod that tries for ever never ends. */
  readonly maxSteps?: number
  /** How long a pod may wait for something that is not Redis, in ms. */
  readonly stuckMs?: number
}

/** An order that broke what must hold. */
export interface BrokenOrder {
  readonly steps: readonly RaceStep[]
  readonly pods: number
  readonly wrong: string
}

export interface Exploration {
  /** Orders that were run to their end. */
  readonly orders: number
  /** Those of them that broke what must hold. */
  readonly broken: number
  /** The one of them with the fewest commands, then with the fewest interruptions of a pod. */
  readonly shortest: BrokenOrder | undefined
  /** Which bound was met, in words: not every order was run. Undefined if all were. */
  readonly bound: string | undefined
}

const MAX_ORDERS = 2000
const MAX_STEPS = 100
/** Orders that are left in the middle, at the most: each takes new connections. */
const MAX_CUT = 20

/**
 * Runs every order of the pods' commands against Redis and tells in how many `wrong` finds something.
 *
 * How many commands a pod sends is known only when it has sent them: one that retries sends more. So an
 * order is run by a plan, as far as the plan goes, and then each pod goes on as long as it waits. Each
 * choice that could have been another is a further plan. The plans that interrupt a pod least often come
 * first: races need few interruptions, so that even a low bound seldom hides one. The first run is not
 * counted: it teaches the server the scripts that the pods use, so that all others find the same.
 *
 * Each command is awaited before the next one runs: one that blocks (BLPOP) until another pod has sent
 * something cannot be explored.
 *
 * @throws {Wrong} if a pod neither sends a command nor ends
 * @throws {Error} if the same plan finds other pods waiting the second time
 */
export async function explore<T>(
  redis: RaceRedis,
  experiment: Experiment<T>,
): Promise<Exploration> {
  const { pods: count = 2, maxOrders = MAX_ORDERS, maxSteps = MAX_STEPS, stuckMs } = experiment
  const plans = new Plans()
  let [orders, broken, cut] = [0, 0, 0]
  let shortest: BrokenOrder | undefined
  let isFirst = true
  const isLeft = () => !plans.isEmpty && orders + cut < maxOrders && cut < MAX_CUT
  /** Runs the next order; false if it was left in the middle, and its pods with it. */
  const next = async (pods: readonly RacingPod<T>[]): Promise<boolean> => {
    const plan = isFirst ? [] : plans.take()
    const order = await runOrder(redis, pods, experiment, plan, maxSteps)
    if (isFirst) {
      isFirst = false
      return !order.isCut
    }
    plans.addOthers(plan.length, order.choices)
    if (order.isCut) {
      cut++
      return false
    }
    orders++
    const wrong = await experiment.wrong(order)
    if (wrong === undefined) return true
    broken++
    if (!shortest || order.steps.length < shortest.steps.length) {
      shortest = { steps: order.steps, pods: count, wrong }
    }
    return true
  }
  while (isLeft()) {
    await withRacingPods<T, void>(
      redis,
      count,
      async (pods) => {
        while (isLeft() && (await next(pods)));
      },
      stuckMs,
    )
  }
  const atMost = `${cut} not run to their end, since that takes more than ${maxSteps} commands`
  const bounds = [
    ...(plans.isEmpty ? [] : [`stopped after ${(orders + cut).toLocaleString('en-US')} orders`]),
    ...(cut > 0 ? [atMost] : []),
  ]
  return { orders, broken, shortest, bound: bounds.join('; ') || undefined }
}

/** Which pods waited, by their numbers, and which of them was let on. */
interface Choice {
  readonly waiting: readonly number[]
  readonly taken: number
}

interface Order<T> extends Ended<T> {
  readonly choices: readonly Choice[]
  readonly isCut: boolean
}

async function runOrder<T>(
  redis: RaceRedis,
  pods: readonly RacingPod<T>[],
  { work, before }: Experiment<T>,
  plan: readonly Choice[],
  maxSteps: number,
): Promise<Order<T>> {
  const key = redis.key()
  await before?.({ client: redis.client, key })
  for (const pod of pods) {
    const { name, client } = pod
    await pod.start(() => work({ name, client, key }))
    passOn(pod)
  }
  const steps: RaceStep[] = []
  const choices: Choice[] = []
  for (;;) {
    const waiting = pods.flatMap((pod, i) => (pod.waiting ? [i] : []))
    if (waiting.length === 0 || steps.length === maxSteps) break
    const planned = plan[steps.length]
    if (planned && planned.waiting.join() !== waiting.join()) {
      throw new Error(
        `the same order of commands went on with pods ${namesOf(planned.waiting)} first, ` +
          `then with ${namesOf(waiting)}: something else than the order decides`,
      )
    }
    const last = choices.at(-1)?.taken ?? 0
    const taken = planned?.taken ?? (waiting.includes(last) ? last : (waiting[0] ?? 0))
    choices.push({ waiting, taken })
    const pod = pods[taken] as RacingPod<T>
    steps.push(await stepOf(pod))
  }
  const outcomes = pods.flatMap(({ outcome }) => outcome ?? [])
  const isCut = outcomes.length < pods.length
  // One that is cut leaves its connections as they are; nobody uses them again.
  if (!isCut) await Promise.all(pods.map((pod) => pod.reset()))
  return { outcomes, steps, key, choices, isCut }
}

/** Lets a pod's next command through, and keeps what came of it. */
export async function stepOf<T>(pod: RacingPod<T>): Promise<RaceStep> {
  const sent = await pod.step()
  passOn(pod)
  const { name, outcome } = pod
  return { pod: name, sent, ...(outcome && { ended: showOutcome(outcome) }) }
}

/** Throws on what a pod's work came to if that says nothing about the order: a TODO, a guard. */
export function passOn({ outcome }: RacingPod<unknown>): void {
  if (outcome && 'error' in outcome && passesThrough(outcome.error)) throw outcome.error
}

/** The beginnings of orders that are still to be run. */
class Plans {
  /** By how often a pod is interrupted that waits to go on. */
  readonly #byCost: (readonly Choice[])[][] = [[[]]]

  get isEmpty(): boolean {
    return this.#byCost.every((plans) => plans.length === 0)
  }

  take(): readonly Choice[] {
    return this.#byCost.find((plans) => plans.length > 0)?.shift() ?? []
  }

  /** Adds what could have been chosen otherwise from `from` on: what was planned before is there already. */
  addOthers(from: number, choices: readonly Choice[]): void {
    for (const [i, { waiting, taken }] of choices.entries()) {
      if (i < from) continue
      for (const other of waiting.filter((pod) => pod !== taken)) {
        const plan = [...choices.slice(0, i), { waiting, taken: other }]
        const cost = interruptions(plan)
        this.#byCost[cost] ??= []
        this.#byCost[cost].push(plan)
      }
    }
  }
}

function interruptions(choices: readonly Choice[]): number {
  return choices.filter(({ waiting, taken }, i) => {
    const last = choices[i - 1]?.taken
    return last !== undefined && last !== taken && waiting.includes(last)
  }).length
}

const namesOf = (indices: readonly number[]) =>
  indices.length === 0 ? 'none' : indices.map((i) => POD_NAMES[i]).join(' and ')
