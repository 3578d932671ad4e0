import { createHash } from 'node:crypto'
import { describe, test } from 'vitest'
import { keySlot, limitKeys } from '#kata/20-cluster-slots/cluster-slots.ts'
import { answers, hashedPart, slotOf, Wrong } from '#support'

/** Each key's slot, told with what of it is hashed. */
function slots(keys: readonly string[]): void {
  for (const key of keys) {
    try {
      answers(keySlot, [key], slotOf(key))
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      throw new Wrong(`${error.message}, hashing ${JSON.stringify(hashedPart(key))}`)
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

  test('characters beyond ASCII count as their bytes in UTF-8', () => {
    slots(['é', 'Việt', '日本語', '😀', '{é}', 'a{😀}b', '\u{ffff}', '\u{10ffff}', '\u{80}', '€'])
  })

  test('every byte of a long key counts', () => {
    const key = 'abcdefgh'.repeat(50)
    slots(Array.from({ length: 40 }, (_, i) => `${key.slice(0, i * 10)}X${key.slice(i * 10 + 1)}`))
  })
})

const IDS = [
  ...['ann', 'bob', '', '}a', '{x}', '{', '}', '{}', '}{', '{{x}}', 'x', 'a', 'a}', 'a}b', 'b'],
  ...['a{b}c', 'ac', '%', '%7D', '%7d', '%7Da', '%257D', '\\}', '}}', '%5', '\\', ':', 'a:b'],
  ...[
    'second',
    'a:second',
    ':second',
    ':minute',
    '}:second',
    'null',
    'undefined',
    'anonymous',
    '-',
  ],
  ...['é', 'e\u{301}', '😀', '\0', '\n', ' ', ' ann', 'Ann', '__proto__', '0', '00', '_', '='],
]

const shown = (userId: string) => `limitKeys(${JSON.stringify(userId)})`

describe('limitKeys', () => {
  test('both keys of a user share a slot', () => {
    for (const id of ['ann', 'bob', 'u42', 'user-1000']) sharesASlot(id)
  })

  test('they share it for the empty id, too', () => {
    sharesASlot('')
  })

  test('they share it for ids with braces, too', () => {
    for (const id of IDS) sharesASlot(id)
  })

  function sharesASlot(id: string) {
    const { perSecond, perMinute } = limitKeys(id)
    const parts = [perSecond, perMinute].map(
      (key) =>
        `${JSON.stringify(key)} in slot ${slotOf(key)}, by ${JSON.stringify(hashedPart(key))}`,
    )
    if (slotOf(perSecond) === slotOf(perMinute)) return
    throw new Wrong(`${shown(id)}\n  ${parts.join('\n  ')}\n  expected one slot`)
  }

  test('the two keys of a user are two', () => {
    for (const id of IDS) {
      const { perSecond, perMinute } = limitKeys(id)
      if (perSecond === perMinute) throw new Wrong(`${shown(id)}: both are ${perSecond}`)
    }
  })

  test('no key of one user is a key of another', () => {
    const owners = new Map<string, string>()
    for (const id of IDS) {
      for (const key of Object.values({ ...limitKeys(id) })) {
        const other = owners.get(key)
        if (other !== undefined && other !== id) {
          throw new Wrong(`${shown(other)} and ${shown(id)}\n  both have ${JSON.stringify(key)}`)
        }
        owners.set(key, id)
      }
    }
  })

  test('the same id has the same keys every time', () => {
    for (const id of IDS) answers(limitKeys, [id], { ...limitKeys(id) })
  })

  test('1,000 users spread over the slots', () => {
    for (const [shape, idOf] of [
      ['user-0, user-1, …', (i: number) => `user-${i}`],
      ['customer-<UUID>', (i: number) => `customer-${hashOf(i)}`],
    ] as const) {
      const ids = Array.from({ length: 1000 }, (_, i) => idOf(i))
      const used = new Set(ids.map((id) => slotOf(limitKeys(id).perSecond)))
      if (used.size >= 500) continue
      throw new Wrong(
        `1,000 users, ${shape}: their keys are in ${used.size} slots\n  expected 500 and more`,
      )
    }
  })
})

const hashOf = (i: number) => createHash('sha1').update(String(i)).digest('hex').slice(0, 32)

/** Halves of surrogate pairs, which UTF-8 cannot write: clients send U+FFFD for each. */
const HALVES = ['\u{d800}', '\u{dbff}', '\u{dc00}', 'a\u{dfff}', '\u{dc00}\u{d800}', '\u{d83d}x']

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: half a surrogate pair counts as U+FFFD, as clients send it', () => {
    slots([...HALVES, ...HALVES.map((half) => `x{${half}}`), '{\u{d800}}'])
  })

  test('stretch: ids with half a surrogate pair have keys of their own, as bytes', () => {
    const owners = new Map<string, string>()
    for (const id of [
      ...HALVES,
      '\u{fffd}',
      'a\u{fffd}',
      '%d800;',
      'd800',
      '\\ud800',
      '%EF%BF%BD',
    ]) {
      sharesItsSlot(id)
      for (const key of Object.values({ ...limitKeys(id) })) {
        const bytes = Buffer.from(key).toString('hex')
        const other = owners.get(bytes)
        if (other !== undefined && other !== id) {
          throw new Wrong(
            `${shown(other)} and ${shown(id)}\n  are sent as the same bytes, ${bytes}`,
          )
        }
        owners.set(bytes, id)
      }
    }
  })

  function sharesItsSlot(id: string) {
    let keys: ReturnType<typeof limitKeys>
    try {
      keys = limitKeys(id)
    } catch (error) {
      if (!(error instanceof URIError)) throw error
      throw new Wrong(`${shown(id)}\n  threw     ${error}\n  expected  two keys`)
    }
    const [one, other] = [slotOf(keys.perSecond), slotOf(keys.perMinute)]
    if (one !== other) throw new Wrong(`${shown(id)}: slots ${one} and ${other}, expected one`)
  }
})
