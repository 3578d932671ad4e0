// node --import tsx .ci/redis-fetch.ts
//   prints the folder of the fetched redis-server and redis-cli; fetches them if they are not there.
// node --import tsx .ci/redis-fetch.ts FOLDER PACKAGE…
//   unpacks these packages, and all that they need, of the same suite into FOLDER.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateApt, thisMachine } from '../test/support/redis/private-apt.ts'
import { fetchedRedis } from '../test/support/redis/source-fetch.ts'
import { startWarden, type Warden } from '../test/support/redis/warden.ts'

const { env } = process
const [folder, ...packages] = process.argv.slice(2)
if (folder === undefined) {
  let warden: Warden | undefined
  const start = () => {
    warden ??= startWarden(env)
    return warden
  }
  console.log(await fetchedRedis({ env, say: (line) => console.error(line), warden: start }))
  await warden?.end()
} else {
  const work = mkdtempSync(join(tmpdir(), 'redis-fetch-'))
  try {
    const apt = await privateApt(thisMachine(env), work)
    await apt.unpack(packages, folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
