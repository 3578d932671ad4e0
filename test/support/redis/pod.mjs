// One pod: a process of its own with a client of its own, steered by its parent over IPC (pods.ts).
// Plain JavaScript, so that four of them are up in a moment.
//
// parent → pod: { do: 'load', script, key, calls: [{ index, argv }] } · { do: 'go' }
// pod → parent: { ready: true } · { loaded: true } · { replies: [{ index, reply | error }] }
//               · { failed: message }
import { Redis } from 'ioredis'

/** @typedef {{ index: number, argv: (string | number)[] }} Call */
/** @typedef {{ script: string, key: string, calls: Call[] }} Load */

process.on('disconnect', () => process.exit())

const redis = new Redis(process.argv[2] ?? '', {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: () => null,
})
/** Why the connection was lost; a rejected command says only that it was. */
let fault = ''
redis.on('error', (error) => {
  fault = error.message
})

let burst = { sha: '', key: '', calls: /** @type {Call[]} */ ([]) }

/** @param {Load} message */
async function load({ script, key, calls }) {
  burst = { sha: String(await redis.script('LOAD', script)), key, calls }
  return { loaded: true }
}

async function go() {
  const { sha, key, calls } = burst
  const replies = calls.map(async ({ index, argv }) => {
    try {
      return { index, reply: await redis.evalsha(sha, 1, key, ...argv) }
    } catch (error) {
      return { index, error: message(error) }
    }
  })
  return { replies: await Promise.all(replies) }
}

/** @param {unknown} error */
function message(error) {
  return fault || (error instanceof Error ? error.message : String(error))
}

/** @param {() => Promise<object>} work */
async function answer(work) {
  try {
    process.send?.(await work())
  } catch (error) {
    process.send?.({ failed: message(error) })
  }
}

process.on('message', (/** @type {{ do: 'go' } | (Load & { do: 'load' })} */ word) =>
  answer(() => (word.do === 'load' ? load(word) : go())),
)
await answer(async () => {
  await redis.connect()
  return { ready: true }
})
