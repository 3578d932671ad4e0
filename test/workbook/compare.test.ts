import { describe, expect, test } from 'vitest'
import { BURSTS, burstOf } from '../../tools/compare/burst.ts'
import { mostInWindow, table, timeline } from '../../tools/compare/table.ts'

describe('the words of compare', () => {
  test('none: the burst at the boundary', () => {
    const { nows, limit, windowMs } = burstOf([])
    expect([nows.length, nows[0], nows.at(-1), limit, windowMs]).toEqual([
      ...[200, 59_900, 60_100],
      ...[100, 60_000],
    ])
  })

  test('a burst of one’s own, in order of time', () => {
    const { nows, limit, windowMs } = burstOf(['2@1.5s', '1@250ms', '1@7', 'limit=3', 'window=1s'])
    expect(nows).toEqual([7, 250, 1500, 1500])
    expect([limit, windowMs]).toEqual([3, 1000])
  })

  test.for(Object.keys(BURSTS))('%s', (name) => {
    const { nows } = burstOf([name])
    expect(nows.length).toBeGreaterThan(0)
    expect(nows).toEqual(nows.toSorted((one, other) => one - other))
  })

  test.for([
    ['zz', 'compare does not know "zz"'],
    ['--limit', 'compare does not know "--limit"'],
    ['3@1h', 'compare does not know "3@1h"'],
    ['limit=0', 'limit and window are whole and at least 1, got "limit=0"'],
    ['limit=1.5', 'limit and window are whole and at least 1, got "limit=1.5"'],
    ['window=1h', 'a time is a number and ms, s or m, got "window=1h"'],
    ['0@1s', 'compare takes 1 to 100,000 requests, got 0'],
    ['100001@1s', 'compare takes 1 to 100,000 requests, got 100001'],
    ['toString', 'compare does not know "toString"'],
  ] as const)('%s is refused and shown', ([word, says]) => {
    expect(() => burstOf([word])).toThrow(says)
  })
})

const burst = { nows: [0, 10, 20, 100, 110], limit: 2, windowMs: 100, says: '' }
const lines = [
  { name: 'all', played: { allowed: [true, true, true, true, true] } },
  { name: 'some', played: { allowed: [true, true, false, true, false], longestDelayMs: 20 } },
  { name: 'stub, yours', played: { problem: 'to do' } },
  { name: 'broken', played: { problem: 'TypeError: x is not a function' } },
]

test('the most in any window is counted over (now − w, now]', () => {
  expect(mostInWindow(burst, [true, true, true, true, true])).toBe(3)
  expect(mostInWindow(burst, [true, false, false, true, false])).toBe(1)
  expect(mostInWindow(burst, [false, false, false, false, false])).toBe(0)
})

test('the table says how many, the timeline when', () => {
  expect([...table(burst, lines), ...timeline(burst, lines)].join('\n')).toBe(
    [
      '                          let in  denied  most in any 100 ms',
      'all                            5       0            3  1 too many',
      'some                           3       2            2  waits 20 ms',
      'broken                    TypeError: x is not a function',
      'to do: stub',
      '                        0 s                                             110 ms',
      'all                     #   #    #                                      #    #',
      'some                    #   #    .                                      #    .',
      '                        # all let in   + some   . none   blank: no request',
    ].join('\n'),
  )
})
