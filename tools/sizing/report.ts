import { REQUESTS, type Size } from './measure.ts'
import type { Settings } from './words.ts'

const NAME = 17
const CELL = 16

/** `64 B`, `3.4 kB`, `112 GB`: three digits, in steps of 1,000. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB']
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 99.95 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

const number = (value: number) => value.toLocaleString('en-US')

/** What one client takes beside what the lessons say, and what all of them do. */
export function report(sizes: readonly Size[], { users, id }: Settings, key: string): string[] {
  const heads = REQUESTS.map((requests) => `${number(requests)} requests`.padStart(CELL)).join('')
  const cells = (bytes: readonly number[]) =>
    bytes.map((one) => bytesText(one).padStart(CELL)).join('')
  return [
    'One client, by MEMORY USAGE',
    `${'kata'.padEnd(NAME + 3)}${heads}  in the lessons`,
    ...sizes.map(
      ({ kata, name, bytes, lesson }) => `${kata} ${name.padEnd(NAME)}${cells(bytes)}  ${lesson}`,
    ),
    '',
    users === 1 ? '1 user' : `${number(users)} users`,
    ...sizes.map(({ kata, name, bytes }) => {
      return `${kata} ${name.padEnd(NAME)}${cells(bytes.map((one) => one * users))}`
    }),
    '',
    `Counted: the key’s name, ${key.length} characters here, and ids of ${id}.`,
    'Not counted: Redis’s table of TTLs, and what the allocator leaves unused.',
  ]
}
