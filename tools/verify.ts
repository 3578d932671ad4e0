// `npm run verify`: the workbook proves itself. Exits non-zero on anything that is not so.
import { filesOfCheckout } from './verify/files.ts'
import { proveGuards, proveKatas } from './verify/proof.ts'
import { Report } from './verify/report.ts'
import { checkArrows, checkFiles, checkKatas } from './verify/structure.ts'
import { runWorkbookTests } from './verify/workbook-tests.ts'

const files = filesOfCheckout()
const report = new Report()
await report.group('every kata has all its parts', () => checkKatas(report))
await report.group('documents and files', () => checkFiles(report, files))
await report.group('imports go one way', () => checkArrows(report, files))
await proveKatas(report)
await report.group('every guard works', () => proveGuards(report))
await report.group('the workbook’s own tests', () => runWorkbookTests(report))
console.log(`\n${report.passed} passed, ${report.failed} failed`)
process.exitCode = report.failed > 0 ? 1 : 0
