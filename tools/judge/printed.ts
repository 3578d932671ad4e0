/** Lines kept of what a test printed: its last ones, since what fails comes last. */
const LINES = 5
/** Characters kept of what was printed, before it is cut into lines. */
const CHARACTERS = 4096
const COLUMNS = 72

/**
 * Keeps what this process prints, so that a test's failure can show what was printed in it. Nothing
 * goes to the terminal from here: a flood would drown the verdict.
 */
export class Printed {
  #text = ''
  #newlines = 0

  /** From now on `process.stdout` and `process.stderr` end here; `console` writes to them. */
  capture(): void {
    for (const stream of [process.stdout, process.stderr]) {
      stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
        this.#add(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
        const done = rest.find((one): one is () => void => typeof one === 'function')
        if (done) queueMicrotask(done)
        return true
      }
    }
  }

  clear(): void {
    this.#text = ''
    this.#newlines = 0
  }

  /** The last lines printed since the last `clear`; the first says how many came before. */
  get lines(): readonly string[] {
    if (this.#text === '') return []
    const lines = this.#text.replace(/\n$/, '').split('\n')
    const shown = lines.slice(-LINES).map((line) => line.slice(0, COLUMNS))
    const before = this.#newlines + Number(!this.#text.endsWith('\n')) - shown.length
    return before > 0 ? [`… ${before.toLocaleString('en-US')} lines before`, ...shown] : shown
  }

  #add(text: string): void {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#newlines++
    this.#text = (this.#text + text).slice(-CHARACTERS)
  }
}
