import { describe, test } from 'vitest'
import { SortedSet } from '#kata/12-sorted-set/sorted-set.ts'
import { RANDOMS, rangeError, replaySet, type Step, setSteps } from '#support'

const { NaN: NAN, POSITIVE_INFINITY: INFINITY, NEGATIVE_INFINITY: MINUS_INFINITY } = Number

const set = (steps: readonly Step[], random = 'random') =>
  replaySet(`new SortedSet(${random})`, () => new SortedSet(RANDOMS[random]?.()), steps)

const { add, all, byScore, range, rank, score, size } = setSteps

/** Four players, not added in their order. */
const players = [add('bob', 20), add('dan', 40), add('ann', 10), add('cid', 30)]

// Asks for `rank`, too.
describe('step 4: rank', () => {
  test('rank counts the members before, so the first has 0', () => {
    set([...players, rank('ann', 0), rank('bob', 1), rank('cid', 2), rank('dan', 3)])
    set([rank('ann', undefined), add('ann', 7), rank('ann', 0), rank('bob', undefined)])
  })

  test('of equal scores the names decide', () => {
    set([add('b', 1), add('c', 1), add('a', 1), rank('a', 0), rank('b', 1), rank('c', 2)])
  })

  test('rank follows who comes, goes and moves', () => {
    set([
      ...players,
      add('abe', 5),
      rank('dan', 4),
      ['remove', ['bob'], true],
      rank('dan', 3),
      rank('bob', undefined),
      ['incrementBy', ['abe', 100], 105],
      rank('abe', 3),
      rank('dan', 2),
      add('ann', 30, false),
      rank('ann', 0),
      rank('cid', 1),
    ])
  })

  test('each of three hundred members has the index where it stands, whoever came and went', () => {
    const name = (i: number) => `m${String(i).padStart(3, '0')}`
    set([
      ...Array.from({ length: 300 }, (_, i) =>
        add(name((i * 7) % 300), Math.floor(((i * 7) % 300) / 4)),
      ),
      ...Array.from({ length: 100 }, (_, i): Step => ['remove', [name(3 * i)], true]),
      ...Array.from({ length: 100 }, (_, i) => rank(name(3 * i + 1), 2 * i)),
      ...Array.from({ length: 100 }, (_, i) => rank(name(3 * i + 2), 2 * i + 1)),
      ...Array.from({ length: 100 }, (_, i) => add(name(3 * i), -1)),
      ...Array.from({ length: 100 }, (_, i) => rank(name(3 * i), i)),
      ...Array.from({ length: 100 }, (_, i) => rank(name(3 * i + 1), 100 + 2 * i)),
    ])
  })

  test('a leaderboard: the best three, and one player', () => {
    const wins = ['ann', 'bob', 'ann', 'cid', 'ann', 'bob', 'dan']
    set([
      // Scores below 0, so that the best stands first.
      ...wins.map((member, i): Step => {
        const sofar = wins.slice(0, i + 1).filter((one) => one === member).length
        return ['incrementBy', [member, -10], -10 * sofar]
      }),
      range(0, 2, ['ann', 'bob', 'cid']),
      rank('dan', 3),
      score('dan', -10),
    ])
  })
})

