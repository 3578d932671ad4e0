import { KeyedLimiter } from '#kata/11-keyed-limiter/keyed-limiter.ts'
import {
  allowed,
  atMostInBursts,
  Bursts,
  denied,
  EPOCH,
  fc,
  type JudgedLimiter,
  law,
  limiterLaws,
  replay,
  type Step,
} from '#support'

/** Lets in two requests, and no more however long one waits; a new one is told apart by when it was made. */
const quota = (createdAt: number) => {
  let left = 2
  return {
    tryAcquire: (now: number) => ({
      ...(left > 0 ? allowed(--left) : denied(1000)),
      createdAt,
      askedAt: now,
    }),
  }
}

/** Remembers all keys for ever, and looks at how long ago each was asked for. */
class NaiveKeyed {
  readonly #idleMs: number
  readonly #keys = new Map<string, { limiter: ReturnType<typeof quota>; askedAt: number }>()
  latest = Number.NEGATIVE_INFINITY

  constructor(idleMs: number) {
    this.#idleMs = idleMs
  }

  tryAcquire(key: string, now: number) {
    this.latest = Math.max(this.latest, now)
    const known = this.#keys.get(key)
    const limiter = known && this.#isLive(known) ? known.limiter : quota(this.latest)
    this.#keys.set(key, { limiter, askedAt: this.latest })
    const { createdAt, askedAt, ...decision } = limiter.tryAcquire(this.latest)
    return { decision, createdAt, askedAt }
  }

  get size(): number {
    return [...this.#keys.values()].filter((one) => this.#isLive(one)).length
  }

  #isLive({ askedAt }: { askedAt: number }): boolean {
    return this.latest - askedAt < this.#idleMs
  }
}

const KEYS = ['ann', 'bob', '', '__proto__', '10', '9']

interface Story {
  readonly idleMs: number
  readonly start: number
  readonly asked: readonly { readonly key: string; readonly after: number }[]
}

/** Requests of a few keys, with steps around idleMs, where keys are forgotten, and of other sizes. */
const stories = (unit: number, starts: readonly number[], back: boolean): fc.Arbitrary<Story> =>
  fc.integer({ min: 1, max: 100 }).chain((idle) => {
    const steps = (min: number, max: number) => fc.integer({ min, max }).map((n) => n * unit)
    const after = fc.oneof(
      { weight: 4, arbitrary: steps(0, 3) },
      { weight: 3, arbitrary: steps(0, idle) },
      { weight: 2, arbitrary: steps(idle - 1, idle + 1) },
      { weight: 1, arbitrary: steps(0, 5 * idle) },
      ...(back ? [{ weight: 2, arbitrary: steps(-2 * idle, -1) }] : []),
    )
    return fc.record({
      idleMs: fc.constant(idle * unit),
      start: fc.constantFrom(...starts),
      asked: fc.array(fc.record({ key: fc.constantFrom(...KEYS), after }), {
        minLength: 1,
        maxLength: 40,
      }),
    })
  })

/** A keyed limiter with what the tests ask it besides: when limiters were made and asked. */
function watched(idleMs: number) {
  let created = Number.NaN
  let asked = Number.NaN
  const create = (now: number) => {
    const one = quota(now)
    return {
      tryAcquire: (now: number) => {
        const { createdAt, askedAt, ...decision } = one.tryAcquire(now)
        created = createdAt
        asked = askedAt
        return decision
      },
    }
  }
  const limiter = new KeyedLimiter({ create, idleMs })
  return {
    tryAcquire: (key: string, now: number) => limiter.tryAcquire(key, now),
    size: () => limiter.size,
    askedAt: () => asked,
    createdAt: () => created,
  }
}

const made = (idleMs: number) => `new KeyedLimiter({ create: a quota of 2, idleMs: ${idleMs} })`

function agrees({ idleMs, start, asked }: Story) {
  const oracle = new NaiveKeyed(idleMs)
  let now = start
  const steps = asked.flatMap(({ key, after }): Step[] => {
    now += after
    const { decision, createdAt, askedAt } = oracle.tryAcquire(key, now)
    return [
      ['tryAcquire', [key, now], decision],
      ['createdAt', [], createdAt],
      ['askedAt', [], askedAt],
    ]
  })
  replay(made(idleMs), () => watched(idleMs), steps)
}

/** `size` may lag by a few calls: a hundred are made. */
function followsItsKeys({ idleMs, start, asked }: Story) {
  const oracle = new NaiveKeyed(idleMs)
  let now = start
  const steps = asked.map(({ key, after }): Step => {
    now += after
    return ['tryAcquire', [key, now], oracle.tryAcquire(key, now).decision]
  })
  for (let i = 0; i < 100; i++) {
    const { decision } = oracle.tryAcquire('last', oracle.latest)
    steps.push(['tryAcquire', ['last', oracle.latest], decision])
  }
  replay(made(idleMs), () => watched(idleMs), [...steps, ['size', [], oracle.size]])
}

function keysAreAlone({ idleMs, start, asked }: Story) {
  const together = watched(idleMs)
  let now = start
  const requests = asked.map(({ key, after }) => {
    now += after
    return { key, now, decision: together.tryAcquire(key, now) }
  })
  for (const one of new Set(requests.map(({ key }) => key))) {
    const steps = requests
      .filter(({ key }) => key === one)
      .map(({ key, now, decision }): Step => ['tryAcquire', [key, now], decision])
    replay(`${made(idleMs)}, one key alone`, () => watched(idleMs), steps)
  }
}

const core = (back: boolean) => stories(1, [0, 7, EPOCH], back)
const fractions = stories(1 / 8, [-5000.125, -3, 0, 12.5, EPOCH], true)

law(
  'it agrees with one that remembers all keys and when they were asked for',
  core(false),
  agrees,
  {
    runs: 100,
  },
)
law('a clock that goes back, for whatever key, changes nothing', core(true), agrees, { runs: 100 })
law('size is the keys of the last idleMs, a few calls later', core(true), followsItsKeys, {
  runs: 50,
})
law('keys do not disturb each other', core(false), keysAreAlone, { runs: 100 })

interface Options {
  readonly limit: number
  readonly pauseMs: number
}

/** One key, asked for among others. The limiter's laws hold for it, though it is forgotten now and then. */
const judged: JudgedLimiter<Options> = {
  made: ({ limit, pauseMs }) =>
    `new KeyedLimiter({ create: ${limit} a burst, idleMs: ${pauseMs}, which is the pause })`,
  make: (options) => {
    const keyed = new KeyedLimiter({
      create: () => new Bursts(options),
      idleMs: options.pauseMs,
    })
    return {
      tryAcquire: (now: number) => {
        keyed.tryAcquire('before', now)
        const decision = keyed.tryAcquire('ann', now)
        keyed.tryAcquire(`after ${now}`, now)
        return decision
      },
    }
  },
  is: (options) => ({ is: 'bursts', ...options }),
  bound: atMostInBursts,
}

limiterLaws(
  judged,
  {
    options: fc.record({
      limit: fc.integer({ min: 1, max: 4 }),
      pauseMs: fc.integer({ min: 1, max: 100 }),
    }),
    periods: ({ pauseMs }) => [pauseMs],
    length: 25,
  },
  'core',
  { runs: 40 },
)

law('stretch: it agrees between the milliseconds and before 0, too', fractions, agrees, {
  runs: 100,
})
law('stretch: size follows its keys there, too', fractions, followsItsKeys, { runs: 50 })
