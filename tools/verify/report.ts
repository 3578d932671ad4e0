/** One thing that the workbook proves of itself: passed if `problem` is undefined. */
export interface Check {
  readonly name: string
  readonly problem: string | undefined
}

/** What could not be looked at here. */
interface Left {
  readonly name: string
  readonly why: string
}

/** Collects checks, and tells a person of those that failed. */
export class Report {
  readonly #checks: Check[] = []
  readonly #left: Left[] = []

  /** Adds a check: `problem` says what is wrong, undefined that nothing is. */
  add(name: string, problem: string | undefined): void {
    this.#checks.push({ name, problem })
  }

  /** Notes what could not be run here, and why: no pass, and nobody's mistake. */
  leave(name: string, why: string): void {
    this.#left.push({ name, why })
  }

  /** Prints a group's sum and each of its failures. What `fill` throws is one of them. */
  async group(title: string, fill: () => Promise<void> | void): Promise<void> {
    const before = this.#checks.length
    const leftBefore = this.#left.length
    const startedAt = performance.now()
    try {
      await fill()
    } catch (error) {
      this.add(
        'runs to its end',
        error instanceof Error ? (error.stack ?? error.message) : `${error}`,
      )
    }
    const checks = this.#checks.slice(before)
    const failed = checks.filter(({ problem }) => problem !== undefined)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const mark = failed.length === 0 && checks.length > 0 ? '✓' : '✗'
    console.log(
      `${mark} ${title}: ${checks.length - failed.length} of ${checks.length} (${seconds} s)`,
    )
    for (const { name, problem } of failed) {
      console.log(`    ✗ ${name}\n${indented(problem ?? '')}`)
    }
    for (const { name, why } of this.#left.slice(leftBefore)) {
      console.log(`    – NOT RUN ${name}\n${indented(why)}`)
    }
    if (checks.length === 0) this.add(title, 'nothing was checked')
  }

  get passed(): number {
    return this.#checks.length - this.failed
  }

  get notRun(): number {
    return this.#left.length
  }

  get failed(): number {
    return this.#checks.filter(({ problem }) => problem !== undefined).length
  }
}

const indented = (text: string) => text.replace(/^/gm, '        ')
