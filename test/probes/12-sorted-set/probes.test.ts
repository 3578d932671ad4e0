import { SortedSet } from '#kata/12-sorted-set/sorted-set.ts'
import { cost, growth, metered, once, probe, uniform } from '#support'

type Entry = readonly [member: string, score: number]

/** Comes last in each set, and is left out of what is noted: who leaves the last one out has another mistake. */
const LAST = 'zz'

/** A set of all on one level, so that only the topics about levels show who has them wrong. */
function setOf(entries: readonly Entry[], random: () => number = () => 1): SortedSet {
  const set = new SortedSet(random)
  set.add(LAST, 1e9)
  for (const [member, score] of entries) set.add(member, score)
  return set
}

const order = (set: SortedSet) => set.range(0, 99).filter((member) => member !== LAST)
/** Of one that is there twice only the first. */
const orderOnce = (set: SortedSet) => [...new Set(order(set))]
const atOne = (names: readonly string[]) => setOf(names.map((name): Entry => [name, 1]))
const abc = () =>
  setOf([
    ['ann', 10],
    ['bob', 20],
    ['cid', 30],
  ])

probe('whether a member is new', (see) => {
  const set = abc()
  for (const score of [35, 10, 10, 20]) see('add', () => set.add('ann', score))
  for (const score of [1, 1, 2]) see('add', () => set.add('dan', score))
})

probe('another score', (see) => {
  for (const [member, score] of [
    ['ann', 25],
    ['ann', 40],
    ['bob', 35],
    ['cid', 5],
  ] as const) {
    const set = abc()
    set.add(member, score)
    see('order', () => order(set))
  }
})

const NAMES = ['cid', 'ann', 'dan', 'bob']
const byName = (names: readonly string[]) => `${orderOnce(atOne(names))}` === `${names.toSorted()}`

probe('members of equal score', (see) => {
  see('order', () => order(atOne(NAMES)))
  see('order', () => order(atOne(NAMES.toReversed())))
})

probe('moved among equals', (see) => {
  if (!byName(NAMES)) return
  for (const [name, entries] of [
    ['ann', { bob: 1, ann: 2 }],
    ['ann', { bob: 1, cid: 1, ann: 5 }],
    ['bob', { ann: 1, cid: 1, bob: 3, dan: 4 }],
  ] as const) {
    const set = setOf(Object.entries(entries))
    set.add(name, 1)
    see('order', () => orderOnce(set))
  }
})

probe('asked, moved and asked again', (see) => {
  for (const [member, score] of [
    ['cid', 5],
    ['bob', 3],
    ['cid', 15],
  ] as const) {
    const set = abc()
    set.rangeByScore(0, 1e10)
    set.add(member, score)
    see('order', () => orderOnce(set))
  }
})

// They come as they are to stand.
probe('names of other signs', (see) => {
  see('order', () => order(atOne(['10', '9', 'B', 'Z', '_', 'a', 'a b', 'aa'])))
})

// Stretch. As a dictionary has them, too.
probe('names beyond U+FFFF', (see) => {
  for (const names of ['\u{fb00} \u{10348}', '\u{ff21} \u{10400}']) {
    see('order', () => orderOnce(setOf(names.split(' ').map((name) => [name, -1]))))
  }
})

probe('infinite scores', (see) => {
  const low = Number.NEGATIVE_INFINITY
  for (const n of [2, 3]) {
    see('order', () => order(setOf(['ann', 'bob', 'cid'].slice(0, n).map((name) => [name, low]))))
  }
})

probe('from start to stop', (see) => {
  for (const [start, stop] of [
    [0, 0],
    [1, 2],
    [0, 1],
    [2, 2],
    [-3, -2],
  ] as const) {
    see('range', () => abc().range(start, stop))
  }
})

probe('a start below the first', (see) => {
  for (const start of [-5, -6, -99]) see('first', () => abc().range(start, 2)[0])
})

probe('from min to max', (see) => {
  for (const [min, max] of [
    [10, 20],
    [20, 20],
    [15, 30],
    [0, 10],
  ] as const) {
    see('range', () => abc().rangeByScore(min, max))
    see('removed', () => abc().removeRangeByScore(min, max))
  }
})

probe('taken out by score', (see) => {
  for (const far of [5, 15]) {
    const set = abc()
    set.removeRangeByScore(20 - far, 20 + far)
    for (const name of ['ann', 'bob', 'cid']) see('score', () => set.score(name))
  }
})

const refuses = (call: () => unknown) => {
  try {
    call()
    return false
  } catch (error) {
    return error instanceof RangeError
  }
}
const bounds = [
  [Number.NaN, 30],
  [10, Number.NaN],
] as const

probe('bounds that are no numbers', (see) => {
  for (const [min, max] of bounds) {
    see('range', () => abc().rangeByScore(min, max))
    see('remove', () => abc().removeRangeByScore(min, max))
  }
})

probe('bounds that are no numbers, where nobody is', (see) => {
  if (!refuses(() => abc().removeRangeByScore(Number.NaN, 30))) return
  for (const [min, max] of bounds) {
    see('range', () => new SortedSet().rangeByScore(min, max))
    see('remove', () => new SortedSet().removeRangeByScore(min, max))
  }
})

