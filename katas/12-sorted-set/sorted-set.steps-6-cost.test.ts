import { describe, test } from 'vitest'
import { SortedSet } from '#kata/12-sorted-set/sorted-set.ts'
import { costIndependentOf, growsLinearly, metered, uniform } from '#support'

/** All of one length, so that comparing them costs the same however many there are. */
const name = (i: number) => `m${String(i).padStart(5, '0')}`

/** The i-th of n numbers, from 0 to n − 1 each once, in orders that a structure might like less. */
const orders: Record<string, (i: number, n: number) => number> = {
  rising: (i) => i,
  falling: (i, n) => n - 1 - i,
  shuffled: (i, n) => (i * 2_654_435_761) % n,
}
const shuffled = orders.shuffled as (i: number, n: number) => number

/** A set of n members, the score of each its number; `equal`: all of score 0. */
function filled(n: number, order = shuffled, equal = false): SortedSet {
  const set = new SortedSet(uniform())
  for (let i = 0; i < n; i++) set.add(name(order(i, n)), equal ? 0 : order(i, n))
  return set
}

/** Does n things to a set that holds n, or comes to hold them. Each is to cost a logarithm. */
const holds = (what: string, each: (n: number) => void) =>
  growsLinearly({
    of: (n) => `${n.toLocaleString('en-US')} times ${what}`,
    run: (n) => () => each(n),
    n: 512,
    needs: (n) => 6 * n * Math.log2(n),
    why: 'each costs a logarithm of the size: it halves what is left, or the like',
  })

const times = (n: number, each: (i: number) => unknown) => {
  for (let i = 0; i < n; i++) each(shuffled(i, n))
}

// Counted, so that they end by their steps; the time is for a machine that is busy otherwise.
describe('step 6: cost', { timeout: 10_000 }, () => {
  test.for(Object.entries(orders))('add costs a logarithm, scores %s', ([order, at]) => {
    holds(`add, scores ${order}`, (n) => filled(n, at))
  })

  test('add costs a logarithm where all scores are equal', () => {
    holds('add, all of one score', (n) => filled(n, shuffled, true))
  })

  test('a member that moves costs a logarithm', () => {
    holds('add, then add with another score', (n) => {
      const set = filled(n)
      times(n, (i) => set.add(name(i), (i * 7919) % n))
    })
  })

  test('remove costs a logarithm', () => {
    holds('add, then remove', (n) => {
      const set = filled(n)
      times(n, (i) => set.remove(name(i)))
    })
  })

  test('rank costs a logarithm', () => {
    holds('add, then rank', (n) => {
      const set = filled(n)
      times(n, (i) => set.rank(name(i)))
    })
  })

  test('rank costs a logarithm where all scores are equal', () => {
    holds('add, then rank, all of one score', (n) => {
      const set = filled(n, shuffled, true)
      times(n, (i) => set.rank(name(i)))
    })
  })

  test('rank costs a logarithm while members come and go', () => {
    holds('add, rank and remove in turn', (n) => {
      const set = filled(n)
      times(n / 2, (i) => {
        set.add('new', i)
        set.rank('new')
        set.remove(name(i))
        set.rank(name(n - 1))
      })
    })
  })

  test('range costs a logarithm and its answer', () => {
    holds('range of three', (n) => {
      const set = filled(n)
      times(n, (i) => set.range(i, i + 2))
    })
    holds('range of the last', (n) => {
      const set = filled(n)
      times(n, () => set.range(-1, -1))
    })
    holds('range of all, four times', (n) => {
      const set = filled(n)
      times(4, () => set.range(0, -1))
    })
  })

  test('rangeByScore costs a logarithm and its answer', () => {
    holds('rangeByScore of three', (n) => {
      const set = filled(n)
      times(n, (i) => set.rangeByScore(i, i + 2))
    })
    holds('rangeByScore of nothing', (n) => {
      const set = filled(n)
      times(n, (i) => set.rangeByScore(i + 0.25, i + 0.75))
    })
  })

  test('removeRangeByScore costs a logarithm and what it takes out', () => {
    holds('removeRangeByScore of two', (n) => {
      const set = filled(n)
      times(n / 2, (i) => set.removeRangeByScore(2 * i, 2 * i + 1))
    })
    holds('removeRangeByScore of all, once', (n) => filled(n).removeRangeByScore(0, n))
  })

  test('score costs the same, however many members', () => {
    costIndependentOf(
      'the number of members',
      [8, 8192],
      (n) => {
        const set = metered(() => filled(n))
        const shown = `8 times score, of ${n.toLocaleString('en-US')} members`
        return { shown, run: () => times(8, (i) => set.score(name((i * n) / 8))) }
      },
      'the score is found by the member alone',
    )
  })
})
