import { createVitest, type Vitest } from 'vitest/node'
import { needsRedis, type Target } from './catalogue.mjs'
import { Collector, type OnProgress } from './reporter.ts'
import type { Result } from './results.ts'
import { RECORDS_ENV, runFolder, withTmpdir } from './run-folder.mjs'
import { optionsFor, runTargets, silence } from './spec.mjs'

export interface JudgeOptions {
  /**
   * The process that judges a target, by a name: those of one name share it, and can touch one another's run.
   * One for each target if it is left out.
   */
  readonly forkFor?: (target: Target) => string
  /** Told of each test file that is done, and whose it was. */
  readonly onProgress?: OnProgress
}

export interface Judged {
  /** One for each target, in their order. */
  readonly results: readonly Result[]
  /** Errors of the run that belong to no implementation. */
  readonly errors: readonly string[]
}

/**
 * Judges each implementation by its kata's tests, apart from all others, and prints nothing. Where Redis
 * stopped answering, each one that saw it is judged once more, alone and on a Redis of its own: whose
 * doing it was shows then.
 */
export async function judge(targets: readonly Target[], options: JudgeOptions): Promise<Judged> {
  if (targets.length === 0) return { results: [], errors: [] }
  const { results, ...rest } = await judgeOnce(targets, options)
  const errors = [...rest.errors]
  // The one who was alone with Redis has lost it by itself.
  const shared = targets.filter(({ tests }) => tests.some(needsRedis)).length > 1
  const settled: Result[] = []
  for (const [i, result] of results.entries()) {
    const target = targets[i]
    const again = result.redisLost && shared && target
    if (!again) {
      settled.push(result)
      continue
    }
    const alone = await judgeOnce([target], {})
    settled.push(...alone.results)
    errors.push(...alone.errors)
  }
  return { results: settled, errors }
}

async function judgeOnce(
  targets: readonly Target[],
  { forkFor = ({ implementation }) => implementation, onProgress }: JudgeOptions,
): Promise<Judged> {
  const folder = runFolder()
  process.env[RECORDS_ENV] = folder.path
  const collector = new Collector(onProgress)
  const options = { ...optionsFor(targets), reporters: [collector] }
  let vitest: Vitest | undefined
  try {
    vitest = await withTmpdir(folder.path, () => createVitest('test', options, {}, silence()))
    await runTargets(vitest, targets, forkFor)
  } finally {
    await vitest?.close()
    folder.remove()
  }
  // A failed test is a mark, not an error of the one who asked for it.
  process.exitCode = 0
  const byImplementation = new Map(collector.results.map((one) => [one.implementation, one]))
  const results = targets.map(({ implementation }) => {
    const result = byImplementation.get(implementation)
    if (!result) throw new Error(`the run left ${implementation} out: ${collector.runErrors}`)
    return result
  })
  return { results, errors: collector.runErrors }
}
