import { RedisUnavailable } from './sources.ts'

/** How long one waits without a word, in ms. */
const SILENT_MS = 500

export interface Announced<T> {
  /** What people wait for, as a line. */
  readonly waiting: string
  readonly start: (env: NodeJS.ProcessEnv, say: (line: string) => void) => Promise<T>
  /** Whose tests are not run without it: `a cluster`. */
  readonly name: string
  readonly waysOut: () => string
}

/**
 * Starts what a run needs and says what it came to. Where there is none it says which tests are not run, and
 * the ways to one, and returns the reason.
 */
export async function announced<T extends { readonly note: string }>({
  waiting,
  start,
  name,
  waysOut,
}: Announced<T>): Promise<T | { readonly why: string }> {
  const notice = setTimeout(() => console.error(waiting), SILENT_MS)
  try {
    const started = await start(process.env, (line) => console.error(line))
    console.error(started.note)
    return started
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    console.error(`NOT RUN: the tests that need ${name}. ${error.message}\n\n${waysOut()}`)
    return { why: error.message }
  } finally {
    clearTimeout(notice)
  }
}
