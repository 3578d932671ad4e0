import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RedisScript } from '../../katas/kit/script.ts'
import { batch, batchOf, p99Of, plainOf, referenceOf, SCRIPTS } from '../../tools/bench/server.ts'
import { connect } from '../support/redis/connection.ts'
import { startPrivateRedis } from '../support/redis/private.ts'

const INFO = [
  '# Commandstats',
  'cmdstat_evalsha:calls=4,usec=50,usec_per_call=12.50,rejected_calls=0,failed_calls=0',
  'cmdstat_time:calls=4,usec=1,usec_per_call=0.25,rejected_calls=0,failed_calls=0',
  'cmdstat_get:calls=4,usec=4,usec_per_call=1.00,rejected_calls=0,failed_calls=0',
  'cmdstat_config|resetstat:calls=1,usec=9,usec_per_call=9.00,rejected_calls=0,failed_calls=0',
  'cmdstat_info:calls=1,usec=9,usec_per_call=9.00,rejected_calls=0,failed_calls=0',
].join('\r\n')

describe('what the server says', () => {
  test('the time of a call, and what the scripts called', () => {
    expect(batchOf(INFO, 4)).toEqual({ usec: 12.5, called: 'get 4, time 4' })
  })

  test('a batch that lost a call, or had one that failed, is none', () => {
    expect(() => batchOf(INFO, 5)).toThrow('5 calls, and the server counted 4')
    expect(() => batchOf(INFO.replace('failed_calls=0', 'failed_calls=1'), 4)).toThrow('1 failed')
    expect(() => batchOf('', 4)).toThrow('4 calls')
  })

  test('the p99 of EVALSHA in ms; no number where there is none', () => {
    const others = 'latency_percentiles_usec_get:p50=1.003,p99=9.023,p99.9=9.023\r\n'
    const line = 'latency_percentiles_usec_evalsha:p50=2506.751,p99=8519.679,p99.9=9000.5\r\n'
    expect(p99Of(others + line)).toBe(8.519679)
    expect(p99Of(others)).toBeNaN()
  })
})

describe('on a server', () => {
  let server: Awaited<ReturnType<typeof startPrivateRedis>>
  let client: ReturnType<typeof connect>
  beforeAll(async () => {
    server = await startPrivateRedis()
    client = connect(server.url)
    await client.connect()
  })
  afterAll(async () => {
    client?.disconnect()
    await server?.stop()
  })

  test.for(Object.entries(SCRIPTS))(
    '%s and its plain script make the same calls',
    async ([file, argv]) => {
      const reference = await batch(client, referenceOf(file), argv, 20)
      const plain = await batch(client, plainOf(file), argv, 20)
      expect(plain.called).toBe(reference.called)
      expect(plain.called).toContain('time 20')
      expect(Math.min(reference.usec, plain.usec)).toBeGreaterThan(0)
    },
  )

  test('another call is noticed, and nothing stays behind', async () => {
    const other = new RedisScript("return redis.call('INCR', KEYS[1])")
    expect((await batch(client, other, () => [], 3)).called).toBe('incr 3')
    expect(await client.dbsize()).toBe(0)
  })
})
