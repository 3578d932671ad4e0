import { dockerRequest } from './docker-api.mjs'
import { dockerEndpoint } from './docker-endpoint.ts'
import { MASTERS, reason, type Source, SourceAbsent, type SourceContext, within } from './source.ts'

const ANSWER_MS = 3_000
/** For a slow line: the image has some 50 MB. */
const PULL_MS = 180_000
const START_MS = 30_000

/** A container of `redis:8` (or of the image that `REDIS_IMAGE` names), by Testcontainers. */
export const docker: Source<'docker'> = {
  name: 'docker',
  async find(context) {
    const { host, from, mapped, control } = await startContainer(context, {
      ports: [6379],
      command: ['redis-server', ...NOTHING_SAVED],
    })
    return { url: `redis://${host}:${mapped[0]}`, from, settleMs: 5_000, owned: true, control }
  },

  /** All in one container, so that they reach one another on its loopback. */
  async findNodes(context) {
    const ports = Array.from({ length: MASTERS }, (_, i) => 7000 + i)
    const servers = ports.map((port) => {
      const cluster = `--cluster-enabled yes --cluster-config-file nodes-${port}.conf`
      const addresses = `--port ${port} --cluster-port ${busPortOf(port)} --protected-mode no`
      return `redis-server --dir /tmp ${addresses} ${cluster} --save '' --appendonly no &`
    })
    const command = ['sh', '-c', `${servers.join('\n')}\nwait`]
    const { host, from, mapped } = await startContainer(context, { ports, command })
    const nodes = ports.map((port, i) => ({
      url: `redis://${host}:${mapped[i]}`,
      busPort: busPortOf(port),
    }))
    return { nodes, from, settleMs: 5_000 }
  },
}

const NOTHING_SAVED = ['--save', '', '--appendonly', 'no']
const busPortOf = (port: number) => port + 10_000

interface Wanted {
  /** One for each server in the container. */
  readonly ports: readonly number[]
  readonly command: string[]
}

async function startContainer({ env, warden, say }: SourceContext, wanted: Wanted) {
  const endpoint = dockerEndpoint(env)
  if (!endpoint) throw new SourceAbsent('no Docker: DOCKER_HOST is not set, no socket is there')
  const where = endpoint.socketPath ?? `${endpoint.host}:${endpoint.port}`
  await dockerRequest(endpoint, 'GET', '/_ping', ANSWER_MS).catch((error) => {
    throw new Error(`Docker at ${where} does not answer: ${reason(error)}`)
  })

  const image = env.REDIS_IMAGE || 'redis:8'
  const found = await dockerRequest(endpoint, 'GET', `/images/${image}/json`, ANSWER_MS)
  const pulls = found.status === 404
  if (pulls) say(`pulling the image ${image}, once`)

  // Written down before the container exists, so that no moment to kill this run leaves it behind.
  const guard = warden()
  guard.watch({ docker: { endpoint, settled: false } })
  const limitMs = pulls ? PULL_MS + START_MS : START_MS
  const starting = runImage(image, wanted, guard.labels, env)
  const settle = () => guard.watch({ docker: { endpoint, settled: true } })
  starting.then(settle, settle)

  const container = await within(limitMs, starting, `not up within ${limitMs / 1000} s`).catch(
    (error) => {
      const doing = pulls ? 'could not be pulled or started' : 'could not be started'
      throw new Error(`the image ${image} ${doing}: ${reason(error)}`)
    },
  )
  const post = (action: string) => async () => {
    const path = `/containers/${container.getId()}/${action}`
    const { status, body } = await dockerRequest(endpoint, 'POST', path, START_MS)
    if (status >= 400) throw new Error(`Docker: ${action}: ${body}`)
  }
  return {
    host: container.getHost(),
    control: { pause: post('pause'), resume: post('unpause'), kill: post('kill') },
    from: `Docker (${image})`,
    mapped: wanted.ports.map((port) => container.getMappedPort(port)),
  }
}

async function runImage(
  image: string,
  { ports, command }: Wanted,
  labels: Record<string, string>,
  env: NodeJS.ProcessEnv,
) {
  if (env.DOCKER_HOST) process.env.DOCKER_HOST = env.DOCKER_HOST
  const { GenericContainer, Wait } = await import('testcontainers')
  return new GenericContainer(image)
    .withExposedPorts(...ports)
    .withCommand(command)
    .withLabels(labels)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections', ports.length))
    .withStartupTimeout(START_MS)
    .withAutoCleanup(env.TESTCONTAINERS_RYUK_DISABLED === 'false')
    .start()
}
