import { sameAnswer } from '../call.ts'
import { showDecision } from '../decision-text.ts'
import { asyncLaw, law } from '../law.ts'
import { answersOf } from '../oracles/index.ts'
import type { Allowed } from './bounds.ts'
import type { Answer, Definition } from './definition.ts'
import { Broken, type Call, expectAnswer, type Play, play, playAsync } from './play.ts'
import { type Inputs, type Story, stories } from './story.ts'

/** What a law must know of the limiter that it judges. */
interface Judged<Options> {
  /** How it is made, in the task's words: `new SlidingLog({ limit: 3, windowMs: 1000 })`. */
  readonly made: (options: Options, start: number) => string
  /** Which limiter it is, for the oracle that knows its answers. */
  readonly is: (options: Options, start: number) => Definition
  /** Law 1: what is wrong with the last of these requests, if anything is: each was allowed. */
  readonly bound: (options: Options, allowed: readonly Allowed[]) => string | undefined
}

/** A limiter in one process. */
export interface JudgedLimiter<Options> extends Judged<Options> {
  readonly make: (
    options: Options,
    start: number,
  ) => { tryAcquire(now: number, cost?: number): unknown }
}

/** A limiter on Redis, whose time is the server's. */
export interface JudgedScript<Options> extends Judged<Options> {
  /** Begins a story: what it returns asks, on a key of its own for each `of`. */
  readonly begin: (options: Options) => (call: Call, index: number) => Promise<Answer>
}

export interface LawOptions {
  /** Stories that each law is tried on. */
  readonly runs?: number
  /** Which laws: all of them, if it is left out. */
  readonly only?: readonly LawName[]
}

interface Law<Options> {
  readonly title: string
  /** Whether it holds when the clock goes back, too, and is tried so. */
  readonly back: boolean
  readonly play: (judged: Judged<Options>, story: Story<Options>) => Play
}

export const ALL = ['bound', 'denied', 'retryAfterMs', 'remaining', 'clock', 'oracle'] as const
export type LawName = (typeof ALL)[number]

/** The laws that hold for every limiter; KATAS.md numbers them 1 to 6. */
const laws = <Options>(): Readonly<Record<LawName, Law<Options>>> => ({
  bound: {
    title: 'it never allows more than it promises',
    back: false,
    *play({ bound }, { options, start, asked }) {
      const allowed: Allowed[] = []
      for (const call of calls(start, asked)) {
        const { allowed: isAllowed } = yield call
        if (!isAllowed) continue
        allowed.push({ at: call.now, cost: call.cost })
        const problem = bound(options, allowed)
        if (problem) throw new Broken(problem)
      }
    },
  },
  denied: {
    title: 'denied is free: without the denied requests all else is the same',
    back: false,
    *play(_judged, { start, asked }) {
      const all: { call: Call; answer: Answer }[] = []
      for (const call of calls(start, asked)) all.push({ call, answer: yield call })
      const first = all.findIndex(({ answer }) => !answer.allowed)
      // The first alone, since it may be what denied those after it; then all of them.
      const streams = [
        all.filter((_, i) => i !== first),
        all.filter(({ answer }) => answer.allowed),
      ]
      for (const [i, stream] of streams.entries()) {
        for (const { call, answer } of stream) {
          const alone = yield { ...call, of: 1 + i }
          if (sameAnswer(alone, comparable(answer))) continue
          const what = i === 0 ? 'the first denied request' : 'the denied requests'
          throw new Broken(`with ${what} left in: ${showDecision(answer, alone)}`)
        }
      }
    },
  },
  retryAfterMs: {
    title: 'retryAfterMs is exact: allowed then, and denied a ms earlier',
    back: false,
    *play(_judged, { start, asked }) {
      let shift = 0
      for (const call of calls(start, asked)) {
        const now = call.now + shift
        const { allowed, retryAfterMs } = yield { ...call, now }
        if (allowed) continue
        if (!(Number.isSafeInteger(retryAfterMs) && retryAfterMs >= 1)) {
          throw new Broken('expected a whole retryAfterMs of at least 1')
        }
        const early = yield { ...call, now: now + retryAfterMs - 1 }
        if (early.allowed) throw new Broken(`expected denied: ${retryAfterMs} ms were promised`)
        const then = yield { ...call, now: now + retryAfterMs }
        if (!then.allowed) throw new Broken(`expected allowed: ${retryAfterMs} ms were promised`)
        shift += retryAfterMs
      }
    },
  },
  remaining: {
    title: 'remaining is exact: just so many more are allowed at the same instant',
    back: false,
    *play(_judged, { start, asked }) {
      let last: { call: Call; answer: Answer } | undefined
      for (const call of calls(start, asked)) last = { call, answer: yield call }
      if (!last) return
      const { call, answer } = last
      for (let left = answer.remaining; left > 0; left--) {
        const more = yield { ...call, cost: 1 }
        if (!more.allowed) throw new Broken(`expected allowed: ${answer.remaining} were remaining`)
      }
      const beyond = yield { ...call, cost: 1 }
      if (beyond.allowed) throw new Broken(`expected denied: ${answer.remaining} were remaining`)
    },
  },
  clock: {
    title: 'time never runs back: an earlier now decides as the latest one does',
    back: true,
    *play(_judged, { start, asked }) {
      let latest = start
      for (const call of calls(start, asked)) {
        latest = Math.max(latest, call.now)
        const forward = yield { ...call, of: 1, now: latest }
        expectAnswer(yield call, comparable(forward))
      }
    },
  },
  oracle: {
    title: 'it agrees with a naive limiter',
    back: true,
    *play({ is }, { options, start, asked }) {
      const all = [...calls(start, asked)]
      const right = answersOf(
        is(options, start),
        all.map(({ now, cost }) => ({ now, cost })),
      )
      for (const [i, call] of all.entries()) expectAnswer(yield call, right[i] as Answer)
    },
  },
})

