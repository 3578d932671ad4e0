import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stubText } from '../desk/stubs.mjs'
import { type Kata, type Target, testsOf } from '../judge/catalogue.mjs'
import type { Result } from '../judge/results.ts'
import { runFolder } from '../judge/run-folder.mjs'
import type { Counts } from './rubric.ts'

/** The tests of a kata, and those of them that some code passes. */
export interface Tests {
  readonly all: Counts
  readonly passed: Counts
}

/**
 * The stubs as they are handed out, judged beside the submissions: how many tests there are, and which of them
 * take no work. Copies, since a class writes where they stood.
 */
export class Stubs {
  readonly #folder: ReturnType<typeof runFolder>
  readonly targets: readonly Target[]

  constructor(katas: readonly Kata[], cut: AbortSignal) {
    this.#folder = runFolder(cut)
    this.targets = katas.map((kata) => {
      const implementation = join(this.#folder.path, 'katas', kata.folder, kata.file)
      mkdirSync(dirname(implementation), { recursive: true })
      writeFileSync(implementation, stubText(kata))
      return { kata, implementation, tests: testsOf(kata), probed: false }
    })
  }

  remove(): void {
    this.#folder.remove()
  }
}

export function testsIn({ core, stretch, cost }: Result): Tests {
  const all = (one: { passed: number; failed: number }) => one.passed + one.failed
  return {
    all: { core: all(core) - all(cost), cost: all(cost), stretch: all(stretch) },
    passed: { core: core.passed - cost.passed, cost: cost.passed, stretch: stretch.passed },
  }
}
