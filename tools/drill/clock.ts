// The drill's clock. Time away does not count.
import { changeDrill, type Drill, tryTo } from './state.ts'

/** A killed drill loses no more of the clock than this, in ms. */
const KEEP_MS = 5000

/** Keeps the time that something is open, while it is. */
export class Clock {
  #ms: number
  #since = performance.now()
  readonly #add: (drill: Drill, ms: number) => void
  readonly #keeping = setInterval(() => tryTo(() => this.keep()), KEEP_MS)

  /** @param ms how long it was open before @param add adds to what is remembered of that */
  constructor(ms: number, add: (drill: Drill, ms: number) => void) {
    this.#ms = ms
    this.#add = add
  }

  /** The time up to now. */
  get ms(): number {
    return this.#ms + performance.now() - this.#since
  }

  /** Keeps it, and what else comes in the same step; a cost is more than the time that has passed. */
  keep(change: (drill: Drill) => void = () => {}, costMs = 0): Drill {
    const now = performance.now()
    const passed = now - this.#since + costMs
    const drill = changeDrill((one) => {
      this.#add(one, passed)
      change(one)
    })
    this.#since = now
    this.#ms += passed
    return drill
  }

  stop(): void {
    clearInterval(this.#keeping)
    tryTo(() => this.keep())
  }
}
