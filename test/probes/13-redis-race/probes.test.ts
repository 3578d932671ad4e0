import {
  breaksCheckThenAct,
  breaksMultiCheckThenAct,
  starvesMultiAddThenCheck,
  WatchLimiter,
} from '#kata/13-redis-race/race.ts'
import { probe, Wrong } from '#support'
import { useRedis } from '#support/redis'
import {
  type Asked,
  type Played,
  playSchedule,
  type RaceStep,
  raceDrill,
  runAgainstRival,
  showOutcome,
} from '#support/redis/race'

const redis = useRedis()
const [limit, windowMs] = [3, 60_000]

/** Those of the window that ends with this request. */
const upTo = ({ at }: Asked, { requests }: Played) =>
  requests.filter((one) => one.at <= at && at - one.at < windowMs)
const letInUpTo = (asked: Asked, played: Played) =>
  upTo(asked, played).filter(({ allowed }) => allowed).length

/** Whether a pod comes between the commands of the other. */
function interrupts({ steps }: Played): boolean {
  const pods = steps.flatMap((step) => ('pod' in step ? [step.pod] : []))
  return pods.filter((pod, i) => i > 0 && pod !== pods[i - 1]).length > 1
}

/** What a schedule that should let both in comes to, in words: right ones differ in their steps. */
function harm(played: Played) {
  const { requests, steps } = played
  const full = Math.max(...requests.map((one) => letInUpTo(one, played)))
  return {
    letIn: requests.filter(({ allowed }) => allowed).length,
    tooFull: full > limit,
    // Only where it did no harm: then it says why.
    ...(full <= limit && { interrupts: interrupts(played), waits: steps.some(isWait) }),
  }
}
const isWait = (step: RaceStep) => 'wait' in step

for (const [name, schedule] of Object.entries({ breaksCheckThenAct, breaksMultiCheckThenAct })) {
  probe(name, async (see) => {
    await see('it', async () => harm(await playSchedule(redis, schedule, raceDrill(name))))
  })
}

probe('starvesMultiAddThenCheck', async (see) => {
  const drill = raceDrill('starvesMultiAddThenCheck')
  await see('it', async () => {
    const played = await playSchedule(redis, starvesMultiAddThenCheck, drill)
    const denied = played.requests.filter(({ allowed }) => !allowed)
    const held = denied.map((one) => letInUpTo(one, played))
    if (held.includes(0)) return 'starves'
    const since = Math.min(...denied.map(({ at }) => at))
    const later = played.requests.filter(({ at, allowed }) => allowed && at > since)
    return {
      fewest: held.length > 0 && Math.min(...held) === limit,
      later: later.length > 0,
      // None: the denied ones have left with those let in, which is another mistake.
      besideDenied: later.some((one) => upTo(one, played).some(({ allowed }) => !allowed)),
    }
  })
})

interface Call {
  readonly limit?: number
  readonly attempts?: number
  /** Does something to the log before the pod's next command. */
  readonly rival?: (key: string, next: Next) => unknown
}
interface Next {
  readonly waiting: readonly string[]
  /** How many commands, and how many EXECs, have been sent before. */
  readonly step: number
  readonly execs: number
}

const execsIn = (steps: readonly RaceStep[]) =>
  steps.filter((step) => 'sent' in step && step.sent.commands.includes('EXEC'))
const isDiscarded = (step: RaceStep) =>
  'sent' in step && step.sent.replies.some((reply) => 'value' in reply && reply.value === null)

/**
 * A request at 0, after two that were let in, with a rival between its commands. Tells what it came to, and
 * whether the connection still watches the log then.
 */
