// `npm test WORDS`: judges the implementations that the words name. Plain JavaScript, so that nothing
// stands between the command and vitest.
import { isSettingError } from '../test/support/settings.mjs'
import { recorder } from './desk/record.mjs'
import { select, UsageError } from './judge/catalogue.mjs'
import { outliveReader } from './judge/pipe.mjs'
import { openRun } from './judge/run.mjs'
import { dealt } from './judge/spec.mjs'

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
/** @type {Awaited<ReturnType<typeof openRun>> | undefined} */
let run
try {
  run = await openRun(selected)
  await run.judge(dealt(selected))
  keep(run.verdict.marks)
  run.verdict.print()
  // Vitest has set 1 for any test that failed, those for a star too.
  process.exitCode = run.verdict.exitCode
} catch (error) {
  if (!isSettingError(error)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await run?.close()
}
