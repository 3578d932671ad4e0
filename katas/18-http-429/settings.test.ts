import { describe, test } from 'vitest'
import { fetchWithRetry, rateLimit } from '#kata/18-http-429/http-429.ts'
import { allowed, denied, refusesAsync, Wrong } from '#support'
import { withServer } from '#support/http'

const settings = { tries: 5, baseMs: 100, capMs: 1000, maxWaitMs: 600_000 }

describe('step 2: the client, its settings and a real server', () => {
  test('tries, baseMs, capMs and maxWaitMs are checked: a promise that rejects', async () => {
    for (const [name, values] of [
      ['tries', [0, -1, 1.5, Number.NaN]],
      ['baseMs', [-1, Number.NaN]],
      ['capMs', [-1, Number.NaN]],
      ['maxWaitMs', [-1, Number.NaN]],
    ] as const) {
      for (const value of values) {
        const call = () => fetchWithRetry('http://127.0.0.1:9/', { ...settings, [name]: value })
        await refusesAsync(`fetchWithRetry(…, { ${name}: ${value} })`, call, name, value)
      }
    }
  })

  test('against a real server: denied, told when, asked again, served', async () => {
    const decisions = [denied(1500), denied(800), allowed(0)]
    const limiter = { tryAcquire: () => decisions.shift() ?? allowed(0) }
    const policy = { name: 'default', quota: 1, windowMs: 1000 }
    const listener = rateLimit({ limiter, policy, keyOf: () => 'ann' }, (_request, response) =>
      response.end('served'),
    )
    await withServer(listener, async ({ url }) => {
      const waits: number[] = []
      const sleep = async (ms: number) => void waits.push(ms)
      const response = await fetchWithRetry(new URL(url), { ...settings, sleep })
      const body = await response.text()
      const did = `waits ${waits.join(', ')}; ${response.status} ${body}`
      const expected = 'waits 2000, 1000; 200 served'
      if (did !== expected) throw new Wrong(`did       ${did}\n  expected  ${expected}`)
    })
  })
})
