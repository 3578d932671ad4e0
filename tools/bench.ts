// `npm run bench`: how long people wait, against what they may have to. `npm run bench loop hang`: the
// measurements of these words alone. Exits with 1 if a limit does not hold.
import { availableParallelism, loadavg } from 'node:os'
import { grades } from './bench/grade.ts'
import { hangs } from './bench/hang.ts'
import { loops } from './bench/loop.ts'
import { takeAll, UnknownWord } from './bench/measurement.ts'
import { redis } from './bench/redis.ts'
import { server } from './bench/server.ts'
import { verify } from './bench/verify.ts'
import { watches } from './bench/watch.ts'

const measurements = [...loops, ...watches, ...redis, ...server, ...hangs, ...grades, verify]

const [load = 0] = loadavg()
if (load > availableParallelism()) {
  console.error(`the machine is busy (load ${load.toFixed(1)}): times are longer than they need be`)
}

try {
  process.exitCode = await takeAll(measurements, process.argv.slice(2), console.log)
} catch (error) {
  if (!(error instanceof UnknownWord)) throw error
  console.error(error.message)
  process.exitCode = 1
}