// Asks for `rangeByScore` and `removeRangeByScore`, too.
describe('step 5: by score', () => {
  const removeByScore = (min: number, max: number, expected: number): Step => [
    'removeRangeByScore',
    [min, max],
    expected,
  ]

  test('min and max are both in', () => {
    set([
      ...players,
      byScore(20, 30, 'bob cid'),
      byScore(20, 20, 'bob'),
      byScore(19.5, 30.5, 'bob cid'),
      byScore(20.5, 29.5, ''),
      byScore(0, 10, 'ann'),
    ])
  })

  test('an infinite bound leaves that side open, and infinite scores are in', () => {
    set([
      ...players,
      add('end', INFINITY),
      byScore(MINUS_INFINITY, 20, 'ann bob'),
      byScore(30, INFINITY, 'cid dan end'),
      byScore(MINUS_INFINITY, INFINITY, 'ann bob cid dan end'),
      byScore(INFINITY, INFINITY, 'end'),
      byScore(MINUS_INFINITY, MINUS_INFINITY, ''),
    ])
    set([
      add('first', MINUS_INFINITY),
      add('ann', 0),
      byScore(MINUS_INFINITY, 0, 'first ann'),
      byScore(MINUS_INFINITY, MINUS_INFINITY, 'first'),
    ])
  })

  test('where nothing lies between min and max there is nothing', () => {
    set([
      byScore(0, 9, ''),
      ...players,
      byScore(41, 99, ''),
      byScore(-9, 9, ''),
      byScore(30, 20, ''),
    ])
    set([...players, byScore(INFINITY, MINUS_INFINITY, ''), removeByScore(30, 20, 0), size(4)])
  })

  test('all members of equal score are in, in order of their names', () => {
    set([add('c', 1), add('a', 1), add('d', 2), add('b', 1), byScore(1, 1, 'a b c')])
    set([add('b', 0), add('a', -0), byScore(0, 0, 'a b'), byScore(-0, -0, 'a b')])
  })

  test('who moves after a question is found where they are then', () => {
    set([add('a', 1), add('b', 2), byScore(0, 9, 'a b'), add('a', 3, false), all('b a')])
    set([add('a', 1), add('b', 2), byScore(0, 9, 'a b'), add('a', 3, false), byScore(0, 9, 'b a')])
  })

  test('a hundred members go at once', () => {
    const names = Array.from({ length: 100 }, (_, i) => `m${i}`)
    set([...names.map((name, i) => add(name, i)), removeByScore(0, 99, 100), size(0), all('')])
  })

  test('removeRangeByScore returns how many went, and they are gone', () => {
    set([
      ...players,
      removeByScore(20, 30, 2),
      all('ann dan'),
      size(2),
      score('bob', undefined),
      rank('cid', undefined),
      rank('dan', 1),
      removeByScore(20, 30, 0),
      add('bob', 20),
      all('ann bob dan'),
      ['remove', ['cid'], false],
    ])
    set([...players, removeByScore(MINUS_INFINITY, INFINITY, 4), size(0), all(''), add('ann', 1)])
    set([add('c', 1), add('a', 1), add('b', 2), removeByScore(1, 1, 2), all('b')])
  })

  test('a NaN bound is a RangeError, and nothing has changed', () => {
    for (const method of ['rangeByScore', 'removeRangeByScore']) {
      set([
        ...players,
        [method, [NAN, 30], rangeError('min', NAN)],
        [method, [10, NAN], rangeError('max', NAN)],
        all('ann bob cid dan'),
      ])
      set([
        [method, [NAN, 30], rangeError('min', NAN)],
        [method, [10, NAN], rangeError('max', NAN)],
      ])
    }
  })

  test('delayed jobs: those that are due come out once, the oldest first', () => {
    set([
      add('mail:7', 5000),
      add('retry:3', 1500),
      add('mail:8', 1000),
      byScore(MINUS_INFINITY, 999, ''),
      byScore(MINUS_INFINITY, 1500, 'mail:8 retry:3'),
      removeByScore(MINUS_INFINITY, 1500, 2),
      byScore(MINUS_INFINITY, 1500, ''),
      add('mail:7', 9000, false), // put off
      byScore(MINUS_INFINITY, 5000, ''),
      byScore(MINUS_INFINITY, 9000, 'mail:7'),
    ])
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: members of equal score stand in order of code points, as Redis has them', () => {
    // U+FFE5 and U+1F600, which UTF-16 writes as D83D DE00.
    set([add('😀', 1), add('￥', 1), add('a', 1), all('a ￥ 😀'), rank('😀', 2)])
    set([add('é', 1), add('z', 1), add('a😀', 1), add('a\u{ffff}', 1), all('a\u{ffff} a😀 z é')])
    // U+D55C, just below the surrogates; U+F900; and the first above U+FFFF, D800 DC00 in UTF-16.
    set([add('𐀀', 1), add('\u{f900}', 1), add('한', 1), all('한 \u{f900} 𐀀')])
  })

  test('stretch: two spellings of one letter are two members', () => {
    set([add('\u{e9}', 1), add('e\u{301}', 1), size(2), all('e\u{301} \u{e9}')])
  })
})
