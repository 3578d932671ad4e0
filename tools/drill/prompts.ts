// What the drill asks. Of @clack/core where it is typed or ticked: @clack/prompts tells what came of that at its end
// alone, and Ctrl-C would lose it.
import { constants } from 'node:os'
import { type CANCEL_SYMBOL, MultiSelectPrompt, TextPrompt, wrapTextWithPrefix } from '@clack/core'
import {
  confirm,
  formatInstructionFooter,
  isCancel,
  log,
  MULTISELECT_INSTRUCTIONS,
  type Option,
  S_BAR,
  S_BAR_END,
  S_CHECKBOX_INACTIVE,
  S_CHECKBOX_SELECTED,
  select,
  symbol,
} from '@clack/prompts'
import { painter, wantsColour } from '../judge/looks.mjs'
import { answered, folded } from './screen.ts'
import { isNotKept, tryTo } from './state.ts'

/** A killed drill loses no more of what is typed or ticked than this, in ms. A write a key would be too slow. */
const KEEP_MS = 200
const SECOND_MS = 1000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const SHOW_CURSOR = '\u001b[?25h'

const paint = painter(wantsColour())

/** What is typed or ticked, kept soon after each key, and before anything but an answer ends the prompt. */
class Keeper<T> {
  #soon: NodeJS.Timeout | undefined
  #kept: string
  readonly #now: () => T
  readonly #keep: (value: T) => void

  constructor(before: T, now: () => T, keep: (value: T) => void) {
    this.#kept = JSON.stringify(before)
    this.#now = now
    this.#keep = keep
  }

  readonly pressed = (): void => {
    this.#soon ??= setTimeout(this.keepIfItCan, KEEP_MS)
  }

  /** Where the disk is full, the step that ends the prompt says so. */
  readonly keepIfItCan = (): void => tryTo(() => this.keep())

  keep(): void {
    this.stop()
    const value = this.#now()
    const text = JSON.stringify(value)
    if (text === this.#kept) return
    this.#keep(value)
    this.#kept = text
  }

  stop(): void {
    clearTimeout(this.#soon)
    this.#soon = undefined
  }
}

interface Meanwhile {
  readonly keeper?: Pick<Keeper<unknown>, 'keep' | 'keepIfItCan' | 'stop'>
  /** Whether what is shown changes with the time. */
  readonly ticks?: boolean
}

/** The answer. Throws a Cancelled after Ctrl-C; a signal ends the process, with all kept and the cursor back. */
async function answerTo<T>(
  ask: () => Promise<T | typeof CANCEL_SYMBOL>,
  { keeper, ticks }: Meanwhile,
): Promise<T> {
  const atExit = () => keeper?.keepIfItCan()
  const atSignal = (signal: (typeof SIGNALS)[number]) => {
    process.stdout.write(`${SHOW_CURSOR}\r\n`)
    process.exit(128 + constants.signals[signal])
  }
  process.once('exit', atExit)
  for (const signal of SIGNALS) process.once(signal, atSignal)
  // A prompt is drawn anew when the terminal's size changes, and has no other word for it.
  const ticking = ticks ? setInterval(() => process.stdout.emit('resize'), SECOND_MS) : undefined
  try {
    const answer = await ask()
    if (isCancel(answer)) await kept(() => keeper?.keep())
    return answered<T>(answer)
  } finally {
    keeper?.stop()
    clearInterval(ticking)
    process.off('exit', atExit)
    for (const signal of SIGNALS) process.off(signal, atSignal)
  }
}

type State = TextPrompt['state']

const isOver = (state: State) => state === 'submit' || state === 'cancel'

const barOf = (state: State) => paint(isOver(state) ? 'gray' : 'cyan', S_BAR)

/** As @clack/prompts frames its own. */
const framed = (state: State, title: string, lines: readonly string[], end: readonly string[]) =>
  [
    paint('gray', S_BAR),
    `${symbol(state)}  ${title}`,
    ...lines,
    ...(state === 'submit' ? [] : state === 'cancel' ? [barOf(state)] : [...end, '']),
  ].join('\n')

/** A line to type, or Enter alone. */
export async function typed(
  title: () => string,
  before: string,
  keep: (text: string) => void,
  ticks: boolean,
): Promise<string> {
  const prompt: TextPrompt = new TextPrompt({
    initialValue: before,
    render() {
      const text = isOver(this.state) ? this.userInput : this.userInputWithCursor
      const lines = wrapTextWithPrefix(process.stdout, text, `${barOf(this.state)}  `)
      return framed(this.state, title(), [lines], [paint('cyan', S_BAR_END)])
    },
  })
  const keeper = new Keeper(before, () => prompt.userInput, keep)
  prompt.on('key', keeper.pressed)
  const answer = await answerTo(() => prompt.prompt(), { keeper, ticks })
  return answer ?? ''
}

/** Those of the points that are ticked. */
export async function ticked(
  title: string,
  points: readonly string[],
  before: readonly string[],
  keep: (points: readonly string[]) => void,
): Promise<readonly string[]> {
  if (points.length === 0) return []
  const prompt: MultiSelectPrompt<{ value: string }> = new MultiSelectPrompt({
    options: points.map((value) => ({ value })),
    initialValues: [...before],
    render() {
      const over = isOver(this.state)
      const lines = points.flatMap((point, i) => {
        const isOn = this.value?.includes(point)
        const isHere = !over && this.cursor === i
        const box = isOn ? S_CHECKBOX_SELECTED : S_CHECKBOX_INACTIVE
        const colour = isHere ? 'cyan' : isOn ? 'green' : 'dim'
        return folded(point)
          .split('\n')
          .map((line, n) => {
            const text = isHere || (isOn && !over) ? line : paint('dim', line)
            return `${barOf(this.state)}  ${n === 0 ? paint(colour, box) : ' '} ${text}`
          })
      })
      const footer = formatInstructionFooter(process.stdout, MULTISELECT_INSTRUCTIONS, true)
      return framed(this.state, title, lines, footer)
    },
  })
  const keeper = new Keeper<readonly string[]>(before, () => prompt.value ?? [], keep)
  prompt.on('key', keeper.pressed)
  const chosen = await answerTo(() => prompt.prompt(), { keeper })
  return chosen ?? []
}

/** One of these; the title goes with the time. */
export function chosen<T extends string>(title: () => string, options: Option<T>[]): Promise<T> {
  const ask = () =>
    select<T>({
      get message() {
        return title()
      },
      options,
    })
  return answerTo(ask, { ticks: true })
}

/** Only a clear yes is one: Enter alone is a no. */
export const sure = (message: string): Promise<boolean> =>
  answerTo(() => confirm({ message, initialValue: false }), {})

/** Does what keeps something. Where it cannot (a full disk), it says why, and tries again once it is told to. */
export async function kept<T>(keep: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await keep()
    } catch (error) {
      if (!isNotKept(error)) throw error
      log.error(folded(`not kept: ${error.message}`))
      const again = await confirm({ message: 'Try again? No ends the drill.' })
      if (isCancel(again) || !again) throw error
    }
  }
}
