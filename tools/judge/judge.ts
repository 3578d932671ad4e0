import { createVitest, type Vitest } from 'vitest/node'
import { needsRedis, type Target } from './catalogue.mjs'
import { Collector, type OnProgress } from './reporter.ts'
import type { Result } from './results.ts'
import { RECORDS_ENV, runFolder, SIGNALS, withTmpdir } from './run-folder.mjs'
import { type ForkFor, optionsFor, runTargets, silence } from './spec.mjs'

export interface JudgeOptions {
  /**
   * The process that judges a target's test file, by a name: those of one name share it, and can touch one
   * another's run. One for each target if it is left out.
   */
  readonly forkFor?: ForkFor
  /** Told of each test file that is done, and whose it was. */
  readonly onProgress?: OnProgress
  /** Aborted: nothing more is judged, and what runs is ended. */
  readonly cut?: AbortSignal | undefined
}

export interface Judged {
  /** One for each target, in their order; where it was cut, one for each that was judged whole until then. */
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
  const byImplementation = new Map(targets.map((target) => [target.implementation, target]))
  for (const result of results) {
    const target = byImplementation.get(result.implementation)
    const again = result.redisLost && shared && target
    if (!again) {
      settled.push(result)
      continue
    }
    const alone = await judgeOnce([target], { cut: options.cut })
    settled.push(...alone.results)
    errors.push(...alone.errors)
  }
  return { results: settled, errors }
}

/** Makes something that would end the process by a signal, as vitest's logger does: that is another's to decide. */
async function deafToSignals<T>(make: () => Promise<T>): Promise<T> {
  const before = SIGNALS.map((signal) => process.listeners(signal))
  const made = await make()
  for (const [i, signal] of SIGNALS.entries()) {
    for (const one of process.listeners(signal)) {
      if (!before[i]?.includes(one)) process.off(signal, one)
    }
  }
  return made
}

async function judgeOnce(
  targets: readonly Target[],
  { forkFor = ({ implementation }) => implementation, onProgress, cut }: JudgeOptions,
): Promise<Judged> {
  if (cut?.aborted) return { results: [], errors: [] }
  const folder = runFolder(cut)
  process.env[RECORDS_ENV] = folder.path
  const collector = new Collector(onProgress)
  const options = { ...optionsFor(targets), reporters: [collector] }
  let vitest: Vitest | undefined
  const end = () => {
    collector.cut()
    void vitest?.cancelCurrentRun('keyboard-input')
  }
  try {
    const make = () => createVitest('test', options, {}, silence())
    const made = () => withTmpdir(folder.path, make)
    vitest = await (cut ? deafToSignals(made) : made())
    cut?.addEventListener('abort', end, { once: true })
    if (!cut?.aborted) await runTargets(vitest, targets, forkFor, cut)
  } finally {
    cut?.removeEventListener('abort', end)
    await vitest?.close()
    folder.remove()
  }
  // A failed test is a mark, not an error of the one who asked for it.
  process.exitCode = 0
  const byImplementation = new Map(collector.results.map((one) => [one.implementation, one]))
  const whole = targets.filter((one) => !cut?.aborted || collector.isWhole(one.implementation))
  const results = whole.map(({ implementation }) => {
    const result = byImplementation.get(implementation)
    if (!result) throw new Error(`the run left ${implementation} out: ${collector.runErrors}`)
    return result
  })
  return { results, errors: cut?.aborted ? [] : collector.runErrors }
}
