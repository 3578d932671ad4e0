import { rateLimit } from '#kata/18-http-429/http-429.ts'
import type { Decision } from '#kit'
import { allowed, denied, probe } from '#support'
import { parameterOf, policyItem, ToldLimiter, withServer } from '#support/http'

type Options = Parameters<typeof rateLimit>[0]
type Listener = Parameters<typeof rateLimit>[1]

const POLICY = { name: 'default', quota: 2, windowMs: 60_000 }
const SECOND = 1_760_000_000

const serves: Listener = (_request, response) => response.end('served')

interface Case extends Partial<Options> {
  readonly decision: Decision
  readonly listener?: Listener
  readonly method?: string
}

/** What a server that is made for each case anew answers, one after the other. */
async function answers(cases: readonly Case[]) {
  const made = cases.map(({ decision, listener = serves, method = 'GET', ...options }) => {
    const limiter = new ToldLimiter(() => decision)
    const given = { limiter, policy: POLICY, keyOf: () => 'ann', now: () => 1000 * SECOND }
    return { limiter, method, handle: rateLimit({ ...given, ...options }, listener) }
  })
  const told: { status: number; headers: Headers; asked: number }[] = []
  let handle: Listener = serves
  await withServer(
    (request, response) => handle(request, response),
    async ({ ask }) => {
      for (const one of made) {
        handle = one.handle
        const { status, headers } = await ask({ method: one.method })
        told.push({ status, headers, asked: one.limiter.asked.length })
      }
    },
  )
  return told
}

probe('server: Retry-After', async (see) => {
  const waits = [300, 1001, 2500, 59_866]
  for (const { headers } of await answers(waits.map((ms) => ({ decision: denied(ms) })))) {
    see('seconds', () => headers.get('Retry-After'))
  }
})

probe('server: the window of the policy', async (see) => {
  const windows = [500, 1500, 60_000, 1]
  const cases = windows.map((windowMs) => {
    return { decision: allowed(1), policy: { ...POLICY, windowMs } }
  })
  for (const { headers } of await answers(cases)) {
    const field = headers.get('RateLimit-Policy')
    if (field !== null) see('w', () => parameterOf(field, 'w'))
  }
})

const ends = { decision: allowed(1) }
/** Ends only when whoever called it has had its turn. */
const later: Listener = (_request, response) => {
  setImmediate(() => response.end())
}
const writes: Listener = (_request, response) => response.writeHead(201).end()

probe('server: the fields of what was allowed', async (see) => {
  const cases = [ends, { ...ends, listener: later }, { ...ends, listener: writes }]
  for (const { headers } of await answers(cases)) {
    for (const name of ['RateLimit', 'RateLimit-Policy']) see('there', () => headers.has(name))
  }
})

probe('server: Retry-After of what was allowed', async (see) => {
  const cases = [ends, { ...ends, listener: later }, { ...ends, legacyHeaders: true }]
  for (const { headers } of await answers(cases)) see('there', () => headers.has('Retry-After'))
})

probe('server: the cache of a 429', async (see) => {
  const all = await answers([300, 1000, 60_000].map((ms) => ({ decision: denied(ms) })))
  for (const { status, headers } of all) {
    if (status !== 429) return
    see('no-store', () => /no-store/.test(headers.get('Cache-Control') ?? ''))
  }
})

probe('server: X-RateLimit-Reset', async (see) => {
  const cases = [
    [250, 750],
    [250, 1800],
    [999, 60_000],
    [0, 1001],
  ].map(([ms = 0, wait = 0]) => {
    return { decision: denied(wait), now: () => 1000 * SECOND + ms, legacyHeaders: true }
  })
  for (const { headers } of await answers(cases)) {
    see('instant', () => headers.get('X-RateLimit-Reset'))
  }
})

probe('server: how often the limiter is asked', async (see) => {
  const cases = [ends, { decision: denied(1000) }, { ...ends, legacyHeaders: true }]
  for (const { asked } of await answers(cases)) see('asked', () => asked)
})

const decision = denied(1000)

probe('server: who is denied, by the method', async (see) => {
  for (const { status } of await answers(
    ['GET', 'OPTIONS'].map((method) => ({ decision, method })),
  )) {
    see('status', () => status)
  }
})

probe('server: who is denied, by the key', async (see) => {
  const keys = ['ann', '', ' ', '']
  for (const { status } of await answers(keys.map((key) => ({ decision, keyOf: () => key })))) {
    see('status', () => status)
  }
})

probe('server: what a denied request reaches', async (see) => {
  let served = 0
  const listener: Listener = (_request, response) => {
    served++
    response.end()
  }
  const cases = [
    { decision, listener },
    { ...ends, listener },
    { decision, listener },
  ]
  for (const { status } of await answers(cases)) if (status === 200 && served === 0) return
  see('served', () => served)
  for (const { status } of await answers(cases.slice(0, 2))) see('status', () => status)
})

/** Whether a server is right but for what is for a star, as far as three requests tell. */
async function coreIsRight(): Promise<boolean> {
  const half = denied(500)
  const [one, two, three] = await answers([
    ends,
    { decision: half, method: 'OPTIONS' },
    { decision: half, keyOf: () => '' },
  ])
  return (
    !one?.headers.has('Retry-After') &&
    [two, three].every(
      (answer) => answer?.status === 429 && answer.headers.get('Retry-After') === '1',
    )
  )
}

// Stretch.
probe('server: a quote in the name', async (see) => {
  if (!(await coreIsRight())) return
  const names = ['default', 'say "hi"', 'C:\\api', '"']
  const cases = names.map((name) => ({ ...ends, policy: { ...POLICY, name } }))
  for (const [i, { headers }] of (await answers(cases)).entries()) {
    const field = headers.get('RateLimit-Policy')
    if (field === null) return
    see('read back', () => policyItem(names[i] as string, {}).holds(field))
  }
})
