import type { TestProject } from 'vitest/node'
import './client.ts'
import { startRedis } from './server.ts'

/**
 * Vitest's `globalSetup` of the projects that need Redis: one server for the whole run, its url and
 * its note handed to the tests by `inject('redisUrl')` and `inject('redisNote')`.
 *
 * @throws {RedisUnavailable} if no source has a Redis 8
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startRedis(process.env, (line) => console.error(line))
  project.provide('redisUrl', server.url)
  project.provide('redisNote', server.note)
  return () => server.stop()
}
