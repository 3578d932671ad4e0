import slotOfBytes from 'cluster-key-slot'

/** The hash slot of a key, as ioredis finds it; half a surrogate pair counts as U+FFFD, as clients send it. */
export const slotOf = (key: string): number => slotOfBytes(Buffer.from(key))

/** What Redis hashes of a key, for a failure's text: the part between braces that is in its slot, else all of it. */
export function hashedPart(key: string): string {
  for (const [from, opening] of [...key].entries()) {
    if (opening !== '{') continue
    for (const [to, closing] of [...key].entries()) {
      const part = [...key].slice(from + 1, to).join('')
      if (closing === '}' && part && slotOf(part) === slotOf(key)) return part
    }
  }
  return key
}
