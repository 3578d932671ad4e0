import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { connected, deleteKeys, keysUnder } from './connection.ts'
import { isOwnerGone, ownerName } from './owner.mjs'

/**
 * Which runs use the server, each with the time up to which it counts as alive: a sorted set, the only
 * key beside those of the tests themselves.
 */
const RUNS = 'kata:runs'
const LEASE_MS = 600_000
const RENEW_MS = 60_000

/**
 * What tells the keys of a run on a server that is not ours from everybody else's. Every key of its tests
 * begins with the run's own {@link keyPrefix}, and as long as it goes on it renews its lease.
 *
 * A killed run leaves keys whose TTL, by the virtual clock, lies in the next century. Their age would
 * not say that nobody uses them: a run may be stopped in a debugger for hours, and machines' clocks
 * differ. A lease does, and it is the server's clock that it runs out by. Of a run of this machine the
 * process id says it at once.
 */
export interface Lease {
  /** How many keys of killed runs were removed. */
  readonly removed: number
  /** Removes what the run's tests left, if one was killed in the middle, and gives the lease back. */
  end(): Promise<void>
}

/** A name for this run that no other run has; it says who would know whether the run goes on. */
export const newRun = (owner = ownerName()): string => `${owner}-${randomBytes(4).toString('hex')}`

/** How the names of all keys of the run begin; what follows is each test's own. */
export const keyPrefix = (run: string): string => `kata:{${run}.`

/**
 * Removes the keys of runs that are certainly over, and takes a lease for this one. Touches no other key
 * of the server, and looks through it only if there is such a run.
 */
export async function takeLease(url: string, run: string): Promise<Lease> {
  const removed = await connected(url, async (client) => {
    await renew(client, run)
    return removeAbandoned(client, run)
  })
  const timer = setInterval(() => {
    // The next one may succeed; until then the lease is long enough.
    connected(url, (client) => renew(client, run)).catch(() => {})
  }, RENEW_MS).unref()
  return {
    removed,
    async end() {
      clearInterval(timer)
      await connected(url, (client) => removeRun(client, run))
    },
  }
}

async function renew(client: Redis, run: string): Promise<void> {
  await client.zadd(RUNS, (await nowOf(client)) + LEASE_MS, run)
}

async function removeAbandoned(client: Redis, own: string): Promise<number> {
  const now = await nowOf(client)
  const leases = await client.zrange(RUNS, '0', '-1', 'WITHSCORES')
  let removed = 0
  for (let i = 0; i < leases.length; i += 2) {
    const run = leases[i] ?? ''
    const over = Number(leases[i + 1]) < now || isOwnerGone(run)
    if (run !== own && over) removed += await removeRun(client, run)
  }
  return removed
}

async function removeRun(client: Redis, run: string): Promise<number> {
  const keys = await keysUnder(client, keyPrefix(run))
  await deleteKeys(client, keys)
  // Last, so that what is interrupted here is done by the next run.
  await client.zrem(RUNS, run)
  return keys.length
}

async function nowOf(client: Redis): Promise<number> {
  const [seconds] = await client.time()
  return Number(seconds) * 1000
}
