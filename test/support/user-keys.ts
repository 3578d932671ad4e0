import { show, Wrong } from './failure.ts'
import { hashedPart, slotOf } from './key-slot.ts'

/** The names of a user's two limits, by a learner's function of kata 20. */
type LimitKeys = (userId: string) => { readonly perSecond: string; readonly perMinute: string }

const shown = (userId: string) => `limitKeys(${show(userId)})`

/** Both keys, read by their names: they may be getters of a class. */
const keysOf = (limitKeys: LimitKeys, userId: string) => {
  const { perSecond, perMinute } = limitKeys(userId)
  return [perSecond, perMinute] as const
}

/** Holds that both keys of a user are in one slot. */
export function sharesASlot(limitKeys: LimitKeys, userId: string): void {
  const keys = keysOf(limitKeys, userId)
  if (slotOf(keys[0]) === slotOf(keys[1])) return
  const parts = keys.map(
    (key) => `${show(key)} in slot ${slotOf(key)}, by ${show(hashedPart(key))}`,
  )
  throw new Wrong(`${shown(userId)}\n  ${parts.join('\n  ')}\n  expected one slot`)
}

/** Which user has which keys. Keys are told apart as a server does it, by their bytes. */
export class KeyOwners {
  readonly #owners = new Map<string, { readonly userId: string; readonly text: string }>()
  readonly #limitKeys: LimitKeys

  constructor(limitKeys: LimitKeys) {
    this.#limitKeys = limitKeys
  }

  /**
   * Holds that none of the user's keys is another one's. Ids that are the same bytes may be one user: half a
   * surrogate pair is U+FFFD then. `text` says it where the id is too long.
   */
  add(userId: string, text = shown(userId)): void {
    for (const key of keysOf(this.#limitKeys, userId)) {
      const bytes = sent(key)
      const owner = this.#owners.get(bytes)
      if (owner && sent(owner.userId) !== sent(userId)) {
        throw new Wrong(`${owner.text} and ${text}\n  both have ${show(key)}`)
      }
      if (!owner) this.#owners.set(bytes, { userId, text })
    }
  }
}

const sent = (text: string) => Buffer.from(text).toString()

/** Letters alone: no way to escape an id changes them, unless it changes all. */
const PLAIN = 'qzann'

/**
 * What stands in the user's keys where the id of a plain user stands in hers: the escaped id. As an id
 * of its own it has to come out as something else.
 */
export function escapedIn(limitKeys: LimitKeys, userId: string): string[] {
  const plain = keysOf(limitKeys, PLAIN)
  return keysOf(limitKeys, userId).flatMap((key, i) => {
    const [before, after, ...more] = (plain[i] as string).split(PLAIN)
    if (before === undefined || after === undefined || more.length > 0) return []
    if (!key.startsWith(before) || !key.endsWith(after)) return []
    return key.slice(before.length, key.length - after.length)
  })
}

/**
 * Characters that ids and ways to escape them are made of: those below 16 and their neighbours, whose codes of one
 * digit and of two run into one another; a mark of the byte order, which decoders eat; a space of no width; an accent by itself.
 */
const CHARS = [
  ...'{}%\\:;&#_-=+~!/()$*`"\0\n 0127adcfuxABDà³š',
  ...['\u0001', '\u0003', '\f', '\u0012', '\u0017', '\ufeff', '\u200b', '\u0300', '²'],
]

/** Ids of one character or two, and those that have the same codes once they are written one behind the other. */
export function* shortIds(): Generator<string> {
  for (const char of CHARS) {
    const code = char.charCodeAt(0)
    yield char
    // The same in 8 bits, or in 16.
    yield String.fromCodePoint(code + 0x100)
    yield String.fromCodePoint(code + 0x1_0000)
    for (const next of CHARS) {
      yield char + next
      for (const radix of [10, 16]) {
        for (const behind of [next.charCodeAt(0).toString(radix), next]) {
          const both = code.toString(radix) + behind
          const value = Number.parseInt(both, radix)
          if (value.toString(radix) === both && isCharacter(value))
            yield String.fromCodePoint(value)
        }
      }
    }
  }
}

const isCharacter = (code: number) => code < 0xd800 || (code > 0xdfff && code < 0x11_0000)
