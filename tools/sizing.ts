// `npm run sizing WORDS`: what the limiters of module D keep in Redis for a client, measured on the Redis at hand,
// and what a million clients come to. Exits 0 if it could measure, 1 if not, 2 if the words or the
// settings cannot be.
import { connect } from '../test/support/redis/connection.ts'
import { keyPrefix } from '../test/support/redis/lease.ts'
import { type RedisServer, RedisUnavailable, startRedis } from '../test/support/redis/server.ts'
import { waysOut } from '../test/support/redis/ways-out.ts'
import { Progress } from './bench/progress.ts'
import { UsageError } from './judge/catalogue.mjs'
import { outliveReader } from './judge/pipe.mjs'
import { measured } from './sizing/measure.ts'
import { report } from './sizing/report.ts'
import { type Settings, settingsOf, usage } from './sizing/words.ts'

outliveReader()
const progress = new Progress()
progress.title = 'sizing'

async function sizing(server: RedisServer, settings: Settings): Promise<void> {
  // On a server of our own the name can be as short as people's; on any other it begins with the run's.
  const key = server.owned ? 'rl:{u42}' : `${keyPrefix(server.run)}u42}`
  const client = connect(server.url)
  try {
    await client.connect()
    progress.show('measuring')
    const sizes = await measured(client, key, settings.id)
    progress.clear()
    console.log([server.note, '', ...report(sizes, settings, key)].join('\n'))
  } finally {
    progress.clear()
    client.disconnect()
  }
}

async function main(words: readonly string[]): Promise<number> {
  if (words.length === 1 && words[0] === 'help') {
    console.log(usage())
    return 0
  }
  let server: RedisServer | undefined
  try {
    const settings = settingsOf(words)
    progress.show('looking for a Redis 8')
    server = await startRedis(process.env, (line) => progress.show(line))
    await sizing(server, settings)
    return 0
  } catch (error) {
    progress.clear()
    if (error instanceof RedisUnavailable) {
      console.error(`${error.message}\n\n${waysOut()}`)
      return 1
    }
    // A word or a setting that cannot be (KATA_REDIS): its message is all that helps.
    if (!(error instanceof UsageError || error instanceof RangeError)) throw error
    console.error(error.message)
    return 2
  } finally {
    await server?.stop()
  }
}

process.exitCode = await main(process.argv.slice(2))
