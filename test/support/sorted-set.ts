import fc from 'fast-check'
import { setAnswers } from './oracles/index.ts'
import { rangeError, replay, type Step } from './timeline.ts'
import { uniform } from './uniform.ts'

/** What kata 12 asks for. */
export interface SortedSetLike {
  readonly size: number
  add(member: string, score: number): boolean
  incrementBy(member: string, delta: number): number
  remove(member: string): boolean
  score(member: string): number | undefined
  rank(member: string): number | undefined
  range(start: number, stop: number): string[]
  rangeByScore(min: number, max: number): string[]
  removeRangeByScore(min: number, max: number): number
}

export type SetMethod = keyof SortedSetLike

/** What a call of a set came to; NaN where it is refused. */
export interface SetAnswer {
  readonly returned?: unknown
}

/** A call without its answer; `size`, which is no method, has no arguments. */
export type SetCommand = readonly [method: SetMethod, args: readonly (string | number)[]]

/** What `random` may be, by how it would be written. */
export const RANDOMS: Readonly<Record<string, () => () => number>> = {
  random: () => uniform(),
  '() => random() / 2': () => {
    const random = uniform()
    return () => random() / 2
  },
  '() => 0': () => () => 0,
  '() => 0.25': () => () => 0.25,
  '() => 0.5': () => () => 0.5,
  '() => 1 - 2 ** -53': () => () => 1 - 2 ** -53,
  '() => 1': () => () => 1,
}

/** The steps of a timeline, each with the right answer. `all` and `byScore` name members as in `'ann bob'`. */
export const setSteps = {
  add: (member: string, score: number, isNew = true): Step => ['add', [member, score], isNew],
  score: (member: string, expected: number | undefined): Step => ['score', [member], expected],
  size: (expected: number): Step => ['size', [], expected],
  rank: (member: string, expected: number | undefined): Step => ['rank', [member], expected],
  range: (start: number, stop: number, expected: readonly string[]): Step => [
    'range',
    [start, stop],
    expected,
  ],
  all: (members: string): Step => ['range', [0, -1], members.split(' ').filter(Boolean)],
  byScore: (min: number, max: number, members: string): Step => [
    'rangeByScore',
    [min, max],
    members.split(' ').filter(Boolean),
  ],
} as const

/** Replays the calls on a set, as `replay` does, and holds every answer. */
export const replaySet = (made: string, make: () => SortedSetLike, steps: readonly Step[]): void =>
  replay(made, () => reading(make()), steps)

/** The set with `size` as a method, as the steps of a timeline are calls. */
export const reading = (set: SortedSetLike): Calls => ({
  size: () => set.size,
  ...Object.fromEntries(
    METHODS.filter((name) => typeof set[name] === 'function').map((name) => [
      name,
      (...args: readonly unknown[]) => (set as unknown as Calls)[name]?.(...args),
    ]),
  ),
})

type Calls = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

const METHODS = [
  ...(['add', 'incrementBy', 'remove', 'score', 'rank'] as const),
  ...(['range', 'rangeByScore', 'removeRangeByScore'] as const),
]

/** The commands as steps, with the answers of a set that sorts whenever it is asked. */
export function answeredNaively(commands: readonly SetCommand[]): Step[] {
  const answers = setAnswers(commands)
  return commands.map(([method, args], i): Step => {
    const answer = answers[i]
    // The one error in a random command: the sum of the two infinities.
    const isRefused = method === 'incrementBy' && Number.isNaN(answer?.returned)
    return [method, args, isRefused ? rangeError('delta', args[1]) : answer?.returned]
  })
}

/** Printable ASCII: in order by bytes, and not as a dictionary or a number has it. */
export const ASCII = ['a', 'b', 'c', 'B', 'aa', 'a b', '10', '9', '', '_', '~', '__proto__']

/** On both sides of the surrogates, of which UTF-16 makes all above U+FFFF. */
export const UNICODE = [
  'a',
  'é',
  'a😀',
  'aé',
  '\u{d7ff}',
  '\u{e000}',
  '￥',
  '\u{ffff}',
  '😀',
  '🥇',
  '😀￥',
]

const scores: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 2 }) },
  { weight: 2, arbitrary: fc.constantFrom(0, -0, 0.5, 1e300, -1e300, 1_760_000_000_000) },
  { weight: 1, arbitrary: fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) },
  { weight: 1, arbitrary: fc.double({ noNaN: true }) },
)

const indices: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -4, max: 4 }) },
  { weight: 2, arbitrary: fc.integer({ min: -20, max: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom(1_000_000, -1_000_000) },
)

/** One random command of these methods; a method that stands there twice comes twice as often. */
export function setCommand(
  methods: readonly SetMethod[],
  members: readonly string[],
): fc.Arbitrary<SetCommand> {
  const member = fc.constantFrom(...members)
  const args: Record<SetMethod, fc.Arbitrary<(string | number)[]>> = {
    size: fc.constant([]),
    add: fc.tuple(member, scores),
    incrementBy: fc.tuple(member, scores),
    remove: fc.tuple(member),
    score: fc.tuple(member),
    rank: fc.tuple(member),
    range: fc.tuple(indices, indices),
    rangeByScore: fc.tuple(scores, scores),
    removeRangeByScore: fc.tuple(scores, scores),
  }
  return fc.oneof(
    ...methods.map((method) => args[method].map((given): SetCommand => [method, given])),
  )
}
