import { describe, test } from 'vitest'
import { SortedSet } from '#kata/12-sorted-set/sorted-set.ts'
import { RANDOMS, rangeError, replaySet, type Step, setSteps } from '#support'

const { NaN: NAN, POSITIVE_INFINITY: INFINITY, NEGATIVE_INFINITY: MINUS_INFINITY } = Number

const set = (steps: readonly Step[], random = 'random') =>
  replaySet(`new SortedSet(${random})`, () => new SortedSet(RANDOMS[random]?.()), steps)

const { add, all, range, score, size } = setSteps

/** Four players, not added in their order. */
const players = [add('bob', 20), add('dan', 40), add('ann', 10), add('cid', 30)]

// Asks for `add`, `score` and `size`.
describe('step 1: add, score, size', () => {
  test('add says whether the member is new, score what it was added with', () => {
    set([size(0), ...players, size(4), score('ann', 10), score('dan', 40), score('bob', 20)])
  })

  test('a member is in the set once, however often it is added', () => {
    set([add('ann', 10), add('ann', 10, false), add('ann', 10, false), size(1), score('ann', 10)])
  })

  test('nobody has the score undefined', () => {
    set([score('ann', undefined), add('ann', 0), score('ann', 0), score('bob', undefined)])
  })

  test('any string is a member', () => {
    const names = ['', ' ', '0', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'size']
    set([
      ...names.map((name) => score(name, undefined)),
      ...names.map((name, i) => add(name, i)),
      ...names.map((name, i) => score(name, i)),
      size(names.length),
    ])
  })

  test('a score may be 0, negative, fractional, very large or infinite', () => {
    const scores = [0, -5, 0.1, 1e308, 2 ** 53 + 2, 1_760_000_000_000.5, INFINITY, MINUS_INFINITY]
    set([
      ...scores.map((one) => add(`m${one}`, one)),
      ...scores.map((one) => score(`m${one}`, one)),
    ])
  })

  test('a NaN score is a RangeError, and nothing has changed', () => {
    set([
      ['add', ['ann', NAN], rangeError('score', NAN)],
      size(0),
      score('ann', undefined),
      add('ann', 10),
      ['add', ['ann', NAN], rangeError('score', NAN)],
      score('ann', 10),
      size(1),
    ])
  })

  test('two sets know nothing of each other, and random may be left out', () => {
    const [one, other] = [new SortedSet(), new SortedSet()]
    replaySet('new SortedSet(), beside another', () => one, [add('ann', 10), size(1)])
    replaySet('new SortedSet(), beside one with ann in it', () => other, [
      size(0),
      score('ann', undefined),
      add('ann', 20),
    ])
    replaySet('new SortedSet(), beside another', () => one, [score('ann', 10)])
  })
})

// Asks for `range`, too.
describe('step 2: order and range', () => {
  test('twenty members, whatever their order of coming, each at its index', () => {
    const names = Array.from({ length: 20 }, (_, i) => `m${String(i).padStart(2, '0')}`)
    const coming = names.map((_, i) => (i * 7) % 20)
    set([
      ...coming.map((i) => add(names[i] as string, i * 10)),
      range(0, -1, names),
      ...names.map((name, i) => range(i, i, [name])),
      range(3, 5, names.slice(3, 6)),
    ])
  })

  test('members stand in order of their score', () => {
    set([...players, all('ann bob cid dan')])
    set([add('a', 5), all('a'), add('b', -5), all('b a'), add('c', 0.5), all('b c a')])
    set([add('a', 5), add('b', 4.999999999999999), all('b a')])
  })

  test('members of equal score stand in order of their names', () => {
    set([add('b', 1), add('c', 1), add('a', 1), all('a b c'), add('z', 0), all('z a b c')])
    set([add('aa', 1), add('b', 1), add('ab', 1), add('a', 1), all('a aa ab b')])
    set([...[1, 3, 2].map((i) => add(`a-long-name:${i}`, 1)), range(1, 1, ['a-long-name:2'])])
  })

  test('names are compared as bytes are: "10" before "9", "B" before "a"', () => {
    set([add('a', 1), add('B', 1), add('_', 1), add('9', 1), add('10', 1), all('10 9 B _ a')])
    set([add('a', 0), add('', 0), add(' ', 0), range(0, -1, ['', ' ', 'a'])])
  })

  test('start and stop are both in', () => {
    set([
      ...players,
      range(0, 0, ['ann']),
      range(0, 1, ['ann', 'bob']),
      range(1, 2, ['bob', 'cid']),
      range(3, 3, ['dan']),
    ])
  })

  test('negative indices count from the end: -1 is the last', () => {
    set([
      ...players,
      range(-1, -1, ['dan']),
      range(-2, -1, ['cid', 'dan']),
      range(1, -2, ['bob', 'cid']),
      range(-4, 0, ['ann']),
    ])
  })

  test('what lies beyond the ends is left out', () => {
    set([
      ...players,
      range(0, 99, ['ann', 'bob', 'cid', 'dan']),
      range(-99, 1, ['ann', 'bob']),
      range(2, Number.MAX_SAFE_INTEGER, ['cid', 'dan']),
      range(4, 9, []),
      range(-99, -5, []),
      range(2, 1, []),
      range(-1, -2, []),
      range(-1, 0, []),
    ])
    set([all(''), range(0, 0, []), range(-1, 5, [])])
  })

  test('the infinite scores stand at the ends, with all others between', () => {
    set([
      add('last', INFINITY),
      add('first', MINUS_INFINITY),
      add('big', 1e308),
      add('low', -1e308),
      add('end', INFINITY),
      add('most', INFINITY),
      all('first low big end last most'),
    ])
  })

  test('-0 and 0 are the same score', () => {
    set([add('c', -0), add('b', 0), add('a', -0), all('a b c')])
  })

  test('start and stop must be integers', () => {
    for (const bad of [0.5, NAN, INFINITY, MINUS_INFINITY]) {
      set([
        ...players,
        ['range', [bad, 1], rangeError('start', bad)],
        ['range', [0, bad], rangeError('stop', bad)],
      ])
      set([
        ['range', [bad, 1], rangeError('start', bad)],
        ['range', [0, bad], rangeError('stop', bad)],
      ])
    }
  })

  test.for(Object.keys(RANDOMS))('whatever random gives, the order is right: %s', (random) => {
    const places = Array.from({ length: 100 }, (_, i) => (i * 37) % 100)
    const name = (place: number) => `m${String(place).padStart(2, '0')}`
    const inOrder = places.map((_, i) => name(i))
    set(
      [
        ...places.map((place) => add(name(place), Math.floor(place / 3))),
        range(0, -1, inOrder),
        ...inOrder.map((member, i) => range(i, i, [member])),
      ],
      random,
    )
  })
})

