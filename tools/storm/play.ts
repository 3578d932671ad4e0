// Simulates storms on implementations, in a process beside the command's: they may never end.
// usage: node --import tsx tools/storm/play.ts, all else by IPC.
import { pathToFileURL } from 'node:url'
import type { Problem } from '../compare/player.ts'
import { problemOf } from '../compare/problem.ts'
import { type Stormed, type Storming, simulate } from './simulate.ts'

/** What the parent sends. */
export interface Part extends Storming {
  readonly file: string
}

async function stormed({ file, ...storming }: Part): Promise<Stormed | Problem> {
  try {
    const { fetchWithRetry } = await import(pathToFileURL(file).href)
    if (typeof fetchWithRetry !== 'function') return { problem: 'exports no fetchWithRetry' }
    return await simulate(fetchWithRetry, storming)
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

process.send?.('ready')
process.on('message', (part: Part) => {
  void stormed(part).then((result) => process.send?.(result))
})
