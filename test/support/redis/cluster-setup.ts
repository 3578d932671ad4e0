import type { TestProject } from 'vitest/node'
import { announced } from './announced.ts'
import { startCluster } from './cluster.ts'
import './cluster-client.ts'
import { waysToCluster } from './ways-out.ts'

/**
 * Vitest's `globalSetup` of a run that needs a cluster: one for the whole run, the urls of its masters handed
 * to the tests by `inject('clusterUrls')`. Where there is none the list is empty: the tests that need it are
 * not run then, and the verdict says so.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await announced({
    waiting: 'starting a cluster of Redis 8 …',
    start: startCluster,
    name: 'a cluster',
    waysOut: waysToCluster,
  })
  const found = 'urls' in cluster
  project.provide('clusterUrls', found ? [...cluster.urls] : [])
  return async () => {
    if (found) await cluster.stop()
  }
}
