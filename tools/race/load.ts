import { fileURLToPath } from 'node:url'
import { type Processes, withProcesses } from '../../test/support/redis/processes.ts'
import type { Settings } from './words.ts'

/** Connections of each pod, and so its requests under way at once. */
export const CONNECTIONS = 8
/** Longer than any run: what is let in stays in the window to the end. */
const WINDOW_MS = 3_600_000
/** How long pods may take to be there, on a machine that is busy otherwise, in ms. */
const READY_MS = 60_000
/** How long a pod may take for its share, in ms. */
const ANSWER_MS = 600_000

/** What a pod is to do. */
export interface Task {
  readonly limiter: string
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  /** The pod's own share. */
  readonly requests: number
  readonly pod: number
}

export interface PodResult {
  readonly allowed: number
  /** Of each request, in ms. */
  readonly latencies: readonly number[]
  readonly startedAt: number
  readonly endedAt: number
  /** WATCHes beyond one a request. */
  readonly retries: number
}

/** What one limiter did under load. */
export interface Load {
  readonly limiter: string
  readonly requests: number
  readonly limit: number
  readonly allowed: number
  readonly retries: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** The value of which a share of all is no larger, by nearest rank. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Real processes that send requests at once. */
export class Pods {
  readonly #processes: Processes
  readonly #settings: Settings

  constructor(processes: Processes, settings: Settings) {
    this.#processes = processes
    this.#settings = settings
  }

  /** All requests, spread over the pods, to one limiter at one key. */
  async fire(limiter: string, key: string): Promise<Load> {
    const { pods, requests, limit } = this.#settings
    const share = (pod: number) =>
      Math.floor((requests * (pod + 1)) / pods) - Math.floor((requests * pod) / pods)
    const { ask } = this.#processes
    await ask('loading', (pod): Task => {
      return { limiter, key, limit, windowMs: WINDOW_MS, requests: share(pod), pod }
    })
    const results = await ask<PodResult>('sending requests', () => ({ go: true }), ANSWER_MS)
    return loadOf(limiter, requests, limit, results)
  }
}

/** The results of all pods as one. */
export function loadOf(
  limiter: string,
  requests: number,
  limit: number,
  results: readonly PodResult[],
): Load {
  const sum = (of: (result: PodResult) => number) =>
    results.reduce((total, result) => total + of(result), 0)
  const latencies = results.flatMap(({ latencies }) => latencies).sort((one, two) => one - two)
  const startedAt = Math.min(...results.map((one) => one.startedAt))
  const endedAt = Math.max(...results.map((one) => one.endedAt))
  return {
    ...{ limiter, requests, limit },
    allowed: sum(({ allowed }) => allowed),
    retries: sum(({ retries }) => retries),
    perSecond: Math.round((requests * 1000) / Math.max(1, endedAt - startedAt)),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  }
}

/** Starts the pods, hands them to `use`, and ends them whatever happens. */
export function withLoad<T>(
  url: string,
  settings: Settings,
  signal: AbortSignal,
  use: (pods: Pods) => Promise<T>,
): Promise<T> {
  const file = fileURLToPath(new URL('pod.ts', import.meta.url))
  const program = { file, args: [url], execArgv: ['--import', 'tsx'], readyMs: READY_MS }
  return withProcesses(
    settings.pods,
    program,
    (processes) => use(new Pods(processes, settings)),
    signal,
  )
}