/** The delay of a denied request means nothing. */
const comparable = ({ allowed, remaining, retryAfterMs, delayMs }: Answer): Answer => ({
  allowed,
  remaining,
  retryAfterMs,
  ...(allowed && delayMs !== undefined && { delayMs }),
})

function* calls(start: number, asked: Story<unknown>['asked']): Generator<Call> {
  let now = start
  for (const { after, cost } of asked) {
    now += after
    yield { of: 0, now, cost }
  }
}

/**
 * Registers a test for each of the limiter laws, on stories of these inputs. At stretch the titles begin
 * with `stretch: `.
 */
export function limiterLaws<Options>(
  judged: JudgedLimiter<Options>,
  inputs: Inputs<Options>,
  level: 'core' | 'stretch' = 'core',
  { only = ALL, runs = 100 }: LawOptions = {},
): void {
  for (const name of only) {
    const { title, input, holds } = lawOf(name, judged, inputs)
    law(titleAt(level, title, inputs), input, holds, { runs })
  }
}

/** One law of a limiter as a property: `holds` throws on a story that breaks it. */
export function lawOf<Options>(
  name: LawName,
  judged: JudgedLimiter<Options>,
  inputs: Inputs<Options>,
) {
  const { title, back, play: asks } = laws<Options>()[name]
  const showsCost = inputs.costs !== undefined
  const holds = (story: Story<Options>) => {
    const { options, start } = story
    const make = () => judged.make(options, start)
    play({ made: judged.made(options, start), make, showsCost }, asks(judged, story))
  }
  return { title, input: stories(inputs, back), holds }
}

/** The same for a script on Redis. Its clock is the server's, which does not run back. */
export function scriptLaws<Options>(
  judged: JudgedScript<Options>,
  inputs: Inputs<Options>,
  level: 'core' | 'stretch' = 'core',
  { only = ALL, runs = 30 }: LawOptions = {},
): void {
  const all = laws<Options>()
  for (const name of only.filter((name) => name !== 'clock')) {
    const { title, play: asks } = all[name]
    asyncLaw(
      titleAt(level, title, inputs),
      stories({ starts: [0], ...inputs }, false),
      async (story) => {
        const made = judged.made(story.options, story.start)
        const ask = judged.begin(story.options)
        await playAsync({ made, ask, showsCost: inputs.costs !== undefined }, asks(judged, story))
      },
      { runs },
    )
  }
}

function titleAt<Options>(level: string, title: string, { unit = 1 }: Inputs<Options>): string {
  if (level === 'core') return title
  return `stretch: ${title}${unit === 1 ? '' : ', between the milliseconds too'}`
}
