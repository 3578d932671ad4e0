import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Kata, kataNamed, solutionOf } from '../../tools/judge/catalogue.mjs'
import { provesPack } from './assign/proofs.ts'

const pack = provesPack(['b'], ['06', '07', '08', '09', '10', '11'])

test('other random inputs than the usual ones find nothing wrong with right code', async () => {
  const asked = ['07', '09']
    .map((id) => kataNamed(id) as Kata)
    .map((kata) => ({ kata: kata.folder, implementation: solutionOf(kata) }))
  const told = await pack().judge(asked, { FC_SEED: '7' })
  expect(told.map(({ starred }) => starred)).toEqual([true, true])
})

test('code that errs only where an oracle knows it fails, and is shown the fewest calls', async () => {
  const kata = kataNamed('08') as Kata
  const oneLess = readFileSync(solutionOf(kata), 'utf8').replace(
    /(tryAcquire\(now: number\): Decision) \{/,
    '$1 {\n    const answer = this.rightly(now)\n    return answer.retryAfterMs > 100 ? { ...answer, retryAfterMs: 101 } : answer\n  }\n\n  rightly(now: number): Decision {',
  )
  const path = pack().put('spoilt', kata, oneLess)
  const only = 'it agrees with a naive limiter'
  for (const FC_SEED of ['', '7']) {
    const [told] = await pack().judge([{ kata: kata.folder, implementation: path, only }], {
      FC_SEED,
    })
    const [failure] = told?.failures ?? []
    expect(failure?.message).toContain('retryAfterMs 101')
    expect(failure?.message).toContain('replay: FC_SEED=20260715 npm test katas/08')
    expect(failure?.message).not.toContain('calls before')
  }
})
