import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster, type Redis } from 'ioredis'
import { afterAll, beforeAll, inject } from 'vitest'
import { RedisLost } from '../failure.ts'
import { connect, isLost } from './connection.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The masters of the run's cluster, `redis://host:port` each; none if there is no cluster. */
    clusterUrls: string[]
  }
}

/** What a test file has of the run's cluster of three masters. Other files use it at the same time. */
export interface TestCluster {
  /** ioredis's client of the whole: it knows which master has which slot, and learns from MOVED. */
  readonly client: Cluster
  /** A connection to each master by itself, which follows nothing. */
  readonly masters: readonly Redis[]
  /** `host:port` of the master that has the slot, as `client` believes. */
  believedOwner(slot: number): string | undefined
  /** Gives a slot that holds no key to another master, and returns its `host:port`; `client` is not told. */
  move(slot: number): Promise<string>
}

/** Call it at the top of a test file: it connects before its tests, with a client of its own. */
export function useCluster(): TestCluster {
  let client: Cluster | undefined
  let masters: readonly Redis[] = []

  beforeAll(async () => {
    const urls = inject('clusterUrls') ?? []
    if (urls.length === 0) return
    masters = urls.map(connect)
    client = new Cluster(urls, {
      lazyConnect: true,
      enableOfflineQueue: false,
      slotsRefreshInterval: 0,
      clusterRetryStrategy: () => null,
      redisOptions: { connectTimeout: 5_000, commandTimeout: 3_000 },
    })
    // Without a listener ioredis prints; the commands in flight are rejected anyway.
    client.on('error', () => {})
    await Promise.all([client.connect(), ...masters.map((one) => one.connect())]).catch(
      (error: Error) => {
        throw lost(error.message)
      },
    )
  })
  afterAll(() => {
    client?.disconnect()
    for (const one of masters) one.disconnect()
  })

  return {
    get client() {
      if (!client) throw new Error('useCluster(): the client is there only inside tests and hooks')
      return client
    },
    get masters() {
      return masters
    },
    believedOwner(slot) {
      return this.client.slots[slot]?.[0]
    },
    async move(slot) {
      return alone(this.client, async () => {
        const owner = this.believedOwner(slot)
        const [from, to, ...others] = [...masters].sort(
          (a, b) => Number(addressOf(b) === owner) - Number(addressOf(a) === owner),
        ) as [Redis, Redis, ...Redis[]]
        const idOf = async (node: Redis) => String(await node.call('CLUSTER', 'MYID'))
        const [fromId, toId] = [await idOf(from), await idOf(to)]
        // An import that ends raises the new owner's epoch: what the old one has said before is void then.
        await to.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId)
        for (const node of [to, from, ...others]) {
          await node.call('CLUSTER', 'SETSLOT', slot, 'NODE', toId)
        }
        await allSay(masters, slot, addressOf(to))
        return addressOf(to)
      }).catch((error: Error) => {
        throw isLost(error) || isUnsettled(error) ? lost(error.message) : error
      })
    },
  }
}

/** The key of who moves a slot: two moves that cross raise each other's epoch, and a slot may go back. */
const MOVING = 'kata:moving'
/** Longer than a move takes; a killed run's ends by it. */
const MOVING_MS = 5_000
const PATIENCE_MS = 8_000
const POLL_MS = 20

/** Runs it while no other run moves a slot of this cluster. */
async function alone<T>(client: Cluster, run: () => Promise<T>): Promise<T> {
  const name = randomUUID()
  const isFree = async () => (await client.set(MOVING, name, 'PX', MOVING_MS, 'NX')) === 'OK'
  await until(isFree, 'another run has been moving a slot for too long')
  try {
    return await run()
  } finally {
    if ((await client.get(MOVING)) === name) await client.del(MOVING)
  }
}

/** Waits until every master says that the slot is at that address. */
async function allSay(masters: readonly Redis[], slot: number, address: string): Promise<void> {
  await until(async () => {
    const owners = await Promise.all(masters.map((one) => ownerBy(one, slot)))
    return owners.every((one) => one === address)
  }, `its masters do not agree on who has slot ${slot}`)
}

type SlotRange = [first: number, last: number, master: [host: string, port: number, ...unknown[]]]

/** `host:port` of the master that has the slot, as this one believes. */
async function ownerBy(master: Redis, slot: number): Promise<string | undefined> {
  const ranges = (await master.call('CLUSTER', 'SLOTS')) as SlotRange[]
  const [, , owner] = ranges.find(([first, last]) => first <= slot && slot <= last) ?? []
  return owner && `${owner[0]}:${owner[1]}`
}

/** Asks again and again: who moves a slot and what gossip has told, no server pushes. */
async function until(holds: () => Promise<boolean>, otherwise: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > end) throw lost(otherwise)
    await sleep(POLL_MS)
  }
}

export const addressOf = ({ options }: Redis): string => `${options.host}:${options.port}`

/** What the cluster replies, an error (`MOVED …`, `CROSSSLOT …`) too; throws only if it does not answer. */
export async function replyOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.catch((error: Error) => {
    if (isLost(error) || isUnsettled(error)) throw lost(error.message)
    return error
  })
}

/** A cluster that does not know itself who has the slot: no key's name can bring that about. */
const isUnsettled = ({ message }: Error) =>
  /^(CLUSTERDOWN|TRYAGAIN|Too many Cluster redirections)/.test(message)

const lost = (why: string) => new RedisLost(`the cluster no longer answers: ${why}`)
