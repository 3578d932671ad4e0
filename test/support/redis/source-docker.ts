import { dockerRequest } from './docker-api.mjs'
import { dockerEndpoint } from './docker-endpoint.ts'
import { reason, type Source, SourceAbsent, within } from './source.ts'

const ANSWER_MS = 3_000
/** For a slow line: the image has some 50 MB. */
const PULL_MS = 180_000
const START_MS = 30_000

/** A container of `redis:8` (or of the image that `REDIS_IMAGE` names), by Testcontainers. */
export const docker: Source<'docker'> = {
  name: 'docker',
  async find({ env, warden, say }) {
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
    const starting = startContainer(image, guard.labels, env)
    const settle = () => guard.watch({ docker: { endpoint, settled: true } })
    starting.then(settle, settle)

    const container = await within(limitMs, starting, `not up within ${limitMs / 1000} s`).catch(
      (error) => {
        const doing = pulls ? 'could not be pulled or started' : 'could not be started'
        throw new Error(`the image ${image} ${doing}: ${reason(error)}`)
      },
    )
    const url = `redis://${container.getHost()}:${container.getMappedPort(6379)}`
    const post = (action: string) => async () => {
      const path = `/containers/${container.getId()}/${action}`
      const { status, body } = await dockerRequest(endpoint, 'POST', path, START_MS)
      if (status >= 400) throw new Error(`Docker: ${action}: ${body}`)
    }
    const control = { pause: post('pause'), resume: post('unpause'), kill: post('kill') }
    return { url, from: `Docker (${image})`, settleMs: 5_000, owned: true, control }
  },
}

async function startContainer(
  image: string,
  labels: Record<string, string>,
  env: NodeJS.ProcessEnv,
) {
  if (env.DOCKER_HOST) process.env.DOCKER_HOST = env.DOCKER_HOST
  const { GenericContainer, Wait } = await import('testcontainers')
  return new GenericContainer(image)
    .withExposedPorts(6379)
    .withCommand(['redis-server', '--save', '', '--appendonly', 'no'])
    .withLabels(labels)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
    .withStartupTimeout(START_MS)
    .withAutoCleanup(env.TESTCONTAINERS_RYUK_DISABLED === 'false')
    .start()
}
