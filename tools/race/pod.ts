// One pod of the load: a process of its own with some connections of its own, steered by its parent over
// IPC. Its argument is the server's url.
//
// parent → pod: Task, then { go: true } · pod → parent: { ready: true } · { loaded: true } · PodResult
//               · { failed: message }
import { Redis } from 'ioredis'
import type { AsyncLimiter } from '../../katas/kit/index.ts'
import { contenders } from './limiters.ts'
import { CONNECTIONS, type PodResult, type Task } from './load.ts'

process.on('disconnect', () => process.exit())

let watches = 0
const clients = Array.from({ length: CONNECTIONS }, () => {
  const client = new Redis(process.argv[2] ?? '', {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  client.on('error', () => {})
  const send = client.sendCommand.bind(client)
  client.sendCommand = (command, stream) => {
    if (command.name === 'watch') watches++
    return send(command, stream)
  }
  return client
})

let limiters: readonly AsyncLimiter[] = []
let task: Task | undefined

async function load(given: Task): Promise<object> {
  const contender = (await contenders()).find(({ name }) => name === given.limiter)
  if (!contender) throw new Error(`there is no limiter ${given.limiter}`)
  task = given
  const { key, limit, windowMs } = given
  limiters = clients.map((client) =>
    contender.make({ client, key, limit, windowMs, now: Date.now }),
  )
  return { loaded: true }
}

/** Each connection sends the next request as soon as its last one is decided. */
async function go(): Promise<PodResult> {
  const { requests = 0, pod = 0 } = task ?? {}
  const latencies: number[] = []
  let [next, allowed] = [0, 0]
  watches = 0
  const startedAt = Date.now()
  await Promise.all(
    limiters.map(async (limiter) => {
      while (next < requests) {
        const id = `${pod}-${next++}`
        const askedAt = performance.now()
        const decision = await limiter.tryAcquire(id)
        latencies.push(performance.now() - askedAt)
        if (decision.allowed) allowed++
      }
    }),
  )
  return {
    allowed,
    latencies,
    startedAt,
    endedAt: Date.now(),
    retries: watches && watches - requests,
  }
}

async function answer(work: () => Promise<object>): Promise<void> {
  try {
    process.send?.(await work())
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? error.message : String(error) })
  }
}

process.on('message', (word: Task | { readonly go: true }) =>
  answer(() => ('go' in word ? go() : load(word))),
)
await answer(async () => {
  await Promise.all(clients.map((client) => client.connect()))
  return { ready: true }
})
