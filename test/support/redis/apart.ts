import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { allowPlace } from '../reachable.ts'
import type { Order } from './private-process.ts'
import { nextAnswer } from './processes.ts'
import type { RedisServer } from './server.ts'
import { RedisUnavailable } from './sources.ts'
import { CHECKOUT } from './warden.ts'

const PROGRAM = fileURLToPath(new URL('private-process.ts', import.meta.url))
/** The run has its own Redis by then, so that an image or a copy is there already. */
export const START_MS = 60_000
const ORDER_MS = 30_000

type Apart = Pick<RedisServer, 'url' | 'note' | 'control' | 'stop'>

type Started =
  | { readonly url: string; readonly note: string; readonly canBeControlled: boolean }
  | { readonly tried: RedisUnavailable['tried']; readonly forced: boolean }

/**
 * A server that nobody else uses, started by a process of its own. The process of a judged test has locks that
 * Testcontainers cannot live with: no code from text, a closed network, and functions of `process` that nobody
 * may patch. It ends by `stop()`, and with this process.
 *
 * @throws {RedisUnavailable} if no source has one
 */
export async function startRedisApart(): Promise<Apart> {
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = fork(PROGRAM, {
    cwd: CHECKOUT,
    env,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const answer = (doing: string, withinMs: number) =>
    nextAnswer(child, 'a private Redis', doing, withinMs)
  const started = (await answer('starting', START_MS)) as Started
  if ('tried' in started) throw new RedisUnavailable(started.tried, started.forced)
  const { hostname, port } = new URL(started.url)
  allowPlace(hostname, Number(port))

  const order = (what: Order) => async () => {
    const done = answer(what, ORDER_MS)
    child.send({ do: what })
    await done
  }
  let stopped: Promise<void> | undefined
  return {
    url: started.url,
    note: started.note,
    control: started.canBeControlled
      ? { pause: order('pause'), resume: order('resume'), kill: order('kill') }
      : undefined,
    stop() {
      stopped ??= order('stop')()
      return stopped
    },
  }
}
