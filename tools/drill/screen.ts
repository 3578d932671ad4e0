// What the drill's screens share.
import { isCancel, log, note } from '@clack/prompts'
import { Cancelled } from '../desk/reference.mjs'
import { fold } from '../judge/looks.mjs'
import type { Ended } from './state.ts'

/** clack's frame takes some columns. */
const ROOM = 70

export const folded = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => fold(line, ROOM).map((part) => part.trim()))
    .join('\n')

/** What a prompt came to. Throws a {@link Cancelled} after Ctrl-C, which is no loss: each step has been kept. */
export function answered<T>(value: T | symbol): T {
  if (isCancel(value)) throw new Cancelled('all is kept: the same command goes on from here')
  return value as T
}

export const say = (text: string) => log.message(folded(text))

export const box = (text: string, title: string) =>
  note(folded(text), title, { format: (line) => line })

/** `12:34` */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export const standing = ({ solved, starred }: Ended): string =>
  starred ? 'solved ★' : solved ? 'solved' : 'not solved'
