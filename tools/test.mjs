// `npm test WORDS`: judges the implementations that the words name. Plain JavaScript, so that nothing
// stands between the command and vitest.
import { recorder } from './desk/record.mjs'
import { select, UsageError } from './judge/catalogue.mjs'
import { outliveReader } from './judge/pipe.mjs'
import { RECORDS_ENV, runFolder, withTmpdir } from './judge/run-folder.mjs'
import { dealt, optionsFor, reportersOf, runTargets, silence } from './judge/spec.mjs'

/** @returns {import('./judge/catalogue.mjs').Target[]} */
function targets() {
  try {
    return select(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

outliveReader()
const selected = targets()
const keep = recorder(selected)
const folder = runFolder()
process.env[RECORDS_ENV] = folder.path
const { createVitest } = await import('vitest/node')
/** @type {import('vitest/node').Vitest | undefined} */
let vitest
try {
  vitest = await withTmpdir(folder.path, () =>
    createVitest('test', optionsFor(selected), {}, silence()),
  )
  const verdict = verdictOf(vitest)
  verdict.printsAtEnd = false
  await runTargets(vitest, selected, dealt(selected))
  verdict.print()
  keep(verdict.marks)
  // Vitest has set 1 for any test that failed, those for a star too.
  process.exitCode = verdict.exitCode
} catch (error) {
  // A setting that cannot be (KATA_REDIS, FC_SEED): its message is all that helps.
  if (!(error instanceof RangeError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await vitest?.close()
  folder.remove()
}

/** @param {import('vitest/node').Vitest} vitest */
function verdictOf(vitest) {
  const [verdict] = reportersOf(vitest)
  return /** @type {import('./judge/reporter.ts').VerdictReporter} */ (
    /** @type {unknown} */ (verdict)
  )
}
