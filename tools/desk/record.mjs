// How `npm test` tells the desk what a run has found.
import { stubOf, testsOf } from '../judge/catalogue.mjs'
import { entryOf, hashOf, ownBytes, tryToKeep } from './progress.mjs'
import { isStub } from './stubs.mjs'

/** @typedef {import('../judge/catalogue.mjs').Target} Target */
/** @typedef {import('../judge/reporter.ts').Mark} Mark */

/**
 * Looks at the learner's files before a run. The function that it returns takes what the run came to, and keeps
 * it of each own file that all its kata's tests have judged, and that is no stub and has not changed meanwhile.
 * @param {readonly Target[]} targets
 * @returns {(marks: readonly Mark[]) => void}
 */
export function recorder(targets) {
  const judged = targets.flatMap(({ kata, implementation, tests }) => {
    if (implementation !== stubOf(kata) || tests.length !== testsOf(kata).length) return []
    const bytes = ownBytes(kata)
    return bytes && !isStub(kata, bytes) ? [{ kata, implementation, hash: hashOf(bytes) }] : []
  })
  return (marks) => {
    const when = new Date().toISOString()
    const found = judged.flatMap(({ kata, implementation, hash }) => {
      const mark = marks.find((one) => one.implementation === implementation)
      const bytes = ownBytes(kata)
      if (!mark?.whole || !bytes || hashOf(bytes) !== hash) return []
      const { solved, starred } = mark
      return [{ kata, run: { solved, starred, when, hash } }]
    })
    if (found.length === 0) return
    tryToKeep((progress) => {
      for (const { kata, run } of found) {
        const entry = entryOf(progress, kata)
        entry.run = run
        if (run.solved) entry.firstSolved ??= when
      }
    })
  }
}
