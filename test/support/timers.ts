import { createHook } from 'node:async_hooks'
import { attempt } from './call.ts'
import { Wrong } from './failure.ts'

/**
 * Runs it and holds that it starts no timer (`setTimeout`, `setInterval`, `setImmediate`), however it came
 * by them. What it started is stopped, so that nothing fires later.
 */
export function startsNoTimer(what: string, run: () => unknown, why: string): void {
  const started: NodeJS.Timeout[] = []
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'Timeout' || type === 'Immediate') started.push(resource as NodeJS.Timeout)
    },
  })
  hook.enable()
  const outcome = attempt(run)
  hook.disable()
  for (const timer of started) {
    clearTimeout(timer)
    clearImmediate(timer as unknown as NodeJS.Immediate)
  }
  if ('threw' in outcome) throw outcome.threw
  if (started.length === 0) return
  const count = started.length === 1 ? '1 timer' : `${started.length} timers`
  throw new Wrong(`${what}: ${count} started\n  expected none: ${why}`)
}
