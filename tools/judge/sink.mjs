// Takes what vitest and its forks print, so that the one who runs it decides what a person sees.
import { Writable } from 'node:stream'

/** Keeps the beginning of what it is given. */
export class Sink extends Writable {
  /** What was printed, up to the limit. */
  text = ''
  #limit

  /** @param {number} limit characters kept */
  constructor(limit = 64 * 1024) {
    super({ decodeStrings: false })
    this.#limit = limit
  }

  /**
   * @override
   * @param {string | Buffer} chunk
   * @param {string} _encoding
   * @param {() => void} done
   */
  _write(chunk, _encoding, done) {
    if (this.text.length < this.#limit) this.text += String(chunk).slice(0, this.#limit)
    done()
  }
}