async function callAgainst({ rival, attempts = 3, limit: most = limit }: Call) {
  const key = redis.key()
  for (const id of ['one', 'two']) await redis.client.zadd(key, 0, id)
  await redis.client.pexpire(key, windowMs)
  let watches = false
  const options = { key, limit: most, windowMs, attempts, now: () => 0 }
  const { outcome, steps } = await runAgainstRival(redis, {
    key,
    work: ({ client }) => new WatchLimiter({ ...options, client }).tryAcquire('A'),
    between: async (waiting, before) =>
      rival?.(key, { waiting, step: before.length, execs: execsIn(before).length }),
    after: async ({ client }) => {
      await redis.client.pexpire(key, windowMs)
      watches = (await client.multi().echo('next').exec()) === null
    },
  })
  return {
    came: 'error' in outcome ? 'rejected' : showOutcome(outcome),
    discarded: execsIn(steps).filter(isDiscarded).length,
    isIn: (await redis.client.zscore(key, 'A')) !== null,
    watches,
  }
}

/** What runAgainstRival tells of who never ends. */
function goesOn(error: unknown) {
  if (!(error instanceof Wrong && /goes on after/.test(error.message))) throw error
  return { came: 'goes on', discarded: 0 }
}

const join = (key: string) => redis.client.zadd(key, 0, 'rival')

probe('a rival takes the last place', async (see) => {
  await see('let in', async () => {
    const places: string[] = []
    // Before each of the pod's commands in turn, as long as there is one.
    for (let place = 1; place <= 8; place++) {
      let before = ''
      const call = await callAgainst({
        rival: async (key, { waiting, step, execs }) => {
          if (step !== place) return
          const other = waiting[0] === 'WATCH' ? 'WATCH' : 'a read'
          before = waiting.includes('EXEC') ? `EXEC ${execs + 1}` : other
          await join(key)
        },
      })
      if (before === '') break
      if (call.came === 'allowed') places.push(`${before} ${call.isIn}`)
    }
    return places
  })
})

probe('a rival comes, and there is room', async (see) => {
  for (const times of [1, 2]) {
    await see('it', async () => {
      const { came, isIn } = await callAgainst({
        limit: 6,
        rival: async (key, { waiting, execs }) => {
          if (waiting.includes('EXEC') && execs < times) await redis.client.zadd(key, 0, `${execs}`)
        },
      })
      return { came, isIn: came === 'allowed' && isIn }
    })
  }
})

probe('the log changes before each EXEC', async (see) => {
  for (const attempts of [3, 1, 4]) {
    await see('it', async () => {
      const { came, discarded } = await callAgainst({
        attempts,
        rival: async (key, { waiting }) => {
          if (waiting.includes('EXEC')) await redis.client.pexpire(key, windowMs)
        },
      }).catch(goesOn)
      return { came, discarded }
    })
  }
})

probe('after a denial', async (see) => {
  for (const most of [1, 2]) {
    await see('at once', async () => (await callAgainst({ limit: most })).watches)
  }
  await see('at the second attempt', async () => {
    const rival = async (key: string, { waiting, execs }: Next) => {
      if (waiting.includes('EXEC') && execs === 0) await join(key)
    }
    return (await callAgainst({ rival })).watches
  })
})

/** Requests of one pod alone, at these times. */
async function alone(attempts: number, times: readonly number[], most = 1) {
  let time = 0
  const options = { client: redis.client, key: redis.key(), limit: most, windowMs, attempts }
  const limiter = new WatchLimiter({ ...options, now: () => time })
  const ask = async (at: number) => {
    time = at
    const decision = await limiter.tryAcquire(`at ${at}`)
    await redis.client.unwatch()
    return decision
  }
  for (const at of times.slice(0, -1)) await ask(at)
  return await ask(times.at(-1) ?? 0)
}

probe('old requests go, with nobody else there', async (see) => {
  for (const times of [
    [0, 60_000],
    [0, 61_000, 130_000],
  ]) {
    await see('allowed', async () => (await alone(1, times)).allowed)
  }
})

probe('the wait', async (see) => {
  for (const at of [20_000, 45_000, 59_000]) {
    await see('wait', async () => (await alone(3, [0, at])).retryAfterMs)
  }
})

probe('the wait between two ms', async (see) => {
  for (const at of [0.125, 20_000.5, 59_999.875]) {
    await see('is whole', async () => Number.isInteger((await alone(3, [0, at])).retryAfterMs))
  }
})
