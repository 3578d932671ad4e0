// Plays a burst on implementations, in a process beside the command's: they may never end.
// usage: node --import tsx tools/compare/play.ts, all else by IPC.
import { pathToFileURL } from 'node:url'
import { problemOf } from './problem.ts'

/** What the parent sends. */
export interface Part {
  readonly file: string
  readonly className: string
  readonly settings: readonly unknown[]
  readonly nows: readonly number[]
}

/** What comes back: for each request whether it was let in, or what went wrong. */
export type Played =
  | {
      readonly allowed: readonly boolean[]
      /** The longest that a request that was let in waits for its turn, in ms. */
      readonly longestDelayMs?: number
    }
  | { readonly problem: string }

async function played({ file, className, settings, nows }: Part): Promise<Played> {
  try {
    const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>
    const Limiter = module[className]
    if (typeof Limiter !== 'function') return { problem: `exports no ${className}` }
    const limiter = Reflect.construct(Limiter, settings) as {
      tryAcquire(now: number): { allowed: boolean; delayMs?: number }
    }
    const decisions = nows.map((now) => limiter.tryAcquire(now))
    const delays = decisions.map(({ allowed, delayMs }) => (allowed && delayMs) || 0)
    return {
      allowed: decisions.map(({ allowed }) => allowed === true),
      longestDelayMs: Math.max(...delays),
    }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

process.send?.('ready')
process.on('message', (part: Part) => {
  void played(part).then((result) => process.send?.(result))
})