// Asks for `remove` and `incrementBy`, and that `add` gives a known member another score.
describe('step 3: remove and update', () => {
  const remove = (member: string, expected: boolean): Step => ['remove', [member], expected]
  const increment = (member: string, delta: number, expected: number): Step => [
    'incrementBy',
    [member, delta],
    expected,
  ]

  test('remove takes a member out and says whether it was there', () => {
    set([
      ...players,
      remove('eve', false),
      remove('bob', true),
      remove('bob', false),
      size(3),
      score('bob', undefined),
      all('ann cid dan'),
    ])
  })

  test('the first, the last and the only member can be taken out', () => {
    set([...players, remove('ann', true), all('bob cid dan'), remove('dan', true), all('bob cid')])
    set([add('ann', 1), remove('ann', true), all(''), size(0), remove('ann', false)])
  })

  test('of equal scores only the one that was named goes', () => {
    set([add('a', 1), add('b', 1), add('c', 1), remove('b', true), all('a c'), size(2)])
  })

  test('who was taken out is new when added again', () => {
    set([...players, remove('cid', true), add('cid', 5), size(4), score('cid', 5)])
    set([add('ann', 1), remove('ann', true), add('ann', 1), all('ann'), size(1)])
  })

  test('another score moves the member, and it is no new one', () => {
    set([
      ...players,
      add('ann', 35, false),
      all('bob cid ann dan'),
      size(4),
      score('ann', 35),
      add('dan', -1, false),
      all('dan bob cid ann'),
      add('dan', 0, false),
      all('dan bob cid ann'),
      size(4),
    ])
  })

  test('it moves among equals, too, where the names decide', () => {
    set([add('b', 1), add('a', 2), add('a', 1, false), all('a b')])
    set([add('a', 1), add('b', 0), add('b', 1, false), all('a b')])
    set([add('a', -0), add('b', 0), add('a', 0, false), all('a b')])
  })

  test('of five members one goes: each of the others is at its index', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((name, i) => add(name, i))
    for (const random of Object.keys(RANDOMS)) {
      const left = [range(0, 0, ['a']), range(1, 1, ['b']), range(2, 2, ['d']), range(3, 3, ['e'])]
      set([...five, remove('c', true), ...left, range(4, 4, [])], random)
    }
  })

  test('of three hundred members every third goes: the others move up', () => {
    const names = Array.from({ length: 300 }, (_, i) => `m${String(i).padStart(3, '0')}`)
    const left = names.filter((_, i) => i % 3 !== 0)
    set([
      ...names.map((name, i) => add(name, i)),
      ...names.filter((_, i) => i % 3 === 0).map((name) => remove(name, true)),
      size(200),
      ...left.map((name, i) => range(i, i, [name])),
      range(0, -1, left),
    ])
  })

  test('incrementBy returns the new score, and the member moves', () => {
    set([
      ...players,
      increment('ann', 15, 25),
      all('bob ann cid dan'),
      increment('dan', -30, 10),
      all('dan bob ann cid'),
      increment('bob', 0, 20),
      score('bob', 20),
      size(4),
    ])
  })

  test('incrementBy takes a new member for one of score 0', () => {
    set([
      increment('ann', 0.1, 0.1),
      increment('ann', 0.2, 0.1 + 0.2), // 0.30000000000000004: no sum is rounded
      score('ann', 0.1 + 0.2),
      increment('bob', -1, -1),
      all('bob ann'),
    ])
    set([increment('ann', INFINITY, INFINITY), increment('ann', 5, INFINITY), all('ann')])
  })

  test('a delta that is or makes NaN is a RangeError, and nothing has changed', () => {
    for (const end of [INFINITY, MINUS_INFINITY]) {
      set([
        add('ann', end),
        ['incrementBy', ['ann', -end], rangeError('delta', -end)],
        ['incrementBy', ['ann', NAN], rangeError('delta', NAN)],
        ['incrementBy', ['bob', NAN], rangeError('delta', NAN)],
        score('ann', end),
        increment('ann', end, end),
        size(1),
        all('ann'),
      ])
    }
  })
})
