import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ForkSequencer, forks } from './tools/judge/forks.ts'
import { AHEAD_ENV, HEAP_LIMIT_MB, NO_EVAL } from './tools/judge/limits.mjs'
import { cachesShared, moduleCache } from './tools/judge/module-cache.ts'
import { judgePlugin } from './tools/judge/plugin.ts'
import { VerdictReporter } from './tools/judge/reporter.ts'

/** A process that waits for its work loads meanwhile what that will need. */
const preloads = process.env[AHEAD_ENV]
  ? ['--import', new URL('./tools/judge/preload.mjs', import.meta.url).href]
  : []

/** How katas are judged: `npm test`, grade and verify start from this; so does an editor's test runner. */
export default defineConfig({
  plugins: [judgePlugin(), cachesShared],
  test: {
    include: ['katas/**/*.test.ts'],
    pool: forks,
    isolate: false,
    sequence: { sequencer: ForkSequencer },
    maxWorkers: availableParallelism(),
    execArgv: [`--max-old-space-size=${HEAP_LIMIT_MB}`, NO_EVAL, ...preloads],
    runner: './tools/judge/runner.ts',
    reporters: [new VerdictReporter()],
    testTimeout: 0,
    includeTaskLocation: true,
    disableConsoleIntercept: true,
    watch: false,
    experimental: moduleCache(),
  },
})
