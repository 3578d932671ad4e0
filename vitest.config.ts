import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ForkSequencer, forks } from './tools/judge/forks.ts'
import { HEAP_LIMIT_MB, NO_EVAL } from './tools/judge/limits.mjs'
import { cachesShared, moduleCache } from './tools/judge/module-cache.ts'
import { judgePlugin } from './tools/judge/plugin.ts'
import { VerdictReporter } from './tools/judge/reporter.ts'

/** How katas are judged: `npm test`, grade and verify start from this; so does an editor's test runner. */
export default defineConfig({
  plugins: [judgePlugin(), cachesShared],
  test: {
    include: ['katas/**/*.test.ts'],
    pool: forks,
    isolate: false,
    sequence: { sequencer: ForkSequencer },
    maxWorkers: availableParallelism(),
    execArgv: [`--max-old-space-size=${HEAP_LIMIT_MB}`, NO_EVAL],
    runner: './tools/judge/runner.ts',
    reporters: [new VerdictReporter()],
    testTimeout: 0,
    includeTaskLocation: true,
    disableConsoleIntercept: true,
    watch: false,
    experimental: moduleCache(),
  },
})
