import { ScriptUnderTest } from './script.ts'

// The learner's scripts of module D, and what each replies, in its order.

export const fixedWindowScript = (source: string) =>
  new ScriptUnderTest(source, 'fixed-window.lua', ['allowed', 'count', 'retryAfterMs'])

export const slidingLogScript = (source: string) =>
  new ScriptUnderTest(source, 'sliding-log.lua', ['allowed', 'count', 'retryAfterMs'])

export const tokenBucketScript = (source: string) =>
  new ScriptUnderTest(source, 'token-bucket.lua', ['allowed', 'tokensLeft', 'retryAfterMs'])

export const slidingCounterScript = (source: string) =>
  new ScriptUnderTest(source, 'sliding-counter.lua', [
    'allowed',
    'count',
    'retryAfterMs',
    'remaining',
  ])
