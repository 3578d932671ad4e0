import { describe } from 'vitest'
import { SyncedLimiter } from '#kata/21-hot-key/sharded-limiter.ts'
import {
  type SyncedAct as Act,
  allowed,
  asyncLaw,
  denied,
  fc,
  SyncedPods,
  type SyncedStory,
  syncedSteps,
} from '#support'

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

/** Plays the moves, all pods in one frame at a time, and holds every decision against the right one. */
async function agrees(story: SyncedStory): Promise<void> {
  const { limit, unit } = story
  const windowMs = 1000 * unit
  const pods = new SyncedPods(
    `new SyncedLimiter({ limit: ${limit}, windowMs: ${windowMs} }) on each pod`,
    (store) => new SyncedLimiter({ key: 'rl:big', limit, windowMs, store }),
  )
  for (const step of syncedSteps(story)) {
    if (step.act === 'ask') pods.ask(step.pod, step.now, step.decision)
    else await pods[step.act](step.pod)
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
