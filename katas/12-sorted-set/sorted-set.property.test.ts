import { describe } from 'vitest'
import { SortedSet } from '#kata/12-sorted-set/sorted-set.ts'
import {
  ASCII,
  answeredNaively,
  fc,
  law,
  RANDOMS,
  replaySet,
  type SetCommand,
  type SetMethod,
  setCommand,
  UNICODE,
} from '#support'

interface Story {
  readonly random: string
  readonly commands: readonly SetCommand[]
}

const story = (methods: readonly SetMethod[], members: readonly string[]): fc.Arbitrary<Story> =>
  fc.record({
    // Most of them mixed: where all members are alike, fewer mistakes show.
    random: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...Object.keys(RANDOMS)) },
      { weight: 2, arbitrary: fc.constantFrom('random', '() => random() / 2') },
    ),
    commands: fc.array(setCommand(methods, members), { minLength: 1, maxLength: 60 }),
  })

function agrees({ random, commands }: Story): void {
  const make = () => new SortedSet(RANDOMS[random]?.())
  replaySet(`new SortedSet(${random})`, make, answeredNaively(commands))
}

/** A known member keeps its score: each comes with the score that its name has. */
const keepingScores = ({ random, commands }: Story): Story => ({
  random,
  commands: commands.map(([method, args]): SetCommand => {
    if (method !== 'add') return [method, args]
    return ['add', [args[0] as string, ASCII.indexOf(args[0] as string) % 3]]
  }),
})

const step1 = ['add', 'add', 'score', 'size'] as const
const step2 = ['add', 'add', 'range', 'score'] as const
const step3 = ['add', 'add', 'incrementBy', 'remove', 'range', 'score', 'size'] as const
const step4 = [...step3, 'rank', 'rank'] as const
const step5 = [...step4, 'add', 'add', 'rangeByScore', 'removeRangeByScore'] as const

const runs = { runs: 100 }

describe('step 1: add, score, size', () => {
  law(
    'it knows what was added, as a set that sorts when asked does',
    story(step1, ASCII).map(keepingScores),
    agrees,
    runs,
  )
})

describe('step 2: order and range', () => {
  law(
    'its ranges are those of a set that sorts when asked',
    story(step2, ASCII).map(keepingScores),
    agrees,
    runs,
  )
})

describe('step 3: remove and update', () => {
  law(
    'whoever goes or moves, it agrees with a set that sorts when asked',
    story(step3, ASCII),
    agrees,
    runs,
  )
})

describe('step 4: rank', () => {
  law('its ranks are those of a set that sorts when asked', story(step4, ASCII), agrees, runs)
})

describe('step 5: by score', () => {
  law('all in all it agrees with a set that sorts when asked', story(step5, ASCII), agrees)
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  law('stretch: the same with members from all of Unicode', story(step5, UNICODE), agrees)
})
