import { vi } from 'vitest'

/** Runs it while the machine's clock says `now`; timers are as they are. */
export async function clockAt<T>(now: number, run: () => T | Promise<T>): Promise<T> {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  try {
    return await run()
  } finally {
    vi.useRealTimers()
  }
}
