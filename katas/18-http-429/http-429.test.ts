import { describe, test } from 'vitest'
import { rateLimit } from '#kata/18-http-429/http-429.ts'
import { clientAddress, type Decision } from '#kit'
import { allowed, denied, refuses, Wrong } from '#support'
import {
  type Answer,
  hasFields,
  like,
  parameterOf,
  policyItem,
  ToldLimiter,
  withServer,
} from '#support/http'

type Options = Parameters<typeof rateLimit>[0]
type Listener = Parameters<typeof rateLimit>[1]

const POLICY = { name: 'default', quota: 2, windowMs: 60_000 }
const NOW = 1_760_000_000_250

/** Serves whatever reaches it. */
const serves: Listener = (_request, response) => response.end('served')

/** Lets in two of each key. */
const twoEach = () => new ToldLimiter((_key, nth) => (nth <= 2 ? allowed(2 - nth) : denied(30_000)))

const optionsWith = (options: Partial<Options>): Options => ({
  limiter: twoEach(),
  policy: POLICY,
  keyOf: () => 'ann',
  now: () => NOW,
  ...options,
})

const always = (decision: Decision) => ({ limiter: new ToldLimiter(() => decision) })

/** The answers to `inits`, asked for one after the other. */
async function answersOf(
  options: Partial<Options>,
  listener: Listener,
  inits: readonly RequestInit[] = [{}],
): Promise<Answer[]> {
  const answers: Answer[] = []
  await withServer(rateLimit(optionsWith(options), listener), async ({ ask }) => {
    for (const init of inits) answers.push(await ask(init))
  })
  return answers
}

function hasStatuses(what: string, answers: readonly Answer[], expected: readonly number[]): void {
  const statuses = answers.map(({ status }) => status).join(', ')
  if (statuses === expected.join(', ')) return
  throw new Wrong(`${what}\n  answered  ${statuses}\n  expected  ${expected.join(', ')}`)
}

async function deniedFor(retryAfterMs: number, options: Partial<Options> = {}): Promise<Headers> {
  const [answer] = await answersOf({ ...always(denied(retryAfterMs)), ...options }, serves)
  return (answer as Answer).headers
}

