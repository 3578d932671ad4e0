// How a test file is told which implementation it judges: by the query of its module id. Plain
// JavaScript, since `npm test` starts here.

import { Writable } from 'node:stream'
import { needsRedis, root } from './catalogue.mjs'

/** @typedef {import('./catalogue.mjs').Target} Target */
/** @typedef {import('vitest/node').Vitest} Vitest */
/** @typedef {import('vitest/node').TestRunResult} TestRunResult */

/** Ends the module id, since Vite tells a file's language by the end of its id. */
const LANGUAGE = '&lang.ts'

/** @param {string} test @param {Target} target */
export function specId(test, { implementation, only, untilFailure }) {
  const query = new URLSearchParams({
    impl: implementation,
    ...(only && { only }),
    ...(untilFailure && { until: 'failure' }),
  })
  return `${test}?${query}${LANGUAGE}`
}

/** The implementation that a module id names, if it names one. @param {string} id */
export const implementationOf = (id) => queryOf(id).get('impl') ?? undefined

/** The one test that a module id asks for; undefined if it asks for all. @param {string} id */
export const onlyTestOf = (id) => queryOf(id).get('only') ?? undefined

/** Whether a module id asks for its tests up to the first that fails. @param {string} id */
export const isUntilFailure = (id) => queryOf(id).get('until') === 'failure'

/** @param {string} id */
const queryOf = (id) => new URLSearchParams(id.split('?')[1] ?? '')

/** The module id without its query. @param {string} id */
export const testFileOf = (id) => id.split('?')[0] ?? id

/**
 * Vitest's options for a run over these targets: Redis is started only if one of their tests needs it.
 * @param {readonly Target[]} targets
 * @returns {import('vitest/node').CliOptions}
 */
export const optionsFor = (targets) => ({
  root,
  watch: false,
  globalSetup: targets.some(({ tests }) => tests.some(needsRedis))
    ? ['./test/support/redis/global-setup.ts']
    : [],
})

/** Where vitest and its forks print: what a person sees is the verdict's business. */
export const silence = () => {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  return { stdout: nowhere, stderr: nowhere }
}

/**
 * Runs each target's test files against its implementation.
 * @param {Vitest} vitest
 * @param {readonly Target[]} targets
 * @returns {Promise<TestRunResult>}
 */
export function runTargets(vitest, targets) {
  const project = vitest.getRootProject()
  const specs = targets.flatMap((target) =>
    target.tests.map((test) => project.createSpecification(specId(test, target))),
  )
  return vitest.runTestSpecifications(specs, true)
}

/**
 * The reporters that were given as objects.
 * @param {Vitest} vitest
 */
export const reportersOf = ({ config }) =>
  config.reporters.flatMap((one) =>
    typeof one === 'object' && !Array.isArray(one)
      ? [/** @type {import('vitest/node').Reporter} */ (one)]
      : [],
  )
