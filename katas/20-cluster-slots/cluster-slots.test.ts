import { describe, test } from 'vitest'
import { keySlot } from '#kata/20-cluster-slots/cluster-slots.ts'
import { answers, hashedPart, show, slotOf, Wrong } from '#support'

/** Each key's slot, told with what of it is hashed. */
function slots(keys: readonly string[]): void {
  for (const key of keys) {
    try {
      answers(keySlot, [key], slotOf(key))
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      throw new Wrong(`${error.message}, hashing ${show(hashedPart(key))}`)
    }
  }
}

describe('keySlot', () => {
  test('123456789 is in slot 0x31c3, the check value of CRC16 (XMODEM)', () => {
    answers(keySlot, ['123456789'], 0x31c3)
  })

  test('a key without braces is hashed as a whole, modulo 16384', () => {
    answers(keySlot, ['foo'], 12_182)
    answers(keySlot, ['bar'], 5061)
    answers(keySlot, ['somekey'], 11_058)
    slots(['a', 'b', ' ', '\0', '\n', 'rl:u42', 'rl:u42:second', 'x'.repeat(1000)])
  })

  test('the empty key is in slot 0', () => {
    answers(keySlot, [''], 0)
  })

  test('where there is a tag, only the tag is hashed', () => {
    answers(keySlot, ['foo{hash_tag}'], 2515)
    for (const key of ['{u42}', 'rl:{u42}', '{u42}:second', 'rl:{u42}:minute']) {
      answers(keySlot, [key], slotOf('u42'))
    }
  })

  test('an empty tag is none: the whole key is hashed', () => {
    slots(['{}', 'a{}', '{}a', 'rl:{}:second', '{}{a}', 'a{}{b}c'])
  })

  test('the tag ends at the first } behind its {', () => {
    slots(['{a}}', '{a}b}', '{a}{b}', 'x{a}y{b}z', '{a}{}'])
  })

  test('the tag begins at the first {', () => {
    slots(['{{a}', '{{a}}', '{a{b}', 'x{a{b}c}'])
  })

  test('a } before the first { ends no tag', () => {
    slots(['}a', '}{a}', 'a}b{c}', '}{', 'a}b{c', '}{}'])
  })

  test('a brace without its partner is no tag', () => {
    slots(['{', '}', '{a', 'a}', 'a{b', '{{', '}}', 'a{'])
  })

  test('a tag is hashed as it stands, blanks and line breaks too', () => {
    slots(['{a\nb}c', '{\n}a', '{ a }', '{ }a', '{a b}c', '{\t}a', '{\u{2028}}a', '{\0}a', '\n{a}'])
  })

  test('characters beyond ASCII count as their bytes in UTF-8', () => {
    slots(['é', 'Việt', '日本語', '😀', '{é}', 'a{😀}b', '\u{ffff}', '\u{10ffff}', '\u{80}', '€'])
    slots(['\u{feff}a', '{\u{feff}a}', 'a\0b', 'e\u{301}', 'É'])
  })

  test('every byte of a long key counts', () => {
    const key = 'abcdefgh'.repeat(50)
    slots(Array.from({ length: 40 }, (_, i) => `${key.slice(0, i * 10)}X${key.slice(i * 10 + 1)}`))
    slots([255, 256, 1025, 4097, 20_000].map((length) => 'x'.repeat(length)))
  })
})

/** Halves of surrogate pairs, which UTF-8 cannot write: clients send U+FFFD for each. */
const HALVES = ['\u{d800}', '\u{dbff}', '\u{dc00}', 'a\u{dfff}', '\u{dc00}\u{d800}', '\u{d83d}x']

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: half a surrogate pair counts as U+FFFD, as clients send it', () => {
    slots([...HALVES, ...HALVES.map((half) => `x{${half}}`), '{\u{d800}}'])
  })
})
