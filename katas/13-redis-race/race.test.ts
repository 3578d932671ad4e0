import { describe, test } from 'vitest'
import {
  breaksCheckThenAct,
  breaksMultiCheckThenAct,
  starvesMultiAddThenCheck,
  WatchLimiter,
} from '#kata/13-redis-race/race.ts'
import type { Decision } from '#kit'
import { attemptAsync, refuses, Wrong } from '#support'
import { useRedis } from '#support/redis'
import {
  type Asked,
  type Drill,
  drawRace,
  onLua,
  type Played,
  playSchedule,
  raceDrill,
  runAgainstRival,
  showOutcome,
} from '#support/redis/race'

const redis = useRedis()
const [limit, windowMs, before] = [3, 60_000, 2]

const told = ({ name }: Drill, says: string, { steps }: Played) =>
  new Wrong([`${name}: ${says}`, ...drawRace(steps)].join('\n'))

/** On the Lua version the same schedule finds nothing to come between: each request is decided rightly. */
async function luaIsRight(drill: Drill, schedule: unknown): Promise<void> {
  const played = await playSchedule(redis, schedule, onLua(drill))
  for (const [i, request] of played.requests.entries()) {
    const before = letInUpTo(request, { ...played, requests: played.requests.slice(0, i) })
    if (before.length < limit !== request.allowed) throw told(drill, 'the Lua version errs', played)
  }
}

/** Those let in of the window that ends with this request. */
const letInUpTo = ({ at }: Asked, { requests }: Played) =>
  requests.filter((one) => one.allowed && one.at <= at && at - one.at < windowMs)

async function letsBothIn(drill: Drill, schedule: unknown): Promise<void> {
  const played = await playSchedule(redis, schedule, drill)
  const denied = played.requests.filter(({ allowed }) => !allowed).map(({ pod }) => pod)
  if (denied.length > 0) {
    throw told(drill, `pod ${denied.join(' and ')} was denied; both should be let in`, played)
  }
  const most = Math.max(...played.requests.map((request) => letInUpTo(request, played).length))
  if (most <= limit) {
    throw told(drill, `both are let in, but no window holds more than ${most}: no harm`, played)
  }
  await luaIsRight(drill, schedule)
}

