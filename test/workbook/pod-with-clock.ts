// One pod whose own clock is `shiftMs` fast: asks the kit's limiter and prints its decisions.
// node --import tsx pod-with-clock.ts URL KEY SHIFT_MS REQUESTS
import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { RedisScript, RedisSlidingLog } from '../../katas/kit/index.ts'

const [url = '', key = '', shiftMs = '', requests = ''] = process.argv.slice(2)

const real = Date
globalThis.Date = class extends real {
  constructor(...given: []) {
    if (given.length > 0) super(...given)
    else super(Date.now())
  }
  static override now = () => real.now() + Number(shiftMs)
} as DateConstructor

const client = new Redis(url)
const script = new RedisScript(
  readFileSync(new URL('../../lua/sliding-log.lua', import.meta.url), 'utf8'),
)
const log = new RedisSlidingLog({ client, script, key, limit: 5, windowMs: 3_600_000 })
const asked = Array.from({ length: Number(requests) }, (_, i) =>
  log.tryAcquire(`${process.pid}-${i}`),
)
console.log(JSON.stringify({ year: new Date().getFullYear(), decisions: await Promise.all(asked) }))
client.disconnect()
