import { allowed, denied } from '../decisions.ts'
import type { SyncedStep, SyncedStory } from '../synced-story.ts'

/** What one pod knows, by the contract: all that it let in, and what it was told of the others. */
class Known {
  latest = Number.NEGATIVE_INFINITY
  frame = Number.NaN
  own = 0
  told = 0
  others = 0
  underway: { frame: number; told: number; total?: number } | undefined

  decide(limit: number, windowMs: number, now: number) {
    this.latest = Math.max(this.latest, now)
    const frame = Math.floor(this.latest / windowMs)
    if (frame !== this.frame) Object.assign(this, { frame, own: 0, told: 0, others: 0 })
    const known = this.own + this.others
    if (known >= limit) return denied(Math.ceil((frame + 1) * windowMs - this.latest))
    this.own++
    return allowed(limit - known - 1)
  }
}

/** The steps of a story, each request with the right decision. */
export function syncedSteps({ limit, first, unit, moves }: SyncedStory): SyncedStep[] {
  const steps: SyncedStep[] = []
  const windowMs = 1000 * unit
  const totals = new Map<number, number>()
  const known = { A: new Known(), B: new Known(), C: new Known() }
  const names = ['A', 'B', 'C'] as const
  let now = first * windowMs
  const ask = (pod: (typeof names)[number], at: number) =>
    steps.push({ act: 'ask', pod, now: at, decision: known[pod].decide(limit, windowMs, at) })
  const add = (flight: NonNullable<Known['underway']>, new_: number) => {
    const total = (totals.get(flight.frame) ?? 0) + new_
    totals.set(flight.frame, total)
    flight.total = total
    return total
  }
  for (const name of names) ask(name, now)
  for (const { pod, act, after, behind } of moves) {
    const one = known[pod]
    const { underway } = one
    const begun = { frame: one.frame, told: one.own }
    now = act === 'next frame' ? (Math.floor(now / windowMs) + 1) * windowMs : now + after * unit
    if (act === 'next frame' || Math.floor(now / windowMs) !== one.frame) {
      for (const name of names) ask(name, now)
    } else if (act === 'ask') {
      ask(pod, now - behind * unit)
    } else if (!underway && (act === 'sync' || act === 'begin')) {
      if (act === 'begin') one.underway = begun
      else {
        one.others = add(begun, one.own - one.told) - one.own
        one.told = one.own
      }
      steps.push({ act, pod })
    } else if (!underway && act === 'fails') {
      steps.push({ act: 'failingSync', pod })
    } else if (underway && (act === 'count' || act === 'answer')) {
      const isNow = underway.frame === one.frame
      // Of a frame that is over nobody asks any more.
      const total = underway.total ?? add(underway, isNow ? underway.told - one.told : 0)
      if (act === 'answer') {
        one.underway = undefined
        if (isNow) Object.assign(one, { told: underway.told, others: total - underway.told })
      }
      steps.push({ act, pod })
    } else if (underway && underway.total === undefined && act === 'fail') {
      one.underway = undefined
      steps.push({ act, pod })
    }
  }
  return steps
}
