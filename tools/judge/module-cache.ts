import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vitest/config'
import { root } from './catalogue.mjs'

const FOLDER = join(root, '.cache', 'modules')

/**
 * Vitest's settings that keep what tests share (`#support`, `#kit`, the judge) transformed from one run to the
 * next: half of a short run's time goes into that. None where the checkout cannot be written.
 */
export function moduleCache(): { fsModuleCache?: boolean; fsModuleCachePath?: string } {
  try {
    mkdirSync(FOLDER, { recursive: true })
    accessSync(FOLDER, constants.W_OK)
  } catch {
    return {}
  }
  return { fsModuleCache: true, fsModuleCachePath: FOLDER }
}

/** Keeps out of it what is judged, and its test files: there is no end of them, and the next run is another's. */
export const cachesShared: Plugin = {
  name: 'kata-module-cache',
  configureVitest({ experimental_defineCacheKeyGenerator: define }) {
    define(({ id }) => (id.includes('?') ? false : undefined))
  },
}