describe('schedules', () => {
  test('breaksCheckThenAct: both pods are let in, where one place is left', async () => {
    await letsBothIn(raceDrill('breaksCheckThenAct'), breaksCheckThenAct)
  })

  test('breaksMultiCheckThenAct: both pods are let in, where one place is left', async () => {
    await letsBothIn(raceDrill('breaksMultiCheckThenAct'), breaksMultiCheckThenAct)
  })

  test('starvesMultiAddThenCheck: one is denied while the window holds none that was let in', async () => {
    const drill = raceDrill('starvesMultiAddThenCheck')
    const played = await playSchedule(redis, starvesMultiAddThenCheck, drill)
    const held = played.requests
      .filter(({ allowed }) => !allowed)
      .map((request) => letInUpTo(request, played).length)
    if (held.length === 0) throw told(drill, 'nobody is denied', played)
    const fewest = Math.min(...held)
    const were = fewest === 1 ? '1 that was' : `${fewest} that were`
    if (fewest > 0) throw told(drill, `denied only while the window holds ${were} let in`, played)
    await luaIsRight(drill, starvesMultiAddThenCheck)
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  const attempts = 3

  /** A log with `before` requests at 0, and a call for another, with somebody before each EXEC. */
  async function callAgainst(
    settings: { limit: number; rival?: (execs: number, key: string) => Promise<unknown> },
    after?: Parameters<typeof runAgainstRival>[1]['after'],
  ) {
    const key = redis.key()
    const options = { key, limit: settings.limit, windowMs, attempts, now: () => 0 }
    const early = new WatchLimiter({ ...options, client: redis.client })
    for (let i = 0; i < before; i++) await early.tryAcquire(`before-${i}`)
    const execsOf = (steps: Played['steps']) =>
      steps.filter((step) => 'sent' in step && step.sent.commands.includes('EXEC')).length
    const { outcome, steps } = await runAgainstRival(redis, {
      key,
      work: ({ client }) => new WatchLimiter({ ...options, client }).tryAcquire('A'),
      between: async (waiting, steps) => {
        if (waiting.includes('EXEC')) await settings.rival?.(execsOf(steps), key)
      },
      ...(after && { after }),
    })
    const tell = (says: string) => new Wrong([says, ...drawRace(steps, 1)].join('\n'))
    return { outcome, execs: execsOf(steps), key, tell }
  }

  /** A change of the log that changes nothing about what it holds. */
  const touch = (key: string) => redis.client.pexpire(key, windowMs)

  test('stretch: an EXEC that was discarded is tried again, as often as there are attempts', async () => {
    const rival = async (execs: number, key: string) => execs < attempts - 1 && touch(key)
    const { outcome, execs, tell } = await callAgainst({ limit, rival })
    if (execs === attempts && showOutcome(outcome) === 'allowed') return
    throw tell(`attempts 3, two EXECs in vain: ${showOutcome(outcome)}; the third should succeed`)
  })

  test('stretch: when no attempt succeeds it rejects, and says how many there were', async () => {
    const { outcome, execs, key, tell } = await callAgainst({
      limit,
      rival: (_, key) => touch(key),
    })
    const wanted = 'it should reject with an error that names the 3 attempts'
    if (!('error' in outcome))
      throw tell(`${showOutcome(outcome)}, and no EXEC came through: ${wanted}`)
    const { error } = outcome
    if (!(error instanceof Error && /\b(3|three)\b/i.test(error.message))) {
      throw tell(`${showOutcome(outcome)}; ${wanted}`)
    }
    if (execs !== attempts) throw tell(`attempts 3, EXECs sent: ${execs}`)
    const count = await redis.client.zcard(key)
    if (count !== before) throw tell(`it rejected, and the log grew from ${before} to ${count}`)
  })

  test('stretch: a denied call leaves a connection that watches nothing', async () => {
    const joins = async (execs: number, key: string) =>
      execs === 0 && redis.client.zadd(key, 0, 'rival')
    // Denied at once; and at the second attempt, since somebody took the last place before the first EXEC.
    for (const [settings, says] of [
      [{ limit: before }, 'limit 2, two let in'],
      [{ limit, rival: joins }, 'limit 3, two let in, a third before EXEC'],
    ] as const) {
      let discarded = false
      const { outcome, tell } = await callAgainst(settings, async ({ client, key }) => {
        await touch(key)
        discarded = (await client.multi().echo('next').exec()) === null
      })
      if (showOutcome(outcome) !== 'denied') throw tell(`${says}: ${showOutcome(outcome)}`)
      if (discarded) {
        throw tell(
          'denied; then the log changed, and the next MULTI on this connection was discarded',
        )
      }
    }
  })

  test('stretch: with nobody else there one attempt is enough, also where an old request goes', async () => {
    let time = 0
    const options = { client: redis.client, key: redis.key(), windowMs, now: () => time }
    const alone = new WatchLimiter({ ...options, limit: 1, attempts: 1 })
    for (const id of ['first', 'second', 'third']) {
      const outcome = await attemptAsync(() => alone.tryAcquire(id))
      const threw = 'threw' in outcome
      const { allowed } = (threw ? {} : (outcome.returned ?? {})) as Partial<Decision>
      if (allowed !== true) {
        const came = threw ? `rejected with ${outcome.threw}` : `allowed: ${allowed}`
        const says = `limit 1, attempts 1, a request each 60 s, nobody else: at ${time}`
        throw new Wrong(`${says} ${came}\n  expected allowed: true`)
      }
      time += windowMs
    }
  })

  test('stretch: limit, windowMs and attempts must be whole numbers of at least 1', () => {
    for (const name of ['limit', 'windowMs', 'attempts']) {
      for (const value of [0, -1, 1.5, Number.NaN]) {
        const options = { client: redis.client, key: 'k', limit, windowMs, attempts, now: () => 0 }
        const make = () => new WatchLimiter({ ...options, [name]: value })
        refuses(`new WatchLimiter({ …, ${name}: ${value} })`, make, name, value)
      }
    }
  })
})
