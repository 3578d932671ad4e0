import type { TestProject } from 'vitest/node'
import { announced } from './announced.ts'
import './client.ts'
import { startRedis } from './server.ts'
import { waysOut } from './ways-out.ts'

/**
 * Vitest's `globalSetup` of a run that needs Redis: one server for the whole run, its url and its note
 * handed to the tests by `inject('redisUrl')` and `inject('redisNote')`. Where there is none the url is
 * empty and the note says why: the tests that need it are not run then, and the verdict says so.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await announced({
    waiting: 'looking for a Redis 8 …',
    start: startRedis,
    name: 'Redis',
    waysOut,
  })
  const found = 'url' in server
  project.provide('redisUrl', found ? server.url : '')
  project.provide('redisNote', found ? server.note : server.why)
  project.provide('redisSource', found ? server.source : '')
  project.provide('redisRun', found ? server.run : '')
  return async () => {
    if (found) await server.stop()
  }
}
