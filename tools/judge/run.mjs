// A run of vitest over some targets, for `npm test` and for the watch. Plain JavaScript, since they start here.
import { seed } from '../../test/support/settings.mjs'
import { clearRecords, RECORDS_ENV, runFolder, withTmpdir } from './run-folder.mjs'
import { optionsFor, reportersOf, runTargets, silence } from './spec.mjs'

/** @typedef {import('./catalogue.mjs').Target} Target */
/** @typedef {import('./reporter.ts').VerdictReporter} VerdictReporter */

/**
 * Makes ready what judges these targets, a Redis too if they need one. Whoever opens it closes it.
 * @param {readonly Target[]} targets
 */
export async function openRun(targets) {
  // Before anything starts: each law would fail by it, and the code be told that it is wrong.
  seed()
  const folder = runFolder()
  process.env[RECORDS_ENV] = folder.path
  /** @type {import('vitest/node').Vitest} */
  let vitest
  try {
    const { createVitest } = await import('vitest/node')
    vitest = await withTmpdir(folder.path, () =>
      createVitest('test', optionsFor(targets), {}, silence()),
    )
  } catch (error) {
    folder.remove()
    throw error
  }
  const [reporter] = reportersOf(vitest)
  const verdict = /** @type {VerdictReporter} */ (/** @type {unknown} */ (reporter))
  verdict.printsAtEnd = false
  return {
    verdict,
    /**
     * Judges the targets as their files are now; `verdict` has the results then.
     * @param {import('./spec.mjs').ForkFor} forkFor
     */
    async judge(forkFor) {
      verdict.forget()
      clearRecords()
      for (const { implementation } of targets) vitest.invalidateFile(implementation)
      await runTargets(vitest, targets, forkFor)
    },
    async close() {
      await vitest.close()
      folder.remove()
    },
  }
}
