import { describe, test } from 'vitest'
import { fetchWithRetry } from '#kata/18-http-429/http-429.ts'
import { type Outcome, showThrown, Wrong } from '#support'
import { later, type Reply, type RetrySettings, RetryWorld, retries, START_MS } from '#support/http'

const DAY_MS = 86_400_000

const SETTINGS: RetrySettings = {
  tries: 5,
  baseMs: 100,
  capMs: 1000,
  maxWaitMs: 600_000,
  random: 0.5,
}

/** What it does with these answers, with some settings of its own. */
const does = (
  settings: Partial<RetrySettings>,
  replies: readonly Reply[],
  journal: string | readonly string[],
  requestMs?: number,
) => retries(fetchWithRetry, { ...SETTINGS, ...settings }, replies, journal, requestMs)

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

  test('nothing else is asked again, whatever its fields say of waiting', async () => {
    for (const [name, value] of [
      ['Retry-After', '1'],
      ['X-RateLimit-Remaining', '0'],
      ['RateLimit', '"default";r=0;t=1'],
    ] as const) {
      for (const status of [200, 301, 400, 403, 404, 500, 502]) {
        await does({}, [[status, { [name]: value }], 200], `${status} (${name}: ${value})`)
      }
    }
  })

  test('tries counts all requests; when they run out the last response is returned', async () => {
    const last = await does({ tries: 3 }, [429], '429, 50 ms, 429, 100 ms, 429')
    await returnsBody(last, 'body 3')
    await returnsBody(await does({ tries: 1 }, [503], '503'), 'body 1')
    const again = '429 (0), 429 (0), 429 (0)'
    await does({ tries: 3, random: 0 }, [[429, '0']], again)
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

  test('a capMs or a baseMs of 0 is a bound of 0, not a setting left out', async () => {
    await does({ tries: 3, capMs: 0 }, [429], '429, 429, 429')
    await does({ tries: 3, baseMs: 0 }, [429], '429, 429, 429')
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
    await does({}, [[503, date], 200], `503 (${date}), 30000 ms, 200`)
    const far = later(40 * DAY_MS)
    await does({}, [[429, far], 200], `429 (${far})`)
    await does({ maxWaitMs: 1e10 }, [[429, far], 200], `429 (${far}), ${40 * DAY_MS} ms, 200`)
  })

  test('a Retry-After of 0, or a date that has passed, may be asked again at once', async () => {
    for (const value of ['0', later(0), later(-60_000), 'Sun, 06 Nov 1994 08:49:37 GMT']) {
      await does({ random: 0 }, [[429, value], 200], `429 (${value}), 200`)
    }
  })

  test('a Retry-After that means nothing counts as absent', async () => {
    for (const value of ['-5', '1.5', 'soon', '', '5s']) {
      await does({}, [[429, value], 200], `429 (${value}), 50 ms, 200`)
    }
  })

  test('only Retry-After says how long: other fields leave the wait to the jitter', async () => {
    for (const fields of [
      { RateLimit: '"default";r=0;t=7' },
      { 'X-RateLimit-Reset': `${START_MS / 1000 + 7}` },
    ]) {
      const [[name, value] = []] = Object.entries(fields)
      await does({}, [[429, fields], 200], `429 (${name}: ${value}), 50 ms, 200`)
    }
  })

  test('the bound doubles with each retry, those by Retry-After included', async () => {
    await does({}, [429, [429, '1'], 429, 200], '429, 50 ms, 429 (1), 1000 ms, 429, 200 ms, 200')
    // A 0 may be waited for by jitter, too.
    const after0 = ['429 (0), 429, 100 ms, 200', '429 (0), 50 ms, 429, 100 ms, 200']
    await does({}, [[429, '0'], 429, 200], after0)
  })

  test('a wait that would bring their sum above maxWaitMs is not begun', async () => {
    await does({ maxWaitMs: 2000 }, [[429, '2'], 200], '429 (2), 2000 ms, 200')
    const late = await does({ maxWaitMs: 1999 }, [[429, '2'], 200], '429 (2)')
    await returnsBody(late, 'body 1')
    await does({ maxWaitMs: 349 }, [429], '429, 50 ms, 429, 100 ms, 429')
    await does({ maxWaitMs: 3000 }, [[429, '2']], '429 (2), 2000 ms, 429 (2)')
    await does({ maxWaitMs: 0 }, [429, 200], '429')
    const seconds: Reply[] = [
      [429, '2'],
      [429, '1'],
      [429, '1'],
    ]
    await does({ maxWaitMs: 3000 }, seconds, '429 (2), 2000 ms, 429 (1), 1000 ms, 429 (1)')
    await does({}, [[429, '9'.repeat(400)], 200], `429 (${'9'.repeat(400)})`)
  })

  test('maxWaitMs bounds the waits, whatever else takes time or has passed', async () => {
    const both = '429, 50 ms, 429, 100 ms, 200'
    await does({ maxWaitMs: 200 }, [429, 429, 200], both, 150)
    const past = later(-60_000)
    const replies: Reply[] = [[429, past], [429, '2'], 200]
    await does({ maxWaitMs: 1000, random: 0 }, replies, `429 (${past}), 429 (2)`)
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
})

describe('for a star', () => {
  test('stretch: the two older forms of an HTTP date are UTC, whatever the time zone of the process', async () => {
    const zone = process.env.TZ
    try {
      for (const TZ of ['America/New_York', 'Asia/Tokyo']) {
        process.env.TZ = TZ
        for (const [date, ms] of [
          ['Wednesday, 15-Jul-26 12:00:30 GMT', 30_000],
          ['Wed Jul 15 12:00:30 2026', 30_000],
          ['Wed Aug  5 12:00:00 2026', 21 * DAY_MS],
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
      'Wed, 15 Jul 2026 12:00:30 UTC',
      'Wed, 15 Jul 2026 12:00:30 +0000',
      'Infinity',
    ]) {
      await does({}, [[429, value], 200], `429 (${value}), 50 ms, 200`)
    }
  })
})
