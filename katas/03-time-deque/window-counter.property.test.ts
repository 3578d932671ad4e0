import { WindowCounter } from '#kata/03-time-deque/window-counter.ts'
import { fc, law, replay, type Step } from '#support'

/** Keeps every hit ever seen and counts by looking at all of them: slow, and right by definition. */
class NaiveCounter {
  readonly #windowMs: number
  readonly #hits: number[] = []
  #latest = Number.NEGATIVE_INFINITY

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  hit(now: number): number {
    this.#latest = Math.max(this.#latest, now)
    this.#hits.push(this.#latest)
    return this.count(now)
  }

  count(now: number): number {
    this.#latest = Math.max(this.#latest, now)
    return this.#hits.filter((t) => this.#latest - t < this.#windowMs).length
  }
}

interface Move {
  readonly method: 'hit' | 'count'
  /** From the `now` of the call before; negative: the clock goes back. */
  readonly after: number
}

/** Steps around the window's length, where the boundary is, and of every other size. */
const moves = (windowMs: number, unit: number, back: boolean): fc.Arbitrary<Move[]> =>
  fc.array(
    fc.record({
      method: fc.constantFrom('hit' as const, 'hit' as const, 'count' as const),
      after: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 0, max: 3 }).map((n) => n * unit) },
        { weight: 3, arbitrary: fc.constantFrom(windowMs - unit, windowMs, windowMs + unit) },
        { weight: 2, arbitrary: fc.integer({ min: 0, max: 2000 }).map((n) => n * unit) },
        ...(back
          ? [{ weight: 2, arbitrary: fc.integer({ min: -2000, max: -1 }).map((n) => n * unit) }]
          : []),
      ),
    }),
    { minLength: 1, maxLength: 60 },
  )

const story = (unit: number, starts: readonly number[], back: boolean) =>
  fc.tuple(fc.integer({ min: 1, max: 200 }), fc.constantFrom(...starts)).chain(([window, start]) =>
    fc.record({
      windowMs: fc.constant(window * unit),
      start: fc.constant(start),
      moves: moves(window * unit, unit, back),
    }),
  )

function agrees({ windowMs, start, moves }: { windowMs: number; start: number; moves: Move[] }) {
  const oracle = new NaiveCounter(windowMs)
  let now = start
  const steps = moves.map(({ method, after }): Step => {
    now += after
    return [method, [now], oracle[method](now)]
  })
  replay(`new WindowCounter(${windowMs})`, () => new WindowCounter(windowMs), steps)
}

const EPOCH = 1_760_000_000_000

law('it agrees with a counter that keeps every hit', story(1, [0, 7, EPOCH], false), agrees)

law('a clock that goes back changes nothing but the order', story(1, [5000, EPOCH], true), agrees)

law(
  'stretch: the same with negative times and eighths of a millisecond',
  story(1 / 8, [-5000.125, -3, 0, 12.5], true),
  agrees,
)
