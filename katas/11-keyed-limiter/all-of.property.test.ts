import { allOf } from '#kata/11-keyed-limiter/keyed-limiter.ts'
import {
  answersOf,
  atMostInBursts,
  Bursts,
  type Definition,
  fc,
  type JudgedLimiter,
  law,
  limiterLaws,
  replay,
  type Step,
} from '#support'

interface Burst {
  readonly limit: number
  readonly pauseMs: number
}

type Options = readonly [Burst, Burst]

const show = ({ limit, pauseMs }: Burst) => `${limit} a burst, ${pauseMs} ms apart`
const made = (bursts: Options) => `allOf([${bursts.map(show).join('; ')}])`
const make = (bursts: Options) => allOf(bursts.map((one) => new Bursts(one)))
const definitionOf = (bursts: Options): Definition => ({
  is: 'all of',
  of: bursts.map((one) => ({ is: 'bursts' as const, ...one })),
})

const judged: JudgedLimiter<Options> = {
  made,
  make,
  is: definitionOf,
  bound: ([one, other], all) => atMostInBursts(one, all) ?? atMostInBursts(other, all),
}

const burst = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  pauseMs: fc.integer({ min: 1, max: 60 }),
})
const options = fc.tuple(burst, burst)

limiterLaws(
  judged,
  { options, periods: (bursts) => bursts.map(({ pauseMs }) => pauseMs), length: 25 },
  'stretch',
  { runs: 40 },
)

const story = fc.record({
  options,
  asked: fc.array(
    fc.record({
      method: fc.constantFrom('peek' as const, 'tryAcquire' as const),
      after: fc.integer({ min: -40, max: 70 }),
    }),
    { minLength: 1, maxLength: 30 },
  ),
})

law('stretch: peek says what tryAcquire would, and changes nothing but the clock', story, (one) => {
  let now = 1000
  const calls = one.asked.map(({ method, after }) => {
    now += after
    return { now, peeks: method === 'peek' }
  })
  const answers = answersOf(definitionOf(one.options), calls)
  const steps = calls.map(({ now, peeks }, i): Step => {
    return [peeks ? 'peek' : 'tryAcquire', [now], answers[i]]
  })
  replay(made(one.options), () => make(one.options), steps)
})
