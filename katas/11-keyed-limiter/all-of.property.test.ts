import { allOf } from '#kata/11-keyed-limiter/keyed-limiter.ts'
import {
  atMostInFrame,
  atMostInWindow,
  fc,
  fixedWindowRule,
  type JudgedLimiter,
  law,
  limiterLaws,
  Model,
  type Rule,
  replay,
  type Step,
  slidingLogRule,
} from '#support'

interface Window {
  readonly limit: number
  readonly windowMs: number
}

interface Options {
  readonly log: Window
  readonly frame: Window
}

/** Allows what all allow, by definition. */
const everyRule = (rules: readonly Rule<unknown>[]): Rule<readonly unknown[]> => ({
  start: rules.map(({ start }) => start),
  allows: (states, now, cost) => rules.every((rule, i) => rule.allows(states[i], now, cost)),
  after: (states, now, cost) => rules.map((rule, i) => rule.after(states[i], now, cost)),
})

const rulesOf = ({ log, frame }: Options) =>
  [slidingLogRule(log), fixedWindowRule(frame)] as unknown as readonly Rule<unknown>[]

const show = ({ limit, windowMs }: Window) => `${limit} in ${windowMs} ms`
const made = ({ log, frame }: Options) => `allOf([${show(log)}, ${show(frame)}, in frames])`
const make = (options: Options) => allOf(rulesOf(options).map((rule) => new Model(rule)))
const modelOf = (options: Options) => new Model(everyRule(rulesOf(options)))

const judged: JudgedLimiter<Options> = {
  made,
  make,
  model: modelOf,
  bound: ({ log, frame }, all) => atMostInWindow(log, all) ?? atMostInFrame(frame, all),
}

const window = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  windowMs: fc.integer({ min: 1, max: 60 }),
})
const options = fc.record({ log: window, frame: window })

limiterLaws(
  judged,
  {
    options,
    periods: ({ log, frame }) => [log.windowMs, frame.windowMs],
    length: 25,
  },
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
  const oracle = modelOf(one.options)
  let now = 1000
  const steps = one.asked.map(({ method, after }): Step => {
    now += after
    return [method, [now], oracle[method](now)]
  })
  replay(made(one.options), () => make(one.options), steps)
})
