// How a test file is told which implementation it judges: by the query of its module id. Plain
// JavaScript, since `npm test` starts here.

/** @typedef {import('./catalogue.mjs').Target} Target */
/** @typedef {import('vitest/node').Vitest} Vitest */
/** @typedef {import('vitest/node').TestRunResult} TestRunResult */

const QUERY = '?impl='

/** @param {string} test @param {string} implementation */
export const specId = (test, implementation) =>
  `${test}${QUERY}${encodeURIComponent(implementation)}`

/** The implementation that a module id names, if it names one. @param {string} id */
export function implementationOf(id) {
  const at = id.indexOf(QUERY)
  return at < 0 ? undefined : decodeURIComponent(id.slice(at + QUERY.length))
}

/** The module id without its query. @param {string} id */
export const testFileOf = (id) => id.split('?')[0] ?? id

/**
 * Runs each target's test files against its implementation.
 * @param {Vitest} vitest
 * @param {readonly Target[]} targets
 * @returns {Promise<TestRunResult>}
 */
export async function runTargets(vitest, targets) {
  // vitest tells its reporters of itself only when it looks for the test files itself.
  for (const reporter of vitest.reporters) await reporter.onInit?.(vitest)
  const project = vitest.getRootProject()
  const specs = targets.flatMap(({ implementation, tests }) =>
    tests.map((test) => project.createSpecification(specId(test, implementation))),
  )
  return vitest.runTestSpecifications(specs, true)
}
