import { show } from './failure.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * A limiter's decision, short: `allowed, remaining 2`, `denied, remaining 0, retryAfterMs 300`. Undefined if
 * it is none. Of an allowed one the wait is left out when it is 0, as it should be, here and in `other`, the
 * decision that stands beside it.
 */
export function showDecision(decision: unknown, other?: unknown): string | undefined {
  if (!isObject(decision) || typeof decision.allowed !== 'boolean') return undefined
  const { allowed, ...rest } = decision
  const waits = [decision, other].some(
    (one) => isObject(one) && one.retryAfterMs !== undefined && one.retryAfterMs !== 0,
  )
  const parts = Object.entries(rest)
    .filter(([name, value]) => !(name === 'retryAfterMs' && value === 0 && allowed && !waits))
    .map(([name, value]) => `${name} ${show(value)}`)
  return [allowed ? 'allowed' : 'denied', ...parts].join(', ')
}
