import type { TestProject } from 'vitest/node'
import './client.ts'
import { RedisUnavailable, startRedis } from './server.ts'
import { waysOut } from './ways-out.ts'

/**
 * Vitest's `globalSetup` of a run that needs Redis: one server for the whole run, its url and its note
 * handed to the tests by `inject('redisUrl')` and `inject('redisNote')`. Where there is none the url is
 * empty and the note says why: the tests that need it are not run then, and the verdict says so.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const waiting = setTimeout(() => console.error('looking for a Redis 8 …'), 500)
  try {
    const server = await startRedis(process.env, (line) => console.error(line))
    clearTimeout(waiting)
    console.error(server.note)
    project.provide('redisUrl', server.url)
    project.provide('redisNote', server.note)
    project.provide('redisRun', server.run)
    return () => server.stop()
  } catch (error) {
    clearTimeout(waiting)
    if (!(error instanceof RedisUnavailable)) throw error
    console.error(`NOT RUN: the tests that need Redis. ${error.message}\n\n${waysOut()}`)
    project.provide('redisUrl', '')
    project.provide('redisNote', error.message)
    project.provide('redisRun', '')
    return async () => {}
  }
}
