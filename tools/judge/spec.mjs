// How a test file is told which implementation it judges: by the query of its module id. Plain
// JavaScript, since `npm test` starts here.

import { availableParallelism } from 'node:os'
import { Writable } from 'node:stream'
import { SettingError } from '../../test/support/settings.mjs'
import { isProbe, needsCluster, needsRedis, probesOf, root } from './catalogue.mjs'
import { readRecords } from './run-folder.mjs'

/** @typedef {import('./catalogue.mjs').Target} Target */
/** @typedef {import('vitest/node').Vitest} Vitest */
/** @typedef {(target: Target, test: string) => string} ForkFor the process, by a name, that runs a test file */

/** Ends the module id, since Vite tells a file's language by the end of its id. */
const LANGUAGE = '&lang.ts'

/**
 * @param {string} test @param {Target} target
 * @param {string} [fork] the process that runs it, shared with all that name it; one of its own if left out
 */
function specId(test, { implementation, only, untilFailure, probed }, fork) {
  const query = new URLSearchParams({
    impl: implementation,
    ...(isProbe(test) ? probed && { probe: 'always' } : only && { only }),
    ...(untilFailure && { until: 'failure' }),
    ...(fork && { fork }),
  })
  return `${test}?${query}${LANGUAGE}`
}

/** The implementation that a module id names, if it names one. @param {string} id */
export const implementationOf = (id) => queryOf(id).get('impl') ?? undefined

/** The one test that a module id asks for; undefined if it asks for all. @param {string} id */
export const onlyTestOf = (id) => queryOf(id).get('only') ?? undefined

/** The process that a module id asks for; undefined if it asks for one of its own. @param {string} id */
export const forkOf = (id) => queryOf(id).get('fork') ?? undefined

/** What a module id judges, wherever it runs. @param {string} id */
export const withoutFork = (id) => id.replace(/&fork=[^&]*/, '')

/** Whether a module id asks for its tests up to the first that fails. @param {string} id */
export const isUntilFailure = (id) => queryOf(id).get('until') === 'failure'

/** Whether a module id asks to look, whatever the tests before it came to. @param {string} id */
export const isAlwaysProbed = (id) => queryOf(id).get('probe') === 'always'

/** @param {string} id */
const queryOf = (id) => new URLSearchParams(id.split('?')[1] ?? '')

/** The module id without its query. @param {string} id */
export const testFileOf = (id) => id.split('?')[0] ?? id

/**
 * Vitest's options for a run over these targets: a Redis, or a cluster, is started only if one of their tests
 * needs it. Throws a `SettingError` where the checkout lies in a folder that Vite cannot name.
 * @param {readonly Target[]} targets
 * @returns {import('vitest/node').CliOptions}
 */
export const optionsFor = (targets) => {
  if (/[#?]/.test(root)) {
    throw new SettingError(`the checkout's path must have no # and no ?, got ${root}`)
  }
  const tests = targets.flatMap((target) => target.tests).filter(needsRedis)
  const setups = tests.map((test) => (needsCluster(test) ? 'cluster-setup' : 'global-setup'))
  return {
    root,
    watch: false,
    globalSetup: [...new Set(setups)].map((name) => `./test/support/redis/${name}.ts`),
  }
}

/** Where vitest and its forks print: what a person sees is the verdict's business. */
export const silence = () => {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  return { stdout: nowhere, stderr: nowhere }
}

/**
 * Runs each target's test files against its implementation, those with the same `forkFor` in one process,
 * one after another. Where a process died, it took along what waited in it: that is run once more, each file
 * in a process of its own.
 * @param {Vitest} vitest
 * @param {readonly Target[]} targets
 * @param {ForkFor} forkFor
 * @param {AbortSignal} [cut] where it is aborted nothing is run once more
 */
export async function runTargets(vitest, targets, forkFor, cut) {
  const project = vitest.getRootProject()
  /** @param {string} id */
  const run = (id) => project.createSpecification(id)
  const asked = targets.flatMap((target) => {
    const looks = target.probed === false || target.untilFailure ? [] : probesOf(target.kata)
    return [...target.tests, ...looks].map((test) => {
      const fork = forkFor(target, test)
      return { test, target, fork, id: specId(test, target, fork) }
    })
  })
  await vitest.runTestSpecifications(
    asked.map(({ id }) => run(id)),
    true,
  )
  if (cut?.aborted) return
  const ended = readRecords().filter((record) => record.ended !== undefined)
  /** The processes in which a target's tests failed. @type {Map<Target, Set<string>>} */
  const wrongIn = new Map()
  for (const { id, test, target, fork } of asked) {
    if (isProbe(test) || !hasWrongAnswer(vitest, id)) continue
    wrongIn.set(target, (wrongIn.get(target) ?? new Set()).add(fork))
  }
  const lost = asked.filter(({ id, test, target, fork }) => {
    const [module] = vitest.state.getTestModules([id])
    const told = ended.some(({ file }) => implementationOf(file) === target.implementation)
    const elsewhere = isProbe(test) && wrongIn.get(target)
    // Its process knew nothing of what failed in another one; of who ends processes nothing more is asked.
    if (elsewhere && !elsewhere.has(fork)) return !told
    if (module && ENDED.has(module.state())) return false
    // Where it was by itself it died of its own doing, and has been told so.
    const alone = asked.every((other) => other.fork !== fork || other.target === target)
    if (isProbe(test)) return !alone && !told
    return !alone || !(module || told)
  })
  if (lost.length === 0) return
  await vitest.runTestSpecifications(
    // By itself a probe does not know what the tests came to.
    lost.map(({ test, target }) => run(specId(test, { ...target, probed: true }))),
    true,
  )
}

/** The states of a file that came to its end. */
const ENDED = new Set(['passed', 'failed', 'skipped'])

/**
 * Whether one of its tests failed, and not for want of code.
 * @param {Vitest} vitest @param {string} id
 */
function hasWrongAnswer(vitest, id) {
  const [module] = vitest.state.getTestModules([id])
  const failed = module ? [...module.children.allTests('failed')] : []
  return failed.some((test) => test.result().errors?.[0]?.name !== 'TodoError')
}

/**
 * Deals targets out to so many processes as there are processors. Where one alone speaks with Redis, its laws run
 * beside its other tests: either waits for Redis half of the time.
 * @param {readonly Target[]} targets
 * @returns {ForkFor}
 */
export const dealt = (targets) => (target, test) => {
  const processors = availableParallelism()
  const isLaws = (/** @type {string} */ file) => file.endsWith('.property.test.ts')
  const isBeside = targets.length === 1 && needsRedis(test) && isLaws(test)
  const hasOthers = target.tests.some((file) => !isLaws(file))
  const at = targets.indexOf(target)
  if (at < 0) throw new Error(`${target.implementation} is none of those that are dealt out`)
  return String((at + Number(isBeside && hasOthers)) % processors)
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
