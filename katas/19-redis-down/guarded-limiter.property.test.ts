import { guarded } from '#kata/19-redis-down/guarded-limiter.ts'
import type { Decision } from '#kit'
import {
  asyncLaw,
  decidesAs,
  FallibleLimiter,
  failedClosed,
  failedOpen,
  fc,
  handlesRejections,
  justThis,
  Wrong,
} from '#support'

const decision: fc.Arbitrary<Decision> = fc.oneof(
  fc.record({ allowed: fc.constant(true), remaining: fc.nat(9), retryAfterMs: fc.constant(0) }),
  fc.record({
    allowed: fc.constant(false),
    remaining: fc.constant(0),
    retryAfterMs: fc.integer({ min: 1, max: 5000 }),
  }),
)

/** What becomes of one call of the limiter. */
type Fate = { readonly answer: Decision } | 'rejects' | 'throws' | 'hangs'

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 4, arbitrary: decision.map((answer) => ({ answer })) },
  { weight: 3, arbitrary: fc.constantFrom<Fate>('rejects', 'throws', 'hangs') },
)

async function meets(fate: Fate): Promise<Decision> {
  if (fate === 'rejects') throw new Error('down')
  if (fate === 'hangs') return new Promise(() => {})
  if (fate === 'throws') throw new Error('not reached')
  return fate.answer
}

const input = fc.record({
  onFailure: fc.oneof(
    fc.constantFrom<'open' | 'closed'>('open', 'closed'),
    decision.map((local) => ({ local })),
  ),
  // The last one hangs, so that all timers have fired by the end: one left behind would disturb another test.
  fates: fc.array(fate, { maxLength: 7 }).map((fates): Fate[] => [...fates, 'hangs']),
})

asyncLaw(
  'each of many calls at once is decided by its own answer, or by the policy if it has none',
  input,
  async ({ onFailure, fates }) => {
    let localAsked = 0
    const policy =
      typeof onFailure === 'string'
        ? onFailure
        : {
            tryAcquire: () => {
              localAsked++
              return onFailure.local
            },
          }
    const limiter = new FallibleLimiter((nth) => {
      const fate = fates[nth - 1] ?? 'hangs'
      if (fate === 'throws') throw new Error('no connection')
      return meets(fate)
    })
    const guard = guarded(limiter, { timeoutMs: 2, onFailure: policy, now: () => 0 })
    const calls = fates.map((_, i) => guard.tryAcquire(`req-${i + 1}`))
    const instead =
      onFailure === 'open'
        ? failedOpen
        : onFailure === 'closed'
          ? failedClosed
          : justThis(onFailure.local)
    const decided = fates.map((fate, i) => {
      const wanted = typeof fate === 'string' ? instead : justThis(fate.answer)
      const what = typeof fate === 'string' ? fate : 'answers'
      const call = calls[i] as Promise<Decision>
      return decidesAs(`call ${i + 1} of ${fates.length}, the limiter ${what}`, call, wanted)
    })
    await handlesRejections(`${fates.length} calls at once`, () => Promise.all(decided))
    const failed = fates.filter((fate) => typeof fate === 'string').length
    if (typeof onFailure === 'string' || localAsked === failed) return
    throw new Wrong(
      `${failed} of ${fates.length} calls failed\n  the local limiter was asked ${localAsked} times`,
    )
  },
  { runs: 60 },
)
