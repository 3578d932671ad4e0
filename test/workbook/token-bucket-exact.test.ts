import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { katas, solutionOf } from '../../tools/judge/catalogue.mjs'
import { replayBucket, tokenBucketScript, useRedis } from '../support/redis/index.ts'

const redis = useRedis()
const kata = katas.find(({ slug }) => slug === 'redis-token-bucket')

// 5635 ms bring 563500001281522 tokens and 970 thousandths: a product of 59 bits, where a double has 53.
test('the reference of 16 counts to the last of 10^15 tokens at 10^14 a second', async () => {
  expect(kata).toBeDefined()
  if (!kata) return
  const script = tokenBucketScript(readFileSync(solutionOf(kata), 'utf8'))
  await replayBucket(redis, script, 1e15, 100_000_000_227_422, [
    [897, 972_668_105_905_561, 1, 27_331_894_094_439],
    [6532, 400_870_114_491_004, 1, 189_961_780_884_957],
    [6532, 189_961_780_884_957, 1, 0],
    [6532, 1, 0, 0, 1],
  ])
})
