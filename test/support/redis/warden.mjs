// Removes what a run started, once that run is gone; see warden.ts. Plain JavaScript, so that it is
// there within 50 ms.
//
// argv[2]: { records: folder of all runs' records, record: file of this run, endpoint: Docker's }
// stdout:  a JSON array of what earlier, killed runs had left behind and is now removed; then, after
//          the end of stdin, one of what could not be removed of this run.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dockerRequest } from './docker-api.mjs'
import { isProcessGone, ownHost } from './owner.mjs'

/** @typedef {import('./docker-api.mjs').DockerEndpoint} DockerEndpoint */
/** @typedef {import('./warden.ts').RunRecord} RunRecord */
/** @typedef {Pick<RunRecord, 'host' | 'pid'>} Owner */
/** @typedef {{ Id: string, Labels: Record<string, string> }} Container as Docker lists it */
/** @typedef {{ removed: string[], failed: string[] }} Outcome one line for each thing */

const LABEL = 'rate-limiter-katas'
const DOCKER_MS = 10_000
const { records, record, endpoint } = JSON.parse(process.argv[2] ?? '')

process.stdout.on('error', () => {}) // the run has ended already: then nobody listens
const { removed } = await removeEarlierRuns()
say(removed)
process.stdin.resume()
process.stdin.once('end', async () => {
  const { failed } = await removeRun(record, true)
  say(failed)
})

/** @param {string[]} list */
function say(list) {
  process.stdout.write(`${JSON.stringify(list)}\n`)
}

async function removeEarlierRuns() {
  /** @type {Outcome[]} */
  const parts = []
  for (const name of readdirSync(records)) {
    const file = join(records, name)
    if (file === record || !name.endsWith('.json')) continue
    if (isGone(read(file))) parts.push(await removeRun(file, false))
  }
  // By label as well: the record may be lost with its checkout.
  for (const container of await containersWith(endpoint, `${LABEL}.run`).catch(() => [])) {
    const labels = container.Labels
    const owner = { host: labels[`${LABEL}.host`] ?? '', pid: Number(labels[`${LABEL}.pid`]) }
    if (isGone(owner)) parts.push(await removeContainer(endpoint, container, owner))
  }
  return merge(parts)
}

/** @param {Outcome[]} parts @returns {Outcome} */
function merge(parts) {
  return {
    removed: parts.flatMap((part) => part.removed),
    failed: parts.flatMap((part) => part.failed),
  }
}

/**
 * Removes what a record names, then the record itself unless something failed.
 * @param {string} file
 * @param {boolean} justEnded whether a container of the run may still be on its way
 */
async function removeRun(file, justEnded) {
  const run = read(file)
  /** @type {Outcome[]} */
  const parts = []
  if (run?.fetch) parts.push(await removeFetch(run.fetch, run))
  for (const server of [run?.local, ...(run?.cluster ?? [])]) {
    if (run && server) parts.push(await removeServer(server, run))
  }
  if (run?.copy) parts.push(await removeCopy(run.copy, run))
  if (run?.docker) parts.push(await removeContainers(run, run.docker, justEnded))
  const all = merge(parts)
  if (all.failed.length === 0) rmSync(file, { force: true })
  return all
}

/** @param {string} file @returns {RunRecord | undefined} */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Whether the owner certainly runs no more; on another host there is no telling.
 * @param {Owner | undefined} owner
 */
function isGone(owner) {
  return owner?.host === ownHost() && isProcessGone(owner.pid)
}

/**
 * Kills what still fetches into the folder, and removes the folder.
 * @param {NonNullable<RunRecord['fetch']>} fetch
 * @param {Owner} owner
 * @returns {Promise<Outcome>}
 */
async function removeFetch({ dir }, owner) {
  const what = `half-fetched Redis of process ${owner.pid}`
  const name = basename(dir)
  try {
    if (!name.startsWith('fetching-') || !existsSync(dir)) return merge([])
    for (let i = 0; i < 100 && killGroups(name) > 0; i++) await sleep(10)
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    return { removed: [what], failed: [] }
  } catch (error) {
    return { removed: [], failed: [`${what}: ${message(error)}`] }
  }
}

/**
 * Kills the npm that is at work for who made a copy of the checkout, and removes the copy.
 * @param {NonNullable<RunRecord['copy']>} copy
 * @param {Owner} owner
 * @returns {Promise<Outcome>}
 */
async function removeCopy({ dir, npm }, owner) {
  const what = `copy of the checkout of process ${owner.pid}`
  const ours = dirname(resolve(dir)) === resolve(tmpdir())
  try {
    if (npm > 0 && commandLine(npm).includes('npm')) killGroup(npm)
    if (!ours || !basename(dir).startsWith('kata-bench-') || !existsSync(dir)) return merge([])
    // What ran there has a warden of its own, which needs its record to remove what it started.
    const inner = join(dir, 'checkout', '.cache', 'redis')
    const isBusy = () =>
      existsSync(inner) && readdirSync(inner).some((name) => name.endsWith('.json'))
    for (let i = 0; i < 100 && isBusy(); i++) await sleep(50)
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    return { removed: [what], failed: [] }
  } catch (error) {
    return { removed: [], failed: [`${what}: ${message(error)}`] }
  }
}

