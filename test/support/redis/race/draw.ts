import { showDecision } from '../../decision-text.ts'
import { show } from '../../failure.ts'
import type { Reply, Sent } from './gate.ts'
import { type Outcome, POD_NAMES, type PodName } from './pods.ts'

/** One step of a race as it was run. */
export type RaceStep =
  | { readonly pod: PodName; readonly sent: Sent; readonly ended?: string }
  | { readonly wait: number }

/** A column of two, and of three: both fit a verdict's 74 columns. */
const WIDTHS = [37, 37, 24] as const
const GAP = 2

/**
 * The steps as columns, one a pod, each step on a line: `ZCARD → 99`. What a pod's work came to stands
 * beside its last step.
 */
export function drawRace(steps: readonly RaceStep[], pods = 2): string[] {
  const names = POD_NAMES.slice(0, pods)
  const most = WIDTHS[pods - 1] ?? WIDTHS[1]
  const cells = steps.map((step) =>
    'wait' in step
      ? { pod: undefined, text: `-- ${step.wait.toLocaleString('en-US')} ms pass --` }
      : { pod: step.pod, text: cellOf(step.sent, step.ended, most - GAP) },
  )
  const left = cells.filter(({ pod }) => pod !== names.at(-1)).map(({ text }) => text.length)
  const width = Math.min(most, Math.max(22, ...left.map((length) => length + GAP)))
  const row = (pod: PodName | undefined, text: string) =>
    `${' '.repeat(Math.max(0, names.indexOf(pod ?? 'A')) * width)}${text}`
  return [
    names
      .map((name) => `pod ${name}`.padEnd(width))
      .join('')
      .trimEnd(),
    ...cells.map(({ pod, text }) => row(pod, text)),
  ]
}

/** `MULTI ZADD PEXPIRE → 1 1   allowed`; where there is no room, names are left out, never replies. */
function cellOf({ commands, replies }: Sent, ended: string | undefined, room: number): string {
  const last = replies.at(-1)
  const isMulti = commands[0] === 'MULTI' && commands.at(-1) === 'EXEC'
  const names = isMulti ? commands.slice(0, -1) : commands
  const answer = isMulti ? execText(last) : cut(replies.map(replyText).join(' '), 20)
  const end = ` → ${answer}${ended === undefined ? '' : `   ${ended}`}`
  let shown = names.length
  const text = () => `${names.slice(0, shown).join(' ')}${shown < names.length ? ' …' : ''}`
  while (shown > 1 && text().length + end.length > room) shown--
  return `${text()}${end}`
}

function execText(reply: Reply | undefined): string {
  if (!reply) return '?'
  if ('error' in reply) return replyText(reply)
  if (reply.value === null) return 'discarded'
  if (!Array.isArray(reply.value)) return replyText(reply)
  return cut(reply.value.map((value) => replyText({ value })).join(' '), 20)
}

function replyText(reply: Reply): string {
  if ('error' in reply) return cut(reply.error.message.split(' ')[0] ?? 'error', 16)
  const { value } = reply
  if (value instanceof Error) return replyText({ error: value })
  if (value === null) return 'nil'
  if (Array.isArray(value)) return `[${value.map((each) => replyText({ value: each })).join(' ')}]`
  return cut(String(value), 16)
}

const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

/** `allowed`, `denied`; another value as it is; `threw` and its message. */
export function showOutcome(outcome: Outcome<unknown>): string {
  if ('error' in outcome) {
    const { error } = outcome
    return `threw ${error instanceof Error ? error.message : String(error)}`
  }
  const decision = showDecision(outcome.value)
  return decision?.split(',')[0] ?? show(outcome.value)
}
