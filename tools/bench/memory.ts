import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How often is looked, in ms: a look takes some 20 ms. */
const EVERY_MS = 500

/** The most that one process of each kind took at a time, in MB. */
export interface Peaks {
  /** A process that tests run in. */
  readonly fork: number
  /** Any other one. */
  readonly other: number
}

const NOTHING: Peaks = { fork: 0, other: 0 }

/** The largest of a group in what `ps` lists: group, kB and command of each process. */
export function peaksIn(listing: string, group: number, before = NOTHING): Peaks {
  let { fork, other } = before
  for (const line of listing.split('\n')) {
    const [, of, kB, command = ''] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? []
    if (Number(of) !== group) continue
    const MB = Number(kB) / 1024
    if (/workers[\\/]forks/.test(command)) fork = Math.max(fork, MB)
    else other = Math.max(other, MB)
  }
  return { fork, other }
}

/** Looks at a group of processes until it is told to stop. Rejects where there is no `ps`. */
export async function watchMemory(group: number, stop: AbortSignal): Promise<Peaks> {
  let peaks = NOTHING
  while (!stop.aborted) {
    const { stdout } = await run('ps', ['-A', '-o', 'pgid=,rss=,args='], { maxBuffer: 2 ** 24 })
    peaks = peaksIn(stdout, group, peaks)
    await sleep(EVERY_MS, undefined, { signal: stop }).catch(() => {})
  }
  return peaks
}
