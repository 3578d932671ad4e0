import { describe, test } from 'vitest'
import { fetchWithRetry, rateLimit } from '#kata/18-http-429/http-429.ts'
import { allowed, denied, type Outcome, refusesAsync, showThrown, Wrong } from '#support'
import {
  later,
  type Reply,
  type RetrySettings,
  RetryWorld,
  retries,
  START_MS,
  settled,
  withServer,
} from '#support/http'

const SETTINGS: RetrySettings = {
  tries: 5,
  baseMs: 100,
  capMs: 1000,
  maxWaitMs: 600_000,
  random: 0.5,
}

/** What it does with these answers, with some settings of its own. */
const does = (settings: Partial<RetrySettings>, replies: readonly Reply[], journal: string) =>
  retries(fetchWithRetry, { ...SETTINGS, ...settings }, replies, journal)

async function returnsBody(outcome: Outcome, body: string): Promise<void> {
  if ('threw' in outcome) {
    throw new Wrong(`threw     ${showThrown(outcome.threw)}\n  expected  the last response`)
  }
  const response = outcome.returned as Response
  const text = await response.text().catch((error: unknown) => showThrown(error))
  if (text !== body) throw new Wrong(`the response's text is ${text}\n  expected  ${body}`)
}

describe('step 2: the client', () => {
  test('what is not denied is returned at once', async () => {
    await returnsBody(await does({}, [200], '200'), 'body 1')
  })

  test('a 429 and a 503 are asked again', async () => {
    await returnsBody(await does({}, [429, 503, 200], '429, 50 ms, 503, 100 ms, 200'), 'body 3')
  })

  test('nothing else is asked again: not a 400, not a 500', async () => {
    for (const status of [201, 302, 400, 401, 403, 404, 408, 409, 413, 425, 500, 501, 502, 504]) {
      await does({}, [status, 200], `${status}`)
    }
    await does({}, [429, 400, 200], '429, 50 ms, 400')
  })

  test('tries counts all requests; when they run out the last response is returned', async () => {
    const last = await does({ tries: 3 }, [429], '429, 50 ms, 429, 100 ms, 429')
    await returnsBody(last, 'body 3')
    await returnsBody(await does({ tries: 1 }, [503], '503'), 'body 1')
  })

  test('full jitter: anything from 0 up to a bound that doubles, up to capMs', async () => {
    const bounds = [100, 200, 400, 800, 1000, 1000]
    for (const random of [0, 0.25, 0.5, 0.875]) {
      const journal = bounds.flatMap((ms) => ['429', ...(random > 0 ? [`${random * ms} ms`] : [])])
      await does({ tries: 7, random }, [429], [...journal, '429'].join(', '))
    }
  })

  test('each wait draws its own jitter', async () => {
    const world = new RetryWorld([429])
    const { fetch, sleep, now } = world
    const drawn = [0.25, 0.75, 0.5]
    const random = () => drawn.shift() ?? 0
    const settings = { ...SETTINGS, tries: 4, random, fetch, sleep, now }
    await fetchWithRetry('http://127.0.0.1/', settings)
    const did = world.journal.join(', ')
    const expected = '429, 25 ms, 429, 150 ms, 429, 200 ms, 429'
    if (did === expected) return
    throw new Wrong(`random() is 0.25, 0.75, 0.5\n  did       ${did}\n  expected  ${expected}`)
  })

  test('the bound stays at capMs, however many tries', async () => {
    const journal = [...Array.from({ length: 49 }, () => '429, 4 ms'), '429'].join(', ')
    await does({ tries: 50, baseMs: 8, capMs: 8 }, [429], journal)
  })

  test('Retry-After in seconds is waited for, to the full: no jitter, no capMs', async () => {
    await does({}, [[429, '1'], 200], '429 (1), 1000 ms, 200')
    await does({}, [[503, '120'], 200], '503 (120), 120000 ms, 200')
    await does({}, [[429, '007'], 200], '429 (007), 7000 ms, 200')
  })

  test('Retry-After as a date is waited for, counted from now', async () => {
    const date = later(30_000)
    await does({}, [[429, date], 200], `429 (${date}), 30000 ms, 200`)
    const after = later(40_000)
    await does(
      {},
      [[429, date], [429, after], 200],
      `429 (${date}), 30000 ms, 429 (${after}), 10000 ms, 200`,
    )
  })

  test('a Retry-After of 0, or a date that has passed, may be asked again at once', async () => {
    for (const value of ['0', later(0), later(-60_000), 'Sun, 06 Nov 1994 08:49:37 GMT']) {
      await does({ random: 0 }, [[429, value], 200], `429 (${value}), 200`)
    }
  })

  test('a Retry-After that means nothing counts as absent', async () => {
    for (const value of ['-5', '1.5', 'soon', '']) {
      await does({}, [[429, value], 200], `429 (${value}), 50 ms, 200`)
    }
  })

  test('the bound doubles with each retry, those by Retry-After included', async () => {
    await does({}, [429, [429, '1'], 429, 200], '429, 50 ms, 429 (1), 1000 ms, 429, 200 ms, 200')
  })

  test('a wait that would bring their sum above maxWaitMs is not begun', async () => {
    await does({ maxWaitMs: 2000 }, [[429, '2'], 200], '429 (2), 2000 ms, 200')
    const late = await does({ maxWaitMs: 1999 }, [[429, '2'], 200], '429 (2)')
    await returnsBody(late, 'body 1')
    await does({ maxWaitMs: 349 }, [429], '429, 50 ms, 429, 100 ms, 429')
    await does({ maxWaitMs: 3000 }, [[429, '2']], '429 (2), 2000 ms, 429 (2)')
    await does({ maxWaitMs: 0 }, [429, 200], '429')
    await does({}, [[429, '9'.repeat(400)], 200], `429 (${'9'.repeat(400)})`)
  })

  test('a network error is thrown at once, not asked again', async () => {
    const error = new TypeError('fetch failed')
    for (const replies of [
      [error, 200],
      [429, error, 200],
    ] as const) {
      const outcome = await does(
        {},
        replies,
        replies[0] === 429 ? '429, 50 ms, fetch failed' : 'fetch failed',
      )
      if ('threw' in outcome && outcome.threw === error) continue
      throw new Wrong('the network fails\n  expected  to throw the error that fetch threw')
    }
  })

  test('tries, baseMs, capMs and maxWaitMs are checked: a promise that rejects', async () => {
    const { random: _, ...settings } = SETTINGS
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
    const { random: _, ...settings } = SETTINGS
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

describe('for a star', () => {
  const { random: _, ...settings } = SETTINGS

  test('stretch: the two older forms of an HTTP date, wherever the clock of the process is', async () => {
    const zone = process.env.TZ
    try {
      for (const TZ of ['America/New_York', 'Asia/Tokyo']) {
        process.env.TZ = TZ
        for (const [date, ms] of [
          ['Wednesday, 15-Jul-26 12:00:30 GMT', 30_000],
          ['Wed Jul 15 12:00:30 2026', 30_000],
          ['Wed Aug  5 12:00:00 2026', 21 * 86_400_000],
        ] as const) {
          await does({ maxWaitMs: ms }, [[429, date], 200], `429 (${date}), ${ms} ms, 200`)
        }
      }
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
  })

  test('stretch: a year of two digits is at most 50 years ahead, else it has passed', async () => {
    const ahead = 'Wednesday, 01-Jan-76 00:00:00 GMT'
    const ms = Date.UTC(2076, 0, 1) - START_MS
    await does({ maxWaitMs: 1e13 }, [[429, ahead], 200], `429 (${ahead}), ${ms} ms, 200`)
    for (const past of ['Saturday, 01-Jan-77 00:00:00 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT']) {
      await does({ random: 0 }, [[429, past], 200], `429 (${past}), 200`)
    }
  })

  test('stretch: what only looks like a number or a date counts as absent', async () => {
    for (const value of [
      '+5',
      '1e3',
      '0x10',
      '5, 10',
      '2026-07-15T12:00:30Z',
      'Wed, 15 Jul 2026',
      'Wed, 32 Jul 2026 12:00:30 GMT',
      'Infinity',
    ]) {
      await does({}, [[429, value], 200], `429 (${value}), 50 ms, 200`)
    }
  })

  test('stretch: a wait of 25 days or more does not end at once', async () => {
    const month = 30 * 86_400
    for (const [reply, baseMs] of [
      [[429, `${month}`], 100],
      [429, 2 ** 32], // 2^31 ms, the first that is too long for a timer
    ] as const) {
      const controller = new AbortController()
      const world = new RetryWorld([reply, 200])
      const options = { ...settings, baseMs, capMs: 2 ** 32, maxWaitMs: 1e12, random: () => 0.5 }
      const { fetch, now } = world
      const { signal } = controller
      const call = fetchWithRetry('http://127.0.0.1/', { ...options, fetch, now, signal })
      // A timer that is too long fires after 1 ms, and so before the turn after this one.
      await Promise.race([
        call,
        new Promise((resolve) => setTimeout(() => setImmediate(resolve), 20)),
      ])
      const { journal } = world
      const [first, again] = journal
      controller.abort(new Error('enough'))
      await settled(call)
      if (again)
        throw new Wrong(`${first}, a wait of 25 days or more\n  asked again after a few ms`)
    }
  })
})
