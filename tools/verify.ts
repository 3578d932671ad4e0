// `npm run verify`: the workbook proves itself. `npm run verify 03 15`: the proofs of these katas alone, for who
// writes one. Exits non-zero on anything that is not so.
import { katas, select, UsageError } from './judge/catalogue.mjs'
import { outliveReader } from './judge/pipe.mjs'
import { filesOfCheckout } from './verify/files.ts'
import { checkGoldenFiles } from './verify/golden.ts'
import { proveGuards, proveKatas } from './verify/proof.ts'
import { Report } from './verify/report.ts'
import { checkArrows, checkFiles, checkKatas } from './verify/structure.ts'
import { checkDesk } from './verify/stubs.ts'
import { runWorkbookTests } from './verify/workbook-tests.ts'

outliveReader()

const words = process.argv.slice(2)
const report = new Report()
try {
  const chosen = words.length === 0 ? katas : select(words).map(({ kata }) => kata)
  const files = filesOfCheckout()
  await report.group('every kata has all its parts', () => checkKatas(report, chosen))
  await report.group('documents and files', () => {
    checkFiles(report, files)
    checkGoldenFiles(report)
  })
  await report.group('the desk has the stubs as they are', () => checkDesk(report, chosen))
  await report.group('imports go one way', () => checkArrows(report, files))
  await proveKatas(report, chosen)
  if (words.length === 0) {
    await report.group('every guard works', () => proveGuards(report))
    await report.group('the workbook’s own tests', () => runWorkbookTests(report))
  }
  const left = report.notRun > 0 ? `, ${report.notRun} NOT RUN` : ''
  console.log(`\n${report.passed} passed, ${report.failed} failed${left}`)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
process.exitCode ||= report.failed > 0 ? 1 : 0
