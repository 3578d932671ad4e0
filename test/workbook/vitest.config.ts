import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { cachesShared, moduleCache } from '../../tools/judge/module-cache.ts'
import { judgePlugin } from '../../tools/judge/plugin.ts'

/** How the workbook's own tests run: without the judge's guards, since they test those. */
export default defineConfig({
  plugins: [judgePlugin(), cachesShared],
  test: {
    include: ['test/workbook/**/*.test.ts'],
    globalSetup: ['test/support/redis/global-setup.ts'],
    pool: 'forks',
    maxWorkers: availableParallelism(),
    testTimeout: 240_000,
    hookTimeout: 60_000,
    watch: false,
    experimental: moduleCache(),
  },
})
