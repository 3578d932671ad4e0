import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { defineConfig } from 'vitest/config'
import { ForkSequencer, forks } from './tools/judge/forks.ts'
import { AHEAD_ENV, HEAP_LIMIT_MB, NO_EVAL } from './tools/judge/limits.mjs'
import { judgePlugin } from './tools/judge/plugin.ts'
import { VerdictReporter } from './tools/judge/reporter.ts'
import { buildShared } from './tools/judge/shared.ts'

const shared = await buildShared()

/** A process that waits for its work loads meanwhile what that will need. */
const preloads =
  process.env[AHEAD_ENV] && shared.folder
    ? ['--import', pathToFileURL(shared.judge('preload')).href]
    : []

/** How katas are judged: `npm test`, grade and verify start from this; so does an editor's test runner. */
export default defineConfig({
  plugins: [judgePlugin(shared)],
  test: {
    include: ['katas/**/*.test.ts'],
    pool: forks,
    isolate: false,
    sequence: { sequencer: ForkSequencer },
    maxWorkers: availableParallelism(),
    execArgv: [`--max-old-space-size=${HEAP_LIMIT_MB}`, NO_EVAL, ...preloads],
    runner: shared.judge('runner'),
    server: { deps: { external: shared.builtModules } },
    reporters: [new VerdictReporter()],
    testTimeout: 0,
    includeTaskLocation: true,
    disableConsoleIntercept: true,
    watch: false,
    cache: false,
  },
})
