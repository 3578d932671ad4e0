import { describe, test } from 'vitest'
import { fetchWithRetry, rateLimit } from '#kata/18-http-429/http-429.ts'
import { denied, endsAfter, inTime, keepsProcess, showThrown, Wrong } from '#support'
import { hasFields, like, ToldLimiter, withServer } from '#support/http'

const settings = { tries: 5, baseMs: 100, capMs: 1000, maxWaitMs: 600_000 }

/** A server that answers so in turn, and the last of it again. */
const serverOf = (replies: readonly ResponseInit[]) => {
  const asked: number[] = []
  const fetch = async () => {
    asked.push(performance.now())
    return new Response('', replies[Math.min(asked.length, replies.length) - 1])
  }
  return { asked, fetch }
}

/** A call with a timer of its own, which ends when it asks a second time. */
function askedAgain(first: ResponseInit, bounds: Partial<typeof settings> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    let asked = 0
    const fetch = async () => {
      if (++asked === 1) return new Response('', first)
      resolve()
      return new Response('')
    }
    const options = { ...settings, maxWaitMs: 1e12, ...bounds, fetch, random: () => 0.5 }
    fetchWithRetry('http://127.0.0.1/', options).catch(reject)
  })
}

describe('step 1: what was not handed in', () => {
  test('without a now the limiter is asked at the present time, and Reset is counted from it', async () => {
    const limiter = new ToldLimiter(() => denied(1800))
    const policy = { name: 'default', quota: 2, windowMs: 60_000 }
    const options = { limiter, policy, keyOf: () => 'ann', legacyHeaders: true }
    await withServer(
      rateLimit(options, (_request, response) => response.end()),
      async ({ ask }) => {
        const before = Date.now()
        const { headers } = await ask()
        const after = Date.now()
        const [[, at] = ['', Number.NaN]] = limiter.asked
        if (!(at >= before && at <= after)) {
          throw new Wrong(`asked at ${at}\n  expected  the time in ms, ${before} to ${after}`)
        }
        const reset = String(Math.ceil((at + 1800) / 1000))
        hasFields(`denied, retryAfterMs 1800, at ${at}`, headers, {
          'X-RateLimit-Reset': like(reset, new RegExp(`^${reset}$`)),
        })
      },
    )
  })
})

describe('step 2: what was not handed in', () => {
  test('without a sleep it waits by a timer, and asks again when that has ended', async () => {
    const { asked, fetch } = serverOf([{ status: 429 }, { status: 200 }])
    const options = { ...settings, baseMs: 40, fetch, random: () => 0.5 }
    const call = fetchWithRetry('http://127.0.0.1/', options)
    const outcome = await inTime('a 429, a wait of 20 ms, a 200', call, 500)
    if ('threw' in outcome) throw new Wrong(`a 429, a 200\n  threw ${showThrown(outcome.threw)}`)
    const [first = Number.NaN, second = Number.NaN] = asked
    // A timer may be a millisecond early.
    if (second - first >= 15) return
    const waited = Math.round(second - first)
    throw new Wrong(`a 429, a wait of 20 ms, a 200\n  asked again after ${waited} ms`)
  })

  test('without a sleep it waits for all of the time, in ms', async () => {
    await endsAfter(
      'Retry-After: 3600',
      'asked again',
      () => askedAgain({ status: 429, headers: { 'Retry-After': '3600' } }),
      3_600_000,
    )
  })

  test('without a random the waits lie anywhere from 0 up to their bound', async () => {
    const { fetch } = serverOf([{ status: 429 }])
    const waits: number[] = []
    const sleep = async (ms: number) => void waits.push(ms)
    const options = { ...settings, tries: 101, baseMs: 1000, fetch, sleep }
    await fetchWithRetry('http://127.0.0.1/', options)
    // That all of a hundred lie in one half happens once in 2^99 runs.
    const [least, most] = [Math.min(...waits), Math.max(...waits)]
    if (least >= 0 && least < 500 && most > 500 && most <= 1000) return
    throw new Wrong(
      `baseMs and capMs 1000: ${waits.length} waits of ${least} to ${most} ms\n  expected  0 to 1000`,
    )
  })

  test('without a now a date is counted from the present time', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString()
    const { fetch } = serverOf([{ status: 429, headers: { 'Retry-After': date } }, { status: 200 }])
    const waits: number[] = []
    const sleep = async (ms: number) => void waits.push(ms)
    const before = Date.now()
    await fetchWithRetry('http://127.0.0.1/', { ...settings, fetch, sleep })
    const after = Date.now()
    const [least, most] = [Date.parse(date) - after, Date.parse(date) - before]
    const [wait = Number.NaN] = waits
    if (waits.length === 1 && wait >= least && wait <= most) return
    throw new Wrong(
      `Retry-After: ${date}, a minute ahead\n  waits     ${waits.join(', ') || 'none'}\n` +
        `  expected  ${least} to ${most} ms`,
    )
  })
})

describe('for a star', () => {
  test('stretch: a wait of 25 days or more does not end sooner: no timer takes that long', async () => {
    const wait = { status: 429, headers: { 'Retry-After': `${30 * 86_400}` } }
    const month = () => askedAgain(wait)
    await endsAfter('Retry-After: 2592000, 30 days', 'asked again', month, 30 * 86_400_000)
    // The first that is too long for a timer.
    const jitter = () => askedAgain({ status: 429 }, { baseMs: 2 ** 32, capMs: 2 ** 32 })
    await endsAfter('a wait of 2^31 ms', 'asked again', jitter, 2 ** 31)
  })

  test('stretch: the process does not end in the middle of a wait', async () => {
    await keepsProcess('a 429, a wait of 20 s', () =>
      askedAgain({ status: 429 }, { baseMs: 40_000, capMs: 40_000 }),
    )
  })
})
