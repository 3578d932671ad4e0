import { fetchWithRetry } from '#kata/18-http-429/http-429.ts'
import { attemptAsync, lapse, probe } from '#support'
import { later, type Reply, RetryWorld } from '#support/http'

const SETTINGS = { tries: 5, baseMs: 100, capMs: 1000, maxWaitMs: 600_000 }
const URL = 'http://127.0.0.1/'
const DAY_MS = 86_400_000

interface Play extends Partial<typeof SETTINGS> {
  readonly random?: () => number
  /** How long each request takes. */
  readonly requestMs?: number
}

/** How often a call asks, how long it waits after each request, and whether it throws in the end. */
async function play(replies: readonly Reply[], { requestMs, ...options }: Play = {}) {
  const world = new RetryWorld(replies, requestMs)
  const waits: number[] = []
  const fetch: typeof globalThis.fetch = (...args) => {
    if (waits.length > 60) throw new Error('asks without end')
    waits.push(0)
    return world.fetch(...args)
  }
  const sleep = async (ms: number) => {
    waits.push((waits.pop() ?? 0) + ms)
    await world.sleep(ms)
  }
  const given = { ...SETTINGS, random: () => 0.5, ...options, fetch, sleep, now: world.now }
  const outcome = await attemptAsync(() => fetchWithRetry(URL, given))
  const [wait] = waits
  return { asked: waits.length, waits, wait: waits.length > 1 ? wait : undefined, outcome }
}

/** What `random()` says in turn. */
const drawn = (...numbers: readonly number[]) => {
  let i = 0
  return () => numbers[i++ % numbers.length] as number
}

const told = (value: string): Reply[] => [[429, value], 200]

/** Nearly 1, so that a wait that is drawn from is as long as one that is not, to a ms. */
const ALL = { random: () => 1 - 2 ** -40, baseMs: 7, capMs: 1e9 }

/** A wait in ms, or what it says instead. */
const rounded = (wait: number | undefined) => (wait === undefined ? 'none' : Math.round(wait))

probe('client: the first wait', async (see) => {
  for (const random of [0.25, 0.75, 0.125]) {
    const { wait } = await play([429, 200], { random: () => random })
    see('wait', () => wait)
  }
})

probe('client: the second wait', async (see) => {
  for (const numbers of [
    [0.25, 0.75],
    [0.5, 0.125],
    [0.125, 0.875],
  ]) {
    const { waits } = await play([429, 429, 200], { random: drawn(...numbers) })
    const [one = 0, two = 0] = waits
    see('twice the first', () => one > 0 && two === 2 * one)
  }
})

probe('client: many waits', async (see) => {
  for (const ms of [8, 1, 100]) {
    const { waits } = await play([429], { tries: 40, baseMs: ms, capMs: ms })
    see('all the same', () => waits.slice(28, 36).every((wait) => wait === waits[27]))
  }
})

probe('client: a bound of 0', async (see) => {
  for (const capMs of [1000, 0, 5]) {
    const { wait } = await play([429, 200], { baseMs: 0, capMs })
    see('waits', () => wait)
  }
})

probe('client: what only looks like seconds', async (see) => {
  const without = (await play([429, 200])).wait
  for (const value of ['5.0', '1e3', '0x10', '1e1']) {
    const { wait } = await play(told(value))
    see('wait', () => (wait === without ? 'as without' : wait))
  }
})

/** Whether a date is waited for where it is one. */
const readsDates = async () => rounded((await play(told(later(30_000)), ALL)).wait) === 30_000

const ISO = '2026-07-15T12:00:30Z'
const OTHERS = ['Jul 15 2026 12:00:30 UTC', 'Wed, 15 Jul 2026 12:00:30 +0000']

probe('client: what only looks like a date', async (see) => {
  if (!(await readsDates())) return
  for (const value of [ISO, ...OTHERS]) {
    const { wait } = await play(told(value), ALL)
    see('wait', () => rounded(wait))
  }
})

probe('client: a date', async (see) => {
  for (const ms of [30_000, 90_000, 3_600_000]) {
    for (const maxWaitMs of [1e7, 1e14]) {
      const { wait } = await play(told(later(ms)), { ...ALL, maxWaitMs })
      const jitter = wait !== undefined && wait < 10
      see('wait', () => (jitter ? 'as without' : rounded(wait)))
    }
  }
})

probe('client: a date, counted from the present', async (see) => {
  if (!(await readsDates())) return
  for (const ms of [60_000, 600_000, 6_000_000]) {
    const waits: number[] = []
    const date = new Date(Date.now() + ms).toUTCString()
    const { fetch } = new RetryWorld(told(date))
    const sleep = async (wait: number) => void waits.push(wait)
    const options = { ...SETTINGS, ...ALL, maxWaitMs: 1e9, fetch, sleep }
    await fetchWithRetry(URL, options)
    const [wait = 0] = waits
    see('begun', () => wait > ms / 2 && wait < 2 * ms)
  }
})

probe('client: a date that has passed', async (see) => {
  const settings = { ...ALL, baseMs: 0, maxWaitMs: 1000 }
  if ((await play(told('2'), settings)).asked > 1) return
  for (const date of [later(-60_000), later(-3_600_000), 'Sun, 06 Nov 1994 08:49:37 GMT']) {
    const { asked } = await play([[429, date], [429, '2'], 200], settings)
    see('gives time back', () => asked > 2)
  }
})

probe('client: Retry-After and capMs', async (see) => {
  for (const seconds of [2, 120, 7]) {
    const { wait } = await play(told(`${seconds}`), { ...ALL, capMs: 900 })
    see('cut', () => wait === 900)
  }
})