probe('indices that are not whole, where nobody is', (see) => {
  for (const [start, stop] of [
    [0.5, 1],
    [0, 1.5],
    [Number.NaN, 1],
  ] as const) {
    see('range', () => new SortedSet().range(start, stop))
  }
})

probe('a sum that is no number', (see) => {
  for (const infinite of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    see('sum', () => setOf([['ann', infinite]]).incrementBy('ann', -infinite))
  }
})

probe('the rank of nobody', (see) => {
  see('rank', () => new SortedSet().rank('ann'))
  see('rank', () => abc().rank('dan'))
  const set = abc()
  set.remove('bob')
  see('rank', () => set.rank('bob'))
})

probe('ranks', (see) => {
  for (const name of ['ann', 'bob', 'cid', LAST]) see('rank', () => abc().rank(name))
})

/** Sixty members in no order, whose ranks are counted from the first one's. */
function sixty() {
  const name = (i: number) => `m${String(i).padStart(2, '0')}`
  const entries = Array.from({ length: 60 }, (_, i): Entry => [name((i * 37) % 60), (i * 37) % 60])
  const set = setOf(entries, uniform())
  const ahead = (i: number) => Number(set.rank(name(i))) - Number(set.rank(name(0)))
  return { set, name, ahead }
}

probe('ranks among sixty', (see) => {
  const { ahead } = sixty()
  for (const i of [3, 11, 17, 24, 38, 45, 52, 59]) see('ahead', () => ahead(i))
})

probe('ranks when every third has gone', (see) => {
  const { set, name, ahead } = sixty()
  if ([17, 38, 59].some((i) => ahead(i) !== i)) return
  for (let i = 1; i < 60; i += 3) set.remove(name(i))
  for (const i of [3, 11, 17, 24, 38, 45, 53, 59]) see('ahead', () => ahead(i))
})

probe('a random that is always 0', (see) => {
  const ends = () => cost(() => new SortedSet(() => 0).add('ann', 1), 50_000) < 50_000
  for (let i = 0; i < 2; i++) see('ends', ends)
})

probe('names that every object has', (see) => {
  for (const name of ['constructor', 'toString', 'valueOf', 'hasOwnProperty']) {
    see('add', () => new SortedSet(() => 1).add(name, 4))
  }
})

const name = (i: number) => `m${String(i).padStart(4, '0')}`
const N = 64
type Each = (set: SortedSet, i: number, n: number) => unknown

/** The cost of doing this n times, to a set of n members (none for a cost of adding them). */
const grows = (score: ((i: number, n: number) => number) | undefined, each: Each) =>
  growth(N, (n) => {
    // With steps of its own: those of what was measured before may be spent.
    const set = metered(() => {
      const made = new SortedSet(uniform())
      for (let i = 0; score && i < n; i++) made.add(name(i), score(i, n))
      return made
    })
    return () => {
      for (let i = 0; i < n; i++) each(set, i, n)
    }
  })

const rising = (i: number) => i
const equal = () => 0
const add = {
  rising: () => grows(undefined, (set, i) => set.add(name(i), i)),
  falling: () => grows(undefined, (set, i) => set.add(name(i), -i)),
  mixed: () => grows(undefined, (set, i, n) => set.add(name(i), (i * 37) % n)),
}
/** Each comes to the front, where a list is quick. */
const addAndAsk = (ask: (set: SortedSet, i: number) => unknown) =>
  grows(undefined, (set, i) => {
    set.add(name(i), -i)
    ask(set, i)
  })
const inTurn = () => addAndAsk((set, i) => set.rank(name(i)))

probe('the cost of adding', (see) => {
  for (const run of Object.values(add)) see('cost', run)
})

const addsQuickly = once(() => Object.values(add).every((run) => run() !== 'faster'))

probe('the cost of a rank while others come', (see) => {
  if (!addsQuickly()) return
  see('cost', inTurn)
  see('cost', () => addAndAsk((set) => set.range(0, 0)))
})

const sound = once(() => addsQuickly() && inTurn() !== 'faster')

probe('the cost of a rank', (see) => {
  if (!sound()) return
  see('cost', () => grows(rising, (set, _, n) => set.rank(name(n - 1))))
  see('cost', () => grows(rising, (set) => set.rank(name(0))))
})

probe('the cost of a range by index', (see) => {
  if (!sound()) return
  see('cost', () => grows(rising, (set, _, n) => set.range(n - 2, n - 1)))
  see('cost', () => grows(rising, (set) => set.range(0, 1)))
})

probe('the cost of removing', (see) => {
  if (!sound()) return
  see('cost', () => grows(equal, (set, i, n) => set.remove(name(n - 1 - i))))
  see('cost', () => grows(rising, (set, i, n) => set.remove(name(n - 1 - i))))
})

probe('the cost of a range by score', (see) => {
  if (!sound()) return
  see('cost', () => grows(equal, (set) => set.rangeByScore(0, -1)))
  see('cost', () => grows(equal, (set) => set.rangeByScore(5, 5)))
})
