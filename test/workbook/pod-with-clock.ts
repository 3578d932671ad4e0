// One pod whose own clock is `shiftMs` fast: asks each limiter of the kit and prints its decisions.
// node --import tsx pod-with-clock.ts URL KEY SHIFT_MS REQUESTS
import { Redis } from 'ioredis'
import { LIMITERS, limiterOf } from './redis-limiters.ts'

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
const asked = Object.keys(LIMITERS).map(async (file) => {
  const { limiter } = limiterOf(file, { client, key: `${key}:${file}`, limit: 5 })
  const ids = Array.from({ length: Number(requests) }, (_, i) => `${process.pid}-${i}`)
  return [file, await Promise.all(ids.map((id) => limiter.tryAcquire(id)))]
})
const decisions = Object.fromEntries(await Promise.all(asked))
console.log(JSON.stringify({ year: new Date().getFullYear(), decisions }))
client.disconnect()
