import { randomBytes } from 'node:crypto'
import { describe, test } from 'vitest'
import { keySlot, limitKeys } from '#kata/20-cluster-slots/cluster-slots.ts'
import { answers, asyncLaw, fc, hashedPart, Wrong } from '#support'
import { addressOf, replyOf, useCluster } from '#support/redis/cluster'

const cluster = useCluster()

const keys = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .array(fc.constantFrom('{', '}', 'a', 'b', 'é', '😀'), { maxLength: 8 })
    .map((xs) => xs.join('')),
)

/** Takes one from each of two limits. It leaves nothing: other runs use this cluster, too. */
const TAKE_FROM_BOTH = `
local counts = { redis.call('INCR', KEYS[1]), redis.call('INCR', KEYS[2]) }
redis.call('DEL', KEYS[1], KEYS[2])
return counts`

const takeFromBoth = (one: string, other: string) =>
  replyOf(cluster.client.eval(TAKE_FROM_BOTH, 2, one, other))

async function runsFor(userId: string): Promise<void> {
  const { perSecond, perMinute } = limitKeys(userId)
  const reply = await takeFromBoth(perSecond, perMinute)
  if (String(reply) === '1,1') return
  throw new Wrong(
    `user ${JSON.stringify(userId)}: a script with ${JSON.stringify(perSecond)} and ` +
      `${JSON.stringify(perMinute)}\n  replied   ${reply}\n  expected  1,1`,
  )
}

asyncLaw(
  'CLUSTER KEYSLOT says the same of any key',
  fc.array(keys, { minLength: 1, maxLength: 40 }),
  async (all) => {
    const [master] = cluster.masters
    const slots = await Promise.all(
      all.map((key) => replyOf(master?.call('CLUSTER', 'KEYSLOT', key) as Promise<unknown>)),
    )
    for (const [i, key] of all.entries()) answers(keySlot, [key], slots[i])
  },
)

test('a script on two keys is refused, CROSSSLOT, just where keySlot tells their slots apart', async () => {
  const pairs = [
    ['rl:ann:second', 'rl:ann:minute'],
    ['rl:{ann}:second', 'rl:{ann}:minute'],
    ['rl:{}:second', 'rl:{}:minute'],
    ['rl:{}a}:second', 'rl:{}a}:minute'],
    ['rl:{{x}}:second', 'rl:{{x}}:minute'],
    ['rl:{ann}:second', 'rl:{bob}:second'],
    ['{a}{b}', 'a'],
    ['{a}{b}', 'b'],
    ['}{a}', '{a}'],
  ] as const
  for (const [one, other] of pairs) {
    const reply = await takeFromBoth(one, other)
    const refused = String(reply).includes('CROSSSLOT')
    const apart = keySlot(one) !== keySlot(other)
    if (refused === apart) continue
    throw new Wrong(
      `${one} is in slot ${keySlot(one)}, ${other} in ${keySlot(other)} by keySlot\n` +
        `  the cluster replied ${reply}: it hashes ` +
        `${JSON.stringify(hashedPart(one))} and ${JSON.stringify(hashedPart(other))}`,
    )
  }
})

test('a master that does not have the key answers MOVED, with the slot of keySlot', async () => {
  for (const key of ['rl:ann:second', 'rl:{ann}:second', 'rl:{}:second', 'rl:{bob}', '', '}{a}']) {
    const slot = keySlot(key)
    const replies = await Promise.all(cluster.masters.map((one) => replyOf(one.get(key))))
    for (const [i, reply] of replies.entries()) {
      if (!(reply instanceof Error) || reply.message.startsWith(`MOVED ${slot} `)) continue
      const master = cluster.masters[i]
      throw new Wrong(
        `${JSON.stringify(key)} is in slot ${slot} by keySlot\n` +
          `  ${master && addressOf(master)} replied ${reply.message}`,
      )
    }
  }
})

describe('one script on both limits of a user', () => {
  test('it runs for ann, bob and a hundred others, on all masters', async () => {
    const ids = ['ann', 'bob', ...Array.from({ length: 100 }, (_, i) => `user-${i}`)]
    for (const id of ids) await runsFor(id)
  })

  test('it runs for ids with braces, and for none', async () => {
    for (const id of ['', '}a', '{x}', '{', '}', '{}', '}{', '{}a', 'a}b{c}', '%7D', 'é}', '😀']) {
      await runsFor(id)
    }
  })

  test('when the slot has gone to another master, ioredis follows MOVED and it runs there', async () => {
    // A slot of its own, and no key in it: other runs move theirs.
    const userId = `}${randomBytes(8).toString('hex')}`
    const slot = keySlot(limitKeys(userId).perSecond)
    const owner = await cluster.move(slot)
    await runsFor(userId)
    const believed = cluster.believedOwner(slot)
    if (believed === owner) return
    throw new Wrong(
      `the keys of ${JSON.stringify(userId)} are in slot ${slot} by keySlot, which is at ${owner} now\n` +
        `  the script ran without a MOVED of that slot: it is not where the keys are`,
    )
  })
})
