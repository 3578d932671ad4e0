import { describe, expect, test } from 'vitest'
import { growsWithin, keepsWithin } from '#support'
import { liveBytes } from '../support/heap.ts'
import { wrong } from './examples.ts'

describe('heap', () => {
  const kept = (bytes: number) => (): void =>
    keepsWithin({
      what: 'an object',
      make: () => ({ all: [] as Float64Array[] }),
      work: ({ all }) => all.push(new Float64Array(bytes / 8)),
      limitBytes: 64 * 1024,
      why: 'it is small',
    })

  test('what stays within the limit passes, what does not is told in kB', () => {
    kept(32 * 1024)()
    // 4,096 kB, give or take what the rest of the heap wavers by.
    expect(wrong(kept(4 * 1024 ** 2))).toMatch(
      /an object: more than (3,[89]|4,[012])00 kB are still kept/,
    )
  })

  test('growth after the warm-up is told in kB, whatever was there before', () => {
    const grown = (bytes: number) => (): void =>
      growsWithin({
        what: 'an object',
        make: () => ({ all: [] as Float64Array[] }),
        warmUp: ({ all }) => all.push(new Float64Array(1024 ** 2)),
        work: ({ all }) => all.push(new Float64Array(bytes / 8)),
        limitBytes: 64 * 1024,
        why: 'it is in its steady state',
      })
    grown(32 * 1024)()
    expect(wrong(grown(1024 ** 2))).toMatch(/an object: more than [\d,]+ kB are kept on top/)
  })

  test('what the work leaves outside the object counts, too', () => {
    const outside: number[][] = []
    const leak = () =>
      keepsWithin({
        what: 'an object',
        make: () => ({}),
        work: () => outside.push(Array.from({ length: 1_000_000 }, (_, i) => i + 0.5)),
        limitBytes: 64 * 1024,
        why: 'it is small',
      })
    expect(wrong(leak)).toMatch(/are still kept/)
    expect(outside.length).toBeGreaterThan(0)
  })

  test('buffers that are gone are not counted, however they went', () => {
    const before = liveBytes()
    for (let i = 0; i < 40; i++) {
      const buffers = Array.from({ length: 8 }, () => new Float64Array(500_000))
      expect(buffers.at(-1)?.length).toBe(500_000)
      buffers.length = 0
      expect(liveBytes() - before).toBeLessThan(2 * 1024 ** 2)
    }
  })
})
