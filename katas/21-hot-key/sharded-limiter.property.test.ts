import { describe } from 'vitest'
import { SyncedLimiter } from '#kata/21-hot-key/sharded-limiter.ts'
import { allowed, asyncLaw, denied, fc, SyncedPods } from '#support'

type Act = 'ask' | 'sync' | 'fails' | 'begin' | 'count' | 'answer' | 'fail' | 'next frame'

interface Move {
  readonly pod: 'A' | 'B' | 'C'
  readonly act: Act
  /** How much later than the move before, in `unit`s. */
  readonly after: number
  /** How far this pod's clock is behind then. */
  readonly behind: number
}

const acts: readonly Act[] = [
  ...(['ask', 'ask', 'ask', 'ask', 'ask', 'sync', 'sync', 'fails'] as const),
  ...(['begin', 'begin', 'count', 'answer', 'answer', 'fail', 'next frame'] as const),
]

const moves = fc.array(
  fc.record({
    pod: fc.constantFrom('A' as const, 'B' as const, 'C' as const),
    act: fc.constantFrom(...acts),
    after: fc.integer({ min: 0, max: 3 }),
    behind: fc.constantFrom(0, 0, 0, 5, 500),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
)

const stories = (unit: number, frames: readonly number[]) =>
  fc.record({
    limit: fc.integer({ min: 1, max: 6 }),
    first: fc.constantFrom(...frames),
    unit: fc.constant(unit),
    moves,
  })

type Story = typeof stories extends (...args: never[]) => fc.Arbitrary<infer T> ? T : never

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

/** Plays the moves, all pods in one frame at a time, and holds every decision against the model's. */
async function agrees({ limit, first, unit, moves }: Story): Promise<void> {
  const windowMs = 1000 * unit
  const pods = new SyncedPods(
    `new SyncedLimiter({ limit: ${limit}, windowMs: ${windowMs} }) on each pod`,
    (store) => new SyncedLimiter({ key: 'rl:big', limit, windowMs, store }),
  )
  const totals = new Map<number, number>()
  const known = { A: new Known(), B: new Known(), C: new Known() }
  const names = ['A', 'B', 'C'] as const
  let now = first * windowMs
  const ask = (pod: Move['pod'], at: number) =>
    pods.ask(pod, at, known[pod].decide(limit, windowMs, at))
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
      if (act === 'begin') {
        one.underway = begun
        await pods.begin(pod)
      } else {
        one.others = add(begun, one.own - one.told) - one.own
        one.told = one.own
        await pods.sync(pod)
      }
    } else if (!underway && act === 'fails') {
      await pods.failingSync(pod)
    } else if (underway && (act === 'count' || act === 'answer')) {
      const isNow = underway.frame === one.frame
      // Of a frame that is over nobody asks any more.
      const total = underway.total ?? add(underway, isNow ? underway.told - one.told : 0)
      if (act === 'count') await pods.count(pod)
      else {
        one.underway = undefined
        if (isNow) Object.assign(one, { told: underway.told, others: total - underway.told })
        await pods.answer(pod)
      }
    } else if (underway && underway.total === undefined && act === 'fail') {
      one.underway = undefined
      await pods.fail(pod)
    }
  }
}

asyncLaw(
  'each pod decides by all that it let in and what it was told of the others',
  stories(1, [0, 7, 1_760_000_000]),
  agrees,
  { runs: 60 },
)

interface Overlap {
  readonly limit: number
  readonly acts: readonly {
    readonly act: 'ask' | 'begin' | 'count' | 'answer' | 'fail' | 'B asks' | 'B syncs'
    /** Which of the syncs under way, where any may be the next to end. */
    readonly which: number
  }[]
}

const overlaps = fc.record({
  limit: fc.integer({ min: 1, max: 12 }),
  acts: fc.array(
    fc.record({
      act: fc.constantFrom(
        ...(['ask', 'ask', 'ask', 'begin', 'begin', 'count', 'answer', 'fail'] as const),
        ...(['B asks', 'B syncs'] as const),
      ),
      which: fc.nat({ max: 3 }),
    }),
    { maxLength: 30, size: 'max' },
  ),
})

/** Syncs of one pod in any number at once, beside another pod that syncs at once. */
async function losesNothing({ limit, acts }: Overlap, overtake: boolean): Promise<void> {
  const pods = new SyncedPods(
    `new SyncedLimiter({ limit: ${limit}, windowMs: 1000 }), syncs that overlap`,
    (store) => new SyncedLimiter({ key: 'rl:big', limit, windowMs: 1000, store }),
  )
  const ask = (pod: string) => {
    if (pods.ask(pod, 0).allowed || pods.allowed >= limit) return
    throw pods.wrong(`  denied too early: ${pods.allowed} were let in, of ${limit}`)
  }
  for (const { act, which } of [{ act: 'ask' as const, which: 0 }, ...acts]) {
    const underway = pods.underway('A')
    // The oldest first, or any of them.
    const one = overtake ? underway[which % underway.length] : underway[0]
    if (act === 'ask' || act === 'B asks') ask(act === 'ask' ? 'A' : 'B')
    else if (act === 'B syncs') await pods.sync('B')
    else if (act === 'begin' || act === 'count') await pods[act]('A')
    else if (one !== undefined) await pods[act]('A', one)
  }
  await pods.settle()
  await pods.sync('A')
  if (pods.total !== pods.allowed) {
    throw pods.wrong(`  ${pods.allowed} were let in, and the store has counted ${pods.total}`)
  }
  const left = limit - pods.allowed
  pods.ask('A', 0, left > 0 ? allowed(left - 1) : denied(1000))
}

asyncLaw('syncs that overlap count nothing twice and lose nothing', overlaps, (one) =>
  losesNothing(one, false),
)

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  asyncLaw('stretch: nor do they when their answers overtake one another', overlaps, (one) =>
    losesNothing(one, true),
  )

  asyncLaw(
    'stretch: each pod decides so at negative times and eighths of a millisecond, too',
    stories(1 / 8, [-3, 0, 12]),
    agrees,
  )
})
