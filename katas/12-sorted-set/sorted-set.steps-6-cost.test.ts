import { describe, test } from 'vitest'
import { SortedSet } from '#kata/12-sorted-set/sorted-set.ts'
import { costIndependentOf, growsLogarithmically, metered, uniform } from '#support'

const name = String

/** From 0 to n − 1, each once, in no order; n is a power of two. */
const shuffled = (i: number, n: number) => (i * 2_654_435_761) % n

/** A set of n members, the score of each its number; `equal`: all of score 0. */
function filled(n: number, { order = shuffled, equal = false } = {}): SortedSet {
  const set = new SortedSet(uniform())
  for (let i = 0; i < n; i++) set.add(name(order(i, n)), equal ? 0 : order(i, n))
  return set
}

/** Does about n things to a set that holds n, or comes to hold them. Each is to cost a logarithm. */
const holds = (what: string, each: (n: number) => void) =>
  growsLogarithmically({
    of: (n) => `${n.toLocaleString('en-US')} times ${what}`,
    run: (n) => () => each(n),
    n: 512,
    needs: (n) => 6 * n * Math.log2(n),
    why: 'each costs a logarithm of the size: a step leaves half of it or less',
  })

const times = (n: number, each: (i: number) => unknown) => {
  for (let i = 0; i < n; i++) each(shuffled(i, n))
}

// Counted, so that they end by their steps; the time is for a machine that is busy otherwise.
describe('step 6: cost', { timeout: 20_000 }, () => {
  test('add costs a logarithm, also where scores only rise or only fall', () => {
    holds('add, scores rising', (n) => filled(n, { order: (i) => i }))
    holds('add, scores falling', (n) => filled(n, { order: (i, n) => n - 1 - i }))
  })

  test('add costs a logarithm where it moves a member, too', () => {
    holds('add, then add with another score', (n) => {
      const set = filled(n)
      times(n / 2, (i) => set.add(name(2 * i), (i * 7919) % n))
    })
    holds('add, then add with the same score', (n) => {
      const set = filled(n)
      times(n / 2, (i) => set.add(name(2 * i), 2 * i))
    })
    holds('add, then incrementBy', (n) => {
      const set = filled(n)
      times(n / 2, (i) => set.incrementBy(name(2 * i), (i * 7919) % n))
    })
  })

  test('remove costs a logarithm', () => {
    holds('add, then remove', (n) => {
      const set = filled(n)
      times(n / 2, (i) => set.remove(name(2 * i)))
    })
    holds('add, then remove, all of one score', (n) => {
      const set = filled(n, { equal: true })
      times(n / 2, (i) => set.remove(name(2 * i)))
    })
  })

  test('who is not there costs no more', () => {
    holds('add, then rank and remove of others', (n) => {
      const set = filled(n)
      times(n / 2, (i) => set.rank(`x${i}`))
      times(n / 2, (i) => set.remove(`x${i}`))
    })
  })

  test('rank costs a logarithm, also where all scores are equal', () => {
    holds('add, then rank, all of one score', (n) => {
      const set = filled(n, { equal: true })
      times(n / 2, (i) => set.rank(name(2 * i)))
    })
  })

  test('rank costs a logarithm while members come and go', () => {
    holds('add, rank and remove in turn', (n) => {
      const set = filled(n)
      times(n / 4, (i) => {
        set.add('new', 2 * i)
        set.rank('new')
        set.remove(name(i))
        set.rank(name(n - 1))
      })
    })
  })

  test('range costs a logarithm and its answer', () => {
    holds('range of three, and a few times of all', (n) => {
      const set = filled(n)
      times(n / 2, (i) => set.range(i, i + 2))
      times(n / 2, (i) => set.range(-3 - i, -1 - i))
      times(4, () => set.range(0, -1))
      times(n / 4, (i) => set.range(n + i, n + i + 2))
      times(n / 4, (i) => set.range(i + 1, i))
    })
  })

  test('rangeByScore costs a logarithm and its answer', () => {
    holds('rangeByScore of three, and of nothing', (n) => {
      const set = filled(n)
      times(n / 2, (i) => set.rangeByScore(2 * i, 2 * i + 2))
      times(n / 2, (i) => set.rangeByScore(2 * i + 0.25, 2 * i + 0.75))
      times(n / 4, (i) => set.rangeByScore(n + i, Number.POSITIVE_INFINITY))
    })
    holds('rangeByScore of nothing, all of one score', (n) => {
      const set = filled(n, { equal: true })
      times(n / 4, (i) => set.rangeByScore(i + 1, i + 2))
      times(n / 4, (i) => set.rangeByScore(-i - 2, -i - 1))
      times(n / 4, (i) => set.rangeByScore(0, -i - 1))
    })
  })

  test('removeRangeByScore costs a logarithm and what it takes out', () => {
    holds('removeRangeByScore of one, of nothing, then of all that is left', (n) => {
      const set = filled(n)
      times(n / 2, (i) => set.removeRangeByScore(2 * i, 2 * i + 0.5))
      times(n / 2, (i) => set.removeRangeByScore(2 * i, 2 * i + 0.5))
      set.removeRangeByScore(0, n)
    })
  })

  test('score costs the same, however many members', () => {
    costIndependentOf(
      'the number of members',
      [8, 8192],
      (n) => {
        const set = metered(() => filled(n))
        const shown = `8 times score, and 8 times of nobody, of ${n.toLocaleString('en-US')} members`
        const ask = (i: number) => [set.score(name((i * n) / 8)), set.score(`x${i}`)]
        return { shown, run: () => times(8, ask) }
      },
      'the score is found by the member alone',
    )
  })
})
