/** One line on stderr that says what a person waits for; nothing where stderr is no terminal. */
export class Progress {
  title = ''
  readonly #shown = process.stderr.isTTY

  show(doing: string): void {
    if (!this.#shown) return
    process.stderr.write(`\r\u001b[K${`${this.title}: ${doing}`.slice(0, 79)}`)
  }

  clear(): void {
    if (this.#shown) process.stderr.write('\r\u001b[K')
  }
}
