// One pod: a process of its own with a client of its own, steered by its parent over IPC (pods.ts).
// Plain JavaScript, so that four of them are up in a moment.
//
// parent → pod: { do: 'load', script, key, calls: [{ index, argv }] } · { do: 'go' }
// pod → parent: { ready: true } · { loaded: true } · { replies: [{ index, reply | error }] }
//               · { failed: message }
import { Redis } from 'ioredis'

process.on('disconnect', () => process.exit())

const redis = new Redis(process.argv[2], {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: () => null,
})
let fault
redis.on('error', (error) => {
  fault = error
})

let burst
const words = {
  async load({ script, key, calls }) {
    burst = { sha: await redis.script('LOAD', script), key, calls }
    return { loaded: true }
  },
  async go() {
    const { sha, key, calls } = burst
    const replies = calls.map(async ({ index, argv }) => {
      try {
        return { index, reply: await redis.evalsha(sha, 1, key, ...argv) }
      } catch (error) {
        return { index, error: error.message }
      }
    })
    return { replies: await Promise.all(replies) }
  },
}

async function answer(work) {
  try {
    process.send(await work())
  } catch (error) {
    process.send({ failed: (fault ?? error).message })
  }
}

process.on('message', (message) => answer(() => words[message.do](message)))
await answer(async () => {
  await redis.connect()
  return { ready: true }
})
