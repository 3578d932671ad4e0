import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { root } from '../../tools/judge/catalogue.mjs'
import { judgePlugin } from '../../tools/judge/plugin.ts'

/** How the workbook's own tests run: without the judge's guards, since they test those. */
export default defineConfig({
  plugins: [judgePlugin()],
  test: {
    include: ['test/workbook/**/*.test.ts'],
    globalSetup: ['test/support/redis/global-setup.ts'],
    pool: 'forks',
    maxWorkers: availableParallelism(),
    testTimeout: 240_000,
    hookTimeout: 60_000,
    watch: false,
    // Half of a short test file's time goes into what all of them import.
    experimental: { fsModuleCache: true, fsModuleCachePath: join(root, '.cache', 'modules') },
  },
})
