// One pod whose own clock is `shiftMs` fast: asks a limiter of the kit and prints its decisions.
// node --import tsx pod-with-clock.ts FILE URL KEY SHIFT_MS REQUESTS
import { Redis } from 'ioredis'
import { limiterOf } from './redis-limiters.ts'

const [file = '', url = '', key = '', shiftMs = '', requests = ''] = process.argv.slice(2)

const real = Date
globalThis.Date = class extends real {
  constructor(...given: []) {
    if (given.length > 0) super(...given)
    else super(Date.now())
  }
  static override now = () => real.now() + Number(shiftMs)
} as DateConstructor

const client = new Redis(url)
const { limiter } = limiterOf(file, { client, key, limit: 5 })
const asked = Array.from({ length: Number(requests) }, (_, i) =>
  limiter.tryAcquire(`${process.pid}-${i}`),
)
console.log(JSON.stringify({ year: new Date().getFullYear(), decisions: await Promise.all(asked) }))
client.disconnect()
