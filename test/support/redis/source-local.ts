import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  type Found,
  type FoundNode,
  type FoundNodes,
  MASTERS,
  onPath,
  type ServerControl,
  type Source,
  SourceAbsent,
  type SourceContext,
  within,
} from './source.ts'
import { refuseOlder } from './version.ts'
import type { LocalServer } from './warden.ts'

const START_MS = 10_000

/** A `redis-server` on PATH: started on a free port of loopback, with nothing saved to disk. */
export const local: Source<'local'> = {
  name: 'local',
  find: async (context) => startServer(programOnPath(context), 'redis-server on PATH', context),
  findNodes: async (context) => startNodes(programOnPath(context), 'redis-server on PATH', context),
}

function programOnPath({ env }: SourceContext): string {
  const program = onPath('redis-server', env.PATH)
  if (!program) throw new SourceAbsent('no redis-server on PATH')
  return program
}

/** Starts the given redis-server, if it is new enough, on a free port of loopback. */
export async function startServer(
  program: string,
  from: string,
  { env, warden }: SourceContext,
): Promise<Found> {
  await refuseOldProgram(program, env)
  const guard = warden()
  const { port, control } = await launch(program, env, [], (local) => guard.watch({ local }))
  return { url: `redis://127.0.0.1:${port}`, from, settleMs: 1_000, owned: true, control }
}

/** Starts so many as a cluster has masters, in cluster mode. */
export async function startNodes(
  program: string,
  from: string,
  { env, warden }: SourceContext,
): Promise<FoundNodes> {
  await refuseOldProgram(program, env)
  const guard = warden()
  const cluster: LocalServer[] = []
  const nodes: FoundNode[] = []
  for (let i = 0; i < MASTERS; i++) {
    const busPort = await freePort()
    const options = ['--cluster-enabled', 'yes', '--cluster-port', String(busPort)]
    const { port } = await launch(program, env, options, (server) => {
      cluster[i] = server
      guard.watch({ cluster })
    })
    nodes.push({ url: `redis://127.0.0.1:${port}`, busPort })
  }
  return { nodes, from, settleMs: 1_000 }
}

async function refuseOldProgram(program: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { stdout } = await promisify(execFile)(program, ['--version'], { env, timeout: START_MS })
  const [, name = 'Redis', version = stdout.trim()] = /^(\w+) server v=(\S+)/.exec(stdout) ?? []
  refuseOlder({ name, version }, program)
}

/** Starts one server and returns its port, and what can be done to it; `watch` is told of all that must not outlive this run. */
async function launch(
  program: string,
  env: NodeJS.ProcessEnv,
  more: readonly string[],
  watch: (server: LocalServer) => void,
): Promise<{ port: number; control: ServerControl }> {
  // Someone else may take the free port in between: then once more, with another.
  for (let tries = 3; ; tries--) {
    const port = await freePort()
    const dir = join(tmpdir(), `kata-redis-${randomUUID()}`)
    // Written down before it is there, so that no moment to kill this run leaves it behind.
    watch({ pid: 0, port, dir })
    mkdirSync(dir, { mode: 0o700 })
    const child = spawn(program, [...options(port, dir), ...more], {
      env,
      // A session of its own: Ctrl-C ends the run, and the run's end ends the server.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (child.pid !== undefined) watch({ pid: child.pid, port, dir })
    const { lines, ready } = logOf(child)
    try {
      await within(START_MS, ready, `${program} is not up within ${START_MS / 1000} s`)
      for (const handle of [child, child.stdout as Socket, child.stderr as Socket]) handle.unref()
      const send = (signal: NodeJS.Signals) => async () => void child.kill(signal)
      const control = { pause: send('SIGSTOP'), resume: send('SIGCONT'), kill: send('SIGKILL') }
      return { port, control }
    } catch (error) {
      child.kill('SIGKILL')
      rmSync(dir, { recursive: true, force: true })
      const taken = lines.some((line) => line.includes('Address already in use'))
      if (!taken || tries <= 1) throw error
    }
  }
}

/** What a server writes, and when it is ready: rejects if it ends before. */
function logOf(child: ChildProcessByStdio<null, Readable, Readable>) {
  const lines: string[] = []
  const ready = new Promise<void>((resolve, reject) => {
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        lines.push(line)
        if (line.includes('Ready to accept connections')) resolve()
      })
    }
    child.once('error', reject)
    child.once('close', () => reject(new Error(`${child.spawnfile} ended: ${lines.at(-1) ?? ''}`)))
  })
  return { lines, ready }
}

function options(port: number, dir: string): string[] {
  return [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', dir],
    ...['--save', '', '--appendonly', 'no', '--daemonize', 'no'],
  ]
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
