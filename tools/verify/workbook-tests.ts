import { join } from 'node:path'
import type { TestModule } from 'vitest/node'
import { createVitest } from 'vitest/node'
import { root } from '../judge/catalogue.mjs'
import type { Report } from './report.ts'

/** Runs the tests of the workbook itself, `test/workbook`. */
export async function runWorkbookTests(report: Report): Promise<void> {
  const reporter = {
    onTestRunEnd(modules: readonly TestModule[], errors: readonly { message?: string }[]) {
      for (const module of modules) {
        for (const error of module.errors()) report.add(module.moduleId, error.message)
        for (const test of module.children.allTests()) {
          const name = `${module.relativeModuleId}: ${test.fullName}`
          const result = test.result()
          const { state, errors } = result
          // One that says why it is skipped; any other one has been forgotten.
          if (state === 'skipped' && result.note) report.leave(name, result.note)
          else report.add(name, state === 'passed' ? undefined : (errors?.[0]?.message ?? state))
        }
      }
      for (const { message } of errors)
        report.add('errors outside the tests', message ?? 'an error')
    },
  }
  const config = join(root, 'test/workbook/vitest.config.ts')
  const vitest = await createVitest('test', { root, config, watch: false, reporters: [reporter] })
  try {
    await vitest.start()
  } finally {
    await vitest.close()
  }
}
