import { Wrong } from '../../failure.ts'
import { drawRace, type RaceStep } from './draw.ts'
import { passOn, stepOf } from './explore.ts'
import { type Outcome, type Pod, type RaceRedis, withRacingPods } from './pods.ts'

const MAX_STEPS = 100

/** One pod's work between whose commands somebody else does something. */
export interface Rivalry<T> {
  readonly key: string
  readonly work: (pod: Pod) => Promise<T>
  /** Called after each command of the pod that leaves it waiting; `waiting` is what it would send next. */
  readonly between: (waiting: readonly string[], steps: readonly RaceStep[]) => Promise<unknown>
  /** Called when the work is done, on the connection as the work has left it. */
  readonly after?: (pod: Pod) => Promise<unknown>
}

/**
 * Runs one pod's work command by command, a rival between all of them, and tells what it came to.
 *
 * @throws {Wrong} if it goes on after 100 commands: nobody waits for ever
 */
export async function runAgainstRival<T>(
  redis: RaceRedis,
  { key, work, between, after }: Rivalry<T>,
): Promise<{ readonly outcome: Outcome<T>; readonly steps: readonly RaceStep[] }> {
  return await withRacingPods<T, { outcome: Outcome<T>; steps: RaceStep[] }>(
    redis,
    1,
    async ([pod]) => {
      if (!pod) throw new Error('there is no pod')
      const { name, client } = pod
      const steps: RaceStep[] = []
      await pod.start(() => work({ name, client, key }))
      passOn(pod)
      for (let waiting = pod.waiting; waiting; waiting = pod.waiting) {
        if (steps.length === MAX_STEPS) {
          const drawn = drawRace(steps.slice(-4), 1)
          throw new Wrong([`goes on after ${MAX_STEPS} commands, at last:`, ...drawn].join('\n'))
        }
        if (steps.length > 0) await between(waiting, steps)
        steps.push(await stepOf(pod))
      }
      const outcome = pod.outcome as Outcome<T>
      pod.open()
      await after?.({ name, client, key })
      return { outcome, steps }
    },
  )
}