/**
 * Kills the process groups of those whose arguments hold this text. Returns how many processes these
 * are.
 * @param {string} text
 */
function killGroups(text) {
  const pids = allPids().filter((pid) => pid !== process.pid && commandLine(pid).includes(text))
  pids.forEach(killGroup)
  return pids.length
}

/** @param {number} pid */
function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It leads no group, and goes with the one that it is in; or it is gone.
  }
}

function allPids() {
  const names =
    process.platform === 'linux'
      ? readdirSync('/proc')
      : execFileSync('ps', ['-A', '-o', 'pid='], { encoding: 'utf8' }).split('\n')
  return names.map(Number).filter((pid) => pid > 0)
}

/**
 * Kills a redis-server, if the pid is still the one that listens on that port of ours.
 * @param {import('./warden.ts').LocalServer} server
 * @param {Owner} owner
 * @returns {Promise<Outcome>}
 */
async function removeServer({ pid, port, dir }, owner) {
  const what = `redis-server ${pid} of process ${owner.pid}`
  /** @type {string[]} */
  const removed = []
  try {
    if (isOurServer(pid, port)) {
      process.kill(pid, 'SIGKILL')
      removed.push(what)
      for (let i = 0; i < 100 && isOurServer(pid, port); i++) await sleep(10)
    }
    const ours = dirname(resolve(dir)) === resolve(tmpdir())
    if (ours && basename(dir).startsWith('kata-redis-'))
      rmSync(dir, { recursive: true, force: true })
    return { removed, failed: [] }
  } catch (error) {
    return { removed, failed: [`${what}: ${message(error)}`] }
  }
}

/**
 * Redis writes its address into its process title: `redis-server 127.0.0.1:41234`.
 * @param {number} pid
 * @param {number} port
 */
function isOurServer(pid, port) {
  const title = commandLine(pid)
  return title.includes('redis-server') && new RegExp(`[: ]${port}\\b`).test(title)
}

/** @param {number} pid */
function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    if (process.platform === 'linux') return ''
  }
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/**
 * @param {RunRecord} run
 * @param {NonNullable<RunRecord['docker']>} docker
 * @param {boolean} justEnded
 * @returns {Promise<Outcome>}
 */
async function removeContainers(run, { endpoint, settled }, justEnded) {
  try {
    const found = await containersOf(endpoint, run, justEnded && !settled ? 10 : 1)
    return merge(await Promise.all(found.map((each) => removeContainer(endpoint, each, run))))
  } catch (error) {
    return { removed: [], failed: [`containers of process ${run.pid}: ${message(error)}`] }
  }
}

/**
 * The run's containers; asks up to `tries` times, 0.3 s apart, until there is one.
 * @param {DockerEndpoint} endpoint
 * @param {RunRecord} run
 * @param {number} tries
 */
async function containersOf(endpoint, run, tries) {
  for (let left = tries; ; left--) {
    const found = await containersWith(endpoint, `${LABEL}.run=${run.run}`)
    if (found.length > 0 || left <= 1) return found
    await sleep(300)
  }
}

/**
 * @param {DockerEndpoint | undefined} endpoint
 * @param {string} label
 * @returns {Promise<Container[]>}
 */
async function containersWith(endpoint, label) {
  if (!endpoint) return []
  const filters = encodeURIComponent(JSON.stringify({ label: [label] }))
  const path = `/containers/json?all=1&filters=${filters}`
  const { status, body } = await dockerRequest(endpoint, 'GET', path, DOCKER_MS)
  if (status !== 200) throw new Error(body.trim())
  return JSON.parse(body)
}

/**
 * @param {DockerEndpoint} endpoint
 * @param {Container} container
 * @param {Owner} owner
 * @returns {Promise<Outcome>}
 */
async function removeContainer(endpoint, container, owner) {
  const what = `container ${container.Id.slice(0, 12)} of process ${owner.pid}`
  try {
    const path = `/containers/${container.Id}?force=1&v=1`
    const { status, body } = await dockerRequest(endpoint, 'DELETE', path, DOCKER_MS)
    // 404 and 409: gone, or on its way out, by another warden's hand.
    if (status === 204) return { removed: [what], failed: [] }
    if (status === 404 || status === 409) return { removed: [], failed: [] }
    return { removed: [], failed: [`${what}: ${body.trim()}`] }
  } catch (error) {
    return { removed: [], failed: [`${what}: ${message(error)}`] }
  }
}

/** @param {unknown} error */
function message(error) {
  return error instanceof Error ? error.message : String(error)
}