describe('step 1: the server', () => {
  test('an allowed request is served, a denied one gets a 429 and never reaches the listener', async () => {
    let served = 0
    const listener: Listener = (_request, response) => {
      served++
      response.end('served')
    }
    const answers = await answersOf({}, listener, [{}, {}, {}])
    hasStatuses('quota 2, three requests', answers, [200, 200, 429])
    if (served !== 2) throw new Wrong(`200, 200, 429\n  the listener served ${served}, not 2`)
    if (answers[0]?.body !== 'served')
      throw new Wrong(`the body is ${answers[0]?.body}, not served`)
  })

  test('the limiter is asked once a request, by the key of the request and the time', async () => {
    const limiter = twoEach()
    let now = NOW
    const keyOf: Options['keyOf'] = ({ headers }) => `${headers['x-api-key'] ?? 'nobody'}`
    const inits = ['ann', 'bob', 'ann', 'ann'].map((key) => ({ headers: { 'x-api-key': key } }))
    const tick = () => now
    const listener: Listener = (_request, response) => {
      now += 1000
      response.end()
    }
    const answers = await answersOf({ limiter, keyOf, now: tick }, listener, inits)
    hasStatuses('keys ann, bob, ann, ann; two each', answers, [200, 200, 200, 429])
    const asked = limiter.asked.map(([key, at]) => `${key} ${at - NOW}`).join(', ')
    const expected = 'ann 0, bob 1000, ann 2000, ann 3000'
    if (asked !== expected) throw new Wrong(`asked     ${asked}\n  expected  ${expected}`)
  })

  test('behind a proxy the key may be the address that the proxy saw', async () => {
    const keyOf: Options['keyOf'] = (request) => clientAddress(request, 1)
    const inits = ['7.7.7.7', '6.6.6.6, 7.7.7.7', '5.5.5.5, 7.7.7.7', '8.8.8.8'].map(
      (addresses) => ({
        headers: { 'x-forwarded-for': addresses },
      }),
    )
    const answers = await answersOf({ keyOf }, serves, inits)
    hasStatuses('one address with three stories, and another', answers, [200, 200, 429, 200])
  })

  test('every response tells the policy and what is left of it', async () => {
    const answers = await answersOf({}, serves, [{}, {}, {}])
    for (const [i, { headers }] of answers.entries()) {
      hasFields(`quota 2, request ${i + 1}`, headers, {
        'RateLimit-Policy': policyItem('default', { q: 2, w: 60 }),
        RateLimit: policyItem('default', { r: [1, 0, 0][i] ?? 0 }),
      })
    }
  })

  test('windows are told in whole seconds, rounded up: half a second is w=1, not 0', async () => {
    for (const [windowMs, w] of [
      [500, 1],
      [1000, 1],
      [1500, 2],
      [86_400_000, 86_400],
    ] as const) {
      const [answer] = await answersOf({ policy: { ...POLICY, windowMs } }, serves)
      hasFields(`windowMs ${windowMs}`, (answer as Answer).headers, {
        'RateLimit-Policy': policyItem('default', { q: 2, w }),
      })
    }
  })

  test('Retry-After and t are whole seconds, rounded up, never 0', async () => {
    for (const [retryAfterMs, s] of [
      [1, 1],
      [300, 1],
      [1000, 1],
      [1001, 2],
      [59_866, 60],
      [31_536_000_000, 31_536_000],
    ] as const) {
      hasFields(`denied, retryAfterMs ${retryAfterMs}`, await deniedFor(retryAfterMs), {
        'Retry-After': `${s}`,
        RateLimit: policyItem('default', { r: 0, t: s }),
      })
    }
  })

  test('a 429 is not to be cached', async () => {
    hasFields('a 429', await deniedFor(1000), { 'Cache-Control': like('no-store', /\bno-store\b/) })
  })

  test('what was allowed has no Retry-After, and its caching is left to the listener', async () => {
    const listener: Listener = (_request, response) => {
      response.setHeader('Cache-Control', 'max-age=60')
      response.end()
    }
    const [cached] = await answersOf({}, listener)
    const [plain] = await answersOf({}, serves)
    hasFields('a 200', (cached as Answer).headers, {
      'Retry-After': undefined,
      'Cache-Control': 'max-age=60',
    })
    hasFields('a 200', (plain as Answer).headers, { 'Cache-Control': undefined })
  })
})

