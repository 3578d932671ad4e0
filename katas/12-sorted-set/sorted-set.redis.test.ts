import { describe } from 'vitest'
import { SortedSet } from '#kata/12-sorted-set/sorted-set.ts'
import {
  ASCII,
  asyncLaw,
  fc,
  replaySet,
  type SetCommand,
  type SetMethod,
  setCommand,
  UNICODE,
  uniform,
} from '#support'
import { answeredByZset, useRedis } from '#support/redis'

const redis = useRedis()

const methods: readonly SetMethod[] = [
  ...(['add', 'add', 'add', 'incrementBy', 'remove', 'score', 'rank', 'size'] as const),
  ...(['range', 'rangeByScore', 'removeRangeByScore'] as const),
]

/** The same commands to the learner's set and to a ZSET: the same answers. */
async function agrees(commands: readonly SetCommand[]): Promise<void> {
  const steps = await answeredByZset(redis.client, redis.key('zset'), commands)
  replaySet('new SortedSet(random), beside a ZSET of Redis', () => new SortedSet(uniform()), steps)
}

const stories = (members: readonly string[], maxLength: number) =>
  fc.array(setCommand(methods, members), { minLength: 1, maxLength })

describe('step 5: beside a ZSET of Redis', () => {
  asyncLaw(
    'thousands of commands: each is answered as Redis answers it',
    stories(ASCII, 200),
    agrees,
  )

  /** More than 128 members: there Redis has a skip list, too. */
  const names = Array.from({ length: 250 }, (_, i) => `member:${i}`)
  const many = fc
    .tuple(fc.shuffledSubarray(names, { minLength: 150 }), stories(names, 200))
    .map(([first, commands]): SetCommand[] => [
      ...first.map((name, i): SetCommand => ['add', [name, (i * 7) % 50]]),
      ...commands.filter(([method]) => method !== 'removeRangeByScore'),
    ])

  asyncLaw('the same with hundreds of members', many, agrees, { runs: 6 })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  asyncLaw(
    'stretch: the same beside Redis with members from all of Unicode',
    stories(UNICODE, 100),
    agrees,
  )
})
