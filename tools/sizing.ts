// `npm run sizing WORDS`: what the limiters of module D keep in Redis for a client, measured on the Redis at hand,
// and what a million clients come to. Exits 0 if it could measure, 1 if not, 2 if the words or the
// settings cannot be.
import { connected } from '../test/support/redis/connection.ts'
import { keyPrefix } from '../test/support/redis/lease.ts'
import { type RedisServer, startRedis } from '../test/support/redis/server.ts'
import { outliveReader } from './judge/pipe.mjs'
import { Progress } from './progress.ts'
import { exitCodeOf } from './redis-tool.ts'
import { measured } from './sizing/measure.ts'
import { report } from './sizing/report.ts'
import { type Settings, settingsOf, usage } from './sizing/words.ts'

outliveReader()
const progress = new Progress()
progress.title = 'sizing'

async function sizing(server: RedisServer, settings: Settings): Promise<void> {
  // On a server of our own the name can be as short as people's; on any other it begins with the run's.
  const key = server.owned ? 'rl:{u42}' : `${keyPrefix(server.run)}u42}`
  progress.show('measuring')
  const sizes = await connected(server.url, (client) => measured(client, key, settings.id))
  progress.clear()
  console.log([server.note, '', ...report(sizes, settings, key)].join('\n'))
}

async function main(words: readonly string[]): Promise<number> {
  if (words.length === 1 && words[0] === 'help') {
    console.log(usage())
    return 0
  }
  const settings = settingsOf(words)
  progress.show('looking for a Redis 8')
  const server = await startRedis(process.env, (line) => progress.show(line))
  try {
    await sizing(server, settings)
    return 0
  } finally {
    await server.stop()
  }
}

process.exitCode = await exitCodeOf(progress, () => main(process.argv.slice(2)))
