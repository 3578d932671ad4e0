import type { TestProject } from 'vitest/node'
import './cluster-client.ts'
import { startCluster } from './cluster.ts'
import { RedisUnavailable } from './sources.ts'
import { waysToCluster } from './ways-out.ts'

/**
 * Vitest's `globalSetup` of a run that needs a cluster: one for the whole run, the urls of its masters handed
 * to the tests by `inject('clusterUrls')`. Where there is none the list is empty: the tests that need it are
 * not run then, and the verdict says so.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const waiting = setTimeout(() => console.error('starting a cluster of Redis 8 …'), 500)
  try {
    const cluster = await startCluster(process.env, (line) => console.error(line))
    clearTimeout(waiting)
    console.error(cluster.note)
    project.provide('clusterUrls', [...cluster.urls])
    return () => cluster.stop()
  } catch (error) {
    clearTimeout(waiting)
    if (!(error instanceof RedisUnavailable)) throw error
    const why = `NOT RUN: the tests that need a cluster. ${error.message}`
    console.error(`${why}\n\n${waysToCluster()}`)
    project.provide('clusterUrls', [])
    return async () => {}
  }
}
