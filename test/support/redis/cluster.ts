import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { connect } from './connection.ts'
import type { FoundNode, FoundNodes } from './source.ts'
import { firstOf } from './sources.ts'
import { askVersion, refuseOlder } from './version.ts'

const SLOTS = 16_384
const JOIN_MS = 20_000
const POLL_MS = 20

/** Three masters that share all slots evenly, in order; nobody else's, and without replicas. */
export interface RedisCluster {
  /** `redis://host:port` of each master. */
  readonly urls: readonly string[]
  /** One line for people. */
  readonly note: string
  /** Ends them. May be called again. */
  stop(): Promise<void>
}

/**
 * A cluster of Redis 8 from the first source that can start one: Docker, a `redis-server` on PATH, the
 * private copy. Everything else is as with `startRedis`; `REDIS_URL` plays no part.
 *
 * @throws {RedisUnavailable} if none can
 */
export async function startCluster(
  { REDIS_URL: _, KATA_REDIS: forced, ...env }: NodeJS.ProcessEnv = process.env,
  say: (line: string) => void = () => {},
): Promise<RedisCluster> {
  const settings = forced === 'url' ? env : { ...env, KATA_REDIS: forced }
  const { found, warden, note } = await firstOf(settings, say, async (source, context) => {
    const { nodes, from, settleMs } = await source.findNodes(context)
    const version = await versionOf({ nodes, from, settleMs })
    await join(nodes)
    return { urls: nodes.map(({ url }) => url), what: `${version} from ${from}` }
  })
  return {
    urls: found.urls,
    note: await note(`a cluster of ${found.urls.length} masters, ${found.what}`),
    async stop() {
      await warden?.end()
    },
  }
}

async function versionOf({ nodes, from, settleMs }: FoundNodes): Promise<string> {
  const servers = await Promise.all(nodes.map(({ url }) => askVersion(url, settleMs)))
  for (const server of servers) refuseOlder(server, from)
  const [first] = servers
  return `${first?.name} ${first?.version}`
}

/** Deals the slots out, makes the nodes known to one another, and waits until all agree. */
async function join(nodes: readonly FoundNode[]): Promise<void> {
  const clients = nodes.map(({ url }) => connect(url))
  try {
    await Promise.all(clients.map((client) => client.connect()))
    const bounds = [...nodes.keys(), nodes.length].map((i) =>
      Math.floor((i * SLOTS) / nodes.length),
    )
    await Promise.all(clients.map((client, i) => found(client, nodes[i] as FoundNode, i, bounds)))
    for (const client of clients) {
      for (const { url, busPort } of nodes) {
        await client.call('CLUSTER', 'MEET', '127.0.0.1', new URL(url).port, busPort)
      }
    }
    await agreed(clients, nodes, bounds)
  } finally {
    for (const client of clients) client.disconnect()
  }
}

/**
 * Gives a node its slots and its addresses: its fellows reach it on loopback, clients (who are told by MOVED)
 * by the host and the port that we reach it by, which are others where a container hides it.
 */
async function found(
  client: Redis,
  { url, busPort }: FoundNode,
  index: number,
  bounds: readonly number[],
): Promise<void> {
  const { hostname, port } = new URL(url)
  await client.call(
    ...(['CONFIG', 'SET', 'cluster-announce-ip', '127.0.0.1'] as const),
    ...['cluster-announce-port', port, 'cluster-announce-bus-port', String(busPort)],
    ...['cluster-announce-hostname', hostname, 'cluster-preferred-endpoint-type', 'hostname'],
  )
  const [from = 0, to = 0] = bounds.slice(index)
  await client.call('CLUSTER', 'ADDSLOTSRANGE', from, to - 1)
  await client.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1)
}

/** Resolves once every node says that the cluster is up and who has which slots. */
async function agreed(
  clients: readonly Redis[],
  nodes: readonly FoundNode[],
  bounds: readonly number[],
): Promise<void> {
  const wanted = nodes
    .map(({ url }, i) => `${bounds[i]}-${(bounds[i + 1] ?? 0) - 1} ${new URL(url).host}`)
    .join(', ')
  const until = performance.now() + JOIN_MS
  for (;;) {
    const seen = await Promise.all(clients.map(seenBy))
    if (seen.every((one) => one === `ok: ${wanted}`)) return
    if (performance.now() >= until) {
      throw new Error(`the nodes do not agree within ${JOIN_MS / 1000} s: ${seen.join(' | ')}`)
    }
    await sleep(POLL_MS)
  }
}

type SlotRange = [from: number, to: number, master: [host: string, port: number, ...unknown[]]]

async function seenBy(client: Redis): Promise<string> {
  const info = String(await client.call('CLUSTER', 'INFO'))
  const ranges = (await client.call('CLUSTER', 'SLOTS')) as SlotRange[]
  const shown = ranges
    .sort(([a], [b]) => a - b)
    .map(([from, to, [host, port]]) => `${from}-${to} ${host}:${port}`)
  return `${/cluster_state:(\w+)/.exec(info)?.[1]}: ${shown.join(', ')}`
}