probe('client: Retry-After and random', async (see) => {
  for (const random of [0.5, 0.25, 0.125]) {
    const { wait } = await play(told('8'), { ...ALL, random: () => random })
    see('drawn', () => wait === 8000 * random)
  }
})

probe('client: Retry-After 0, again and again', async (see) => {
  for (const tries of [3, 2, 7]) {
    const { asked } = await play([[429, '0']], { tries })
    see('without end', () => asked > 50)
  }
})

probe('client: how many requests', async (see) => {
  for (const tries of [1, 3, 5]) {
    const { asked } = await play([429], { tries })
    see('asked', () => asked)
  }
})

probe('client: when tries run out', async (see) => {
  if ('threw' in (await play([200])).outcome) return
  for (const tries of [1, 3]) {
    for (const status of [429, 503]) {
      const { outcome } = await play([status], { tries })
      see('throws', () => 'threw' in outcome)
    }
  }
})

/** Whether it asks again after the first of these, and after a 429 that stands before it. */
async function again(reply: Reply): Promise<string> {
  const [one, other] = [await play([reply, 200]), await play([429, reply, 200])]
  return `${one.asked > 1} ${other.asked > 2}`
}

probe('client: another status', async (see) => {
  for (const status of [400, 404, 500, 502]) {
    const did = await again(status)
    see('asked again', () => did)
  }
})

probe('client: another status that names a time', async (see) => {
  for (const status of [400, 403, 500, 301]) {
    if ((await again(status)) !== 'false false') return
    const did = await again([status, '1'])
    see('asked again', () => did)
  }
})

probe('client: a network error', async (see) => {
  for (const message of ['fetch failed', 'ECONNRESET', 'getaddrinfo']) {
    const did = await again(new TypeError(message))
    see('asked again', () => did)
  }
})

probe('client: what RateLimit says', async (see) => {
  for (const seconds of [7, 30, 2]) {
    const fields = { RateLimit: `"default";r=0;t=${seconds}` }
    const { wait } = await play([[429, fields], 200], ALL)
    see('waited for', () => rounded(wait) === 1000 * seconds)
  }
})

/** So many seconds, again and again. */
const seconds = (n: number): Reply[] => [[429, `${n}`]]

probe('client: the sum of the waits', async (see) => {
  for (const n of [2, 8, 60]) {
    const limited = { ...ALL, maxWaitMs: 1000 * n }
    if ((await play(seconds(n + 1), limited)).asked > 1) return
    const { asked } = await play(seconds(n), limited)
    see('above it', () => asked > 2)
  }
})

probe('client: slow requests', async (see) => {
  for (const n of [1, 4, 30]) {
    const limited = { ...ALL, maxWaitMs: 2500 * n }
    if ((await play(seconds(n), limited)).asked !== 3) return
    const { asked } = await play(seconds(n), { ...limited, requestMs: 1000 * n })
    see('fewer', () => asked < 3)
  }
})

probe('client: no body', async (see) => {
  if ('threw' in (await play([429, 200])).outcome) return
  for (const status of [429, 503, 429]) {
    let asked = 0
    const fetch = async () => new Response(null, { status: ++asked === 1 ? status : 204 })
    const { sleep } = new RetryWorld([])
    const outcome = await attemptAsync(() => fetchWithRetry(URL, { ...SETTINGS, fetch, sleep }))
    see('throws', () => 'threw' in outcome)
  }
})

// Stretch, from here on.

/** Whether a client is right but for what is for a star, as far as some calls tell. */
async function coreIsRight(): Promise<boolean> {
  const random = drawn(0.25, 0.75, 0.5)
  const { waits, outcome } = await play([429, 503, [429, '1'], 429], { random, tries: 4 })
  if (waits.join() !== '25,150,1000,0' || 'threw' in outcome) return false
  if ((await play(seconds(2), { maxWaitMs: 3000, requestMs: 5000 })).asked !== 2) return false
  if ((await play(seconds(1), { maxWaitMs: 2500, requestMs: 5000 })).asked !== 3) return false
  const others = [await again(400), await again(new TypeError('fetch failed'))]
  return others.every((one) => one === 'false false') && (await readsDates())
}

probe('client: an asctime date', async (see) => {
  if (!(await coreIsRight()) || (await play(told(ISO))).wait !== 50) return
  const zone = process.env.TZ
  try {
    for (const TZ of ['America/New_York', 'Asia/Tokyo', 'UTC']) {
      process.env.TZ = TZ
      const { wait } = await play(told('Wed Jul 15 12:00:30 2026'), { ...ALL, maxWaitMs: 1e9 })
      see('wait', () => rounded(wait))
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

/** When a wait by its own timer ends, in days. */
async function ends(waitMs: number): Promise<number | undefined> {
  const again = () =>
    new Promise((resolve, reject) => {
      let asked = 0
      const fetch = async () => {
        if (++asked > 1) resolve(undefined)
        return new Response('', { status: asked > 1 ? 200 : 429 })
      }
      const bounds = { ...SETTINGS, baseMs: 2 * waitMs, capMs: 2 * waitMs, maxWaitMs: 1e12 }
      fetchWithRetry(URL, { ...bounds, fetch, random: () => 0.5 }).catch(reject)
    })
  const { endedAt } = await lapse(again, 1.01 * waitMs)
  return endedAt === undefined ? undefined : Math.round(endedAt / DAY_MS)
}

probe('client: a wait of months', async (see) => {
  if (!(await coreIsRight()) || (await ends(20 * DAY_MS)) !== 20) return
  for (const days of [30, 40, 60]) {
    const day = await ends(days * DAY_MS)
    see('ends', () => (day === undefined || day === days ? 'in time' : day))
  }
})