describe('step 1: whatever the listener and the client do', () => {
  const wanted = {
    'RateLimit-Policy': policyItem('default', { q: 2, w: 60 }),
    RateLimit: policyItem('default', { r: 1 }),
  }

  test('a listener that writes its head at once has the fields in it', async () => {
    const listener: Listener = (_request, response) => {
      response.writeHead(201, { 'X-Own': 'yes' })
      response.end('made')
    }
    const answers = await answersOf({}, listener)
    hasStatuses('writeHead(201)', answers, [201])
    hasFields('writeHead(201)', (answers[0] as Answer).headers, { ...wanted, 'X-Own': 'yes' })
  })

  test('an async listener is served as any other', async () => {
    const listener: Listener = async (_request, response) => {
      await new Promise((resolve) => setImmediate(resolve))
      response.end('later')
    }
    const [answer] = await answersOf({}, listener)
    hasFields('an async listener', (answer as Answer).headers, wanted)
  })

  test('when the listener throws, what its error handler answers has the fields', async () => {
    const broken = new Error('the listener broke')
    const listener: Listener = () => {
      throw broken
    }
    await withServer(rateLimit(optionsWith({}), listener), async ({ url, takeFailure }) => {
      const { status, headers } = await fetch(url)
      const failure = takeFailure()
      if (failure !== undefined && failure !== broken) throw failure
      if (status !== 500) throw new Wrong(`the listener threw\n  answered  ${status}, not 500`)
      hasFields('the listener threw', headers, wanted)
    })
  })

  test('HEAD has the fields of GET, on a 200 and on a 429', async () => {
    const answers = await answersOf({}, serves, [{}, { method: 'HEAD' }, { method: 'HEAD' }])
    hasStatuses('GET, HEAD, HEAD', answers, [200, 200, 429])
    hasFields('HEAD, a 200', (answers[1] as Answer).headers, {
      RateLimit: policyItem('default', { r: 0 }),
    })
    hasFields('HEAD, a 429', (answers[2] as Answer).headers, { 'Retry-After': '30' })
  })

  test('a denied upload is answered, and the connection serves the next request', async () => {
    const post = { method: 'POST', body: 'x'.repeat(100_000) }
    const bob = { headers: { 'x-api-key': 'bob' } }
    const keyOf: Options['keyOf'] = ({ headers }) => `${headers['x-api-key'] ?? 'ann'}`
    const answers = await answersOf({ keyOf }, serves, [{}, {}, post, post, bob])
    hasStatuses('four of ann, one of bob', answers, [200, 200, 429, 429, 200])
  })

  test('a request whose client has gone has counted, and the server goes on', async () => {
    const gone = new AbortController()
    let closed: Promise<unknown> | undefined
    const listener: Listener = (request, response) => {
      if (request.method === 'GET') response.end()
      else {
        closed = new Promise((resolve) => response.once('close', resolve))
        gone.abort()
      }
    }
    const limiter = twoEach()
    await withServer(rateLimit(optionsWith({ limiter }), listener), async ({ url, ask }) => {
      await fetch(url, { method: 'DELETE', signal: gone.signal }).catch(() => {})
      await closed
      hasFields('the second request', (await ask()).headers, {
        RateLimit: policyItem('default', { r: 0 }),
      })
    })
  })
})

describe('step 1: bad parameters', () => {
  const made = (policy: Partial<typeof POLICY>) => () =>
    rateLimit(optionsWith({ policy: { ...POLICY, ...policy } }), serves)

  test('name, quota and windowMs are checked when rateLimit is called', () => {
    for (const name of ['é', 'a\nb', '\u0000', '日']) {
      refuses(`policy.name ${JSON.stringify(name)}`, made({ name }), 'name', JSON.stringify(name))
    }
    for (const quota of [-1, 1.5, Number.NaN])
      refuses(`quota ${quota}`, made({ quota }), 'quota', quota)
    for (const windowMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      refuses(`windowMs ${windowMs}`, made({ windowMs }), 'windowMs', windowMs)
    }
  })
})

describe('for a star', () => {
  test('stretch: a name with a quote or a backslash is a string of RFC 9651 all the same', async () => {
    for (const name of ['say "hi"', 'C:\\api', '\\"', '"', 'a;q=9', ' ']) {
      const [answer] = await answersOf({ policy: { ...POLICY, name } }, serves)
      hasFields(`policy.name ${JSON.stringify(name)}`, (answer as Answer).headers, {
        'RateLimit-Policy': policyItem(name, { q: 2, w: 60 }),
        RateLimit: policyItem(name, { r: 1 }),
      })
    }
  })

  test('stretch: a t on what was allowed, if there is one, is a whole number of seconds', async () => {
    const answers = await answersOf({}, serves, [{}, {}])
    for (const { headers } of answers) {
      const t = parameterOf(headers.get('RateLimit'), 't')
      if (t === undefined || (Number.isInteger(t) && Number(t) >= 0)) continue
      throw new Wrong(`a 200\n  RateLimit: ${headers.get('RateLimit')}\n  expected  t=<seconds>`)
    }
  })
})
