import { describe, test } from 'vitest'
import { rateLimit } from '#kata/18-http-429/http-429.ts'
import type { Decision } from '#kit'
import { allowed, denied, show, Wrong } from '#support'
import { hasFields, like, ToldLimiter, withServer } from '#support/http'

type Options = Parameters<typeof rateLimit>[0]

const POLICY = { name: 'default', quota: 2, windowMs: 60_000 }
const SECOND = 1_760_000_000

/** The fields of one answer to a request that is decided so. */
async function fieldsOf(decision: Decision, options: Partial<Options>): Promise<Headers> {
  const limiter = new ToldLimiter(() => decision)
  const given = { limiter, policy: POLICY, keyOf: () => 'ann', now: () => 1000 * SECOND }
  let headers = new Headers()
  const listener = rateLimit({ ...given, ...options }, (_request, response) => response.end())
  await withServer(listener, async ({ ask }) => {
    headers = (await ask()).headers
  })
  return headers
}

describe('step 1: the X-RateLimit fields', () => {
  test('with legacyHeaders they are on a 200 and on a 429', async () => {
    const legacyHeaders = true
    hasFields('a 200 with legacyHeaders', await fieldsOf(allowed(1), { legacyHeaders }), {
      'X-RateLimit-Limit': '2',
      'X-RateLimit-Remaining': '1',
      'X-RateLimit-Reset': like('seconds since 1970', /^17[56]\d{7}$/),
    })
    hasFields('a 429 with legacyHeaders', await fieldsOf(denied(1800), { legacyHeaders }), {
      'X-RateLimit-Limit': '2',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': like('seconds since 1970', /^17[56]\d{7}$/),
    })
  })

  test('without legacyHeaders there are none, nor with legacyHeaders: false', async () => {
    const none = {
      'X-RateLimit-Limit': undefined,
      'X-RateLimit-Remaining': undefined,
      'X-RateLimit-Reset': undefined,
    }
    for (const decision of [allowed(1), denied(1800)]) {
      const status = decision.allowed ? 'a 200' : 'a 429'
      hasFields(`${status} without legacyHeaders`, await fieldsOf(decision, {}), none)
      const fields = await fieldsOf(decision, { legacyHeaders: false })
      hasFields(`${status}, legacyHeaders: false`, fields, none)
    }
  })

  test('Reset is now + retryAfterMs on a 429, added in ms and rounded up once', async () => {
    for (const [ms, retryAfterMs, seconds] of [
      [0, 1000, 1],
      [0, 1001, 2],
      [250, 750, 1],
      [250, 751, 2],
      [250, 1800, 3],
      [999, 1, 1],
      [999, 60_000, 61],
    ] as const) {
      const now = 1000 * SECOND + ms
      const fields = await fieldsOf(denied(retryAfterMs), { legacyHeaders: true, now: () => now })
      hasFields(`denied, retryAfterMs ${retryAfterMs}, now ${now}`, fields, {
        'X-RateLimit-Reset': `${SECOND + seconds}`,
      })
    }
  })
})

describe('step 1: no request is exempt', () => {
  /** Asks a server that denies all, so often as there are inits, and holds that it did. */
  async function deniesAll(inits: readonly RequestInit[], keyOf: Options['keyOf']) {
    const limiter = new ToldLimiter(() => denied(1000))
    const served: (string | undefined)[] = []
    const options = { limiter, policy: POLICY, keyOf, now: () => 0 }
    const listener = rateLimit(options, ({ method }, response) => {
      served.push(method)
      response.end()
    })
    await withServer(listener, async ({ ask }) => {
      for (const init of inits) {
        const { status } = await ask(init)
        if (status === 429) continue
        throw new Wrong(`${show(init)}, denied\n  answered  ${status}\n  expected  429`)
      }
    })
    if (served.length > 0) throw new Wrong(`denied\n  the listener served ${served.join(', ')}`)
    return limiter.asked.map(([key]) => key)
  }

  test('whatever its method: an OPTIONS, as a browser sends it ahead, is denied like a GET', async () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    const asked = await deniesAll(
      methods.map((method) => ({ method })),
      ({ method }) => `${method}`,
    )
    if (asked.join() === methods.join()) return
    throw new Wrong(`the limiter was asked for ${asked}\n  expected  ${methods}`)
  })

  test('whatever its key: the limiter gets what keyOf says, as it is', async () => {
    const keys = ['Ann', 'ann', '', ' ann ', 'é', '__proto__']
    const left = [...keys]
    const asked = await deniesAll(
      keys.map(() => ({})),
      () => left.shift() as string,
    )
    if (show(asked) === show(keys)) return
    throw new Wrong(`the limiter was asked for ${show(asked)}\n  expected  ${show(keys)}`)
  })
})
