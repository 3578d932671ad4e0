import { createHash } from 'node:crypto'
import { describe, test, vi } from 'vitest'
import { limitKeys } from '#kata/20-cluster-slots/cluster-slots.ts'
import {
  answers,
  clockAt,
  escapedIn,
  KeyOwners,
  metered,
  sharesASlot,
  shortIds,
  show,
  slotOf,
  Wrong,
} from '#support'

const IDS = [
  ...['ann', 'bob', '', '}a', '{x}', '{', '}', '{}', '}{', '{{x}}', 'x', 'a', 'a}', 'a}b', 'b'],
  ...['a{b}c', 'ac', '%', '%7D', '%7d', '%7Da', '%257D', '\\}', '}}', '%5', '\\', ':', 'a:b'],
  ...['second', 'a:second', ':second', ':minute', '}:second', 'null', 'undefined', 'anonymous'],
  ...['é', 'e\u{301}', '😀', '\0', '\n', ' ', ' ann', 'Ann', '__proto__', '0', '00', '_', '='],
  ...['(x)', '[x]', '<x>', '&#125;', '%125', '\\u007d', '-', 'u', 'u:', 'u:ann', 'constructor'],
]

describe('limitKeys', () => {
  test('both keys of a user share a slot', () => {
    for (const id of ['ann', 'bob', 'u42', 'user-1000']) sharesASlot(limitKeys, id)
  })

  test('they share it for the empty id, too', () => {
    sharesASlot(limitKeys, '')
  })

  test('they share it for ids with braces, too', () => {
    for (const id of IDS) sharesASlot(limitKeys, id)
  })

  test('the two keys of a user are two', () => {
    for (const id of IDS) {
      const { perSecond, perMinute } = limitKeys(id)
      if (perSecond !== perMinute) continue
      throw new Wrong(`limitKeys(${show(id)}): both are ${show(perSecond)}`)
    }
  })
})

describe('two users', () => {
  test('no key of one user is a key of another', () => {
    const owners = new KeyOwners(limitKeys)
    for (const id of IDS) owners.add(id)
  })

  test('two users share no key, though one is called what the other is escaped to', () => {
    for (const id of IDS) {
      const owners = new KeyOwners(limitKeys)
      for (const one of [id, ...escapedIn(limitKeys, id)]) owners.add(one)
    }
  })

  test('two users share no key, though the codes of their characters, written together, are the same', () => {
    const owners = new KeyOwners(limitKeys)
    metered(() => {
      for (const id of shortIds()) owners.add(id)
    })
  })

  test('two users share no key, though their ids are long and differ at one end only', () => {
    const owners = new KeyOwners(limitKeys)
    for (const n of [15, 16, 31, 32, 63, 64, 100, 127, 128, 200, 255, 256, 1000, 4096]) {
      for (const char of ['a', 'b', 'x']) {
        owners.add('x'.repeat(n) + char, `limitKeys('x'.repeat(${n}) + '${char}')`)
        owners.add(char + 'x'.repeat(n), `limitKeys('${char}' + 'x'.repeat(${n}))`)
      }
    }
  })

  test('two users share no key, though there are many: 32 bits of a hash are too short for a name', () => {
    const owners = new KeyOwners(limitKeys)
    // Alike in their first 32 bits by SHA-256, SHA-1 and MD5, and by CRC32, FNV-1a and two more.
    const alike = [
      ...['user-20491', 'user-32057', 'user-94641', 'user-115688', 'user-4385', 'user-39375'],
      ...['plumless', 'buckeroo', 'costarring', 'liquid', 'Aa', 'BB', 'Ez', 'FY'],
    ]
    const ids = Array.from({ length: 10_000 }, (_, i) => `user-${i}`)
    const { perSecond, perMinute } = limitKeys('ann')
    const behind = perMinute.startsWith(perSecond) ? perMinute.slice(perSecond.length) : ''
    metered(() => {
      for (const id of [...alike, ...ids]) owners.add(id)
      if (behind !== '') for (const id of ids) owners.add(id + behind)
    })
  })
})

describe('the same id', () => {
  const keysOf = (id: string) => {
    const { perSecond, perMinute } = limitKeys(id)
    return { perSecond, perMinute }
  }

  test('the same id has the same keys every time', async () => {
    const first = IDS.map((id) => [id, keysOf(id)] as const)
    for (const later of [0, 1000, 60_000, 3_600_000, 86_400_000, 400 * 86_400_000]) {
      await clockAt(Date.now() + later, () => {
        for (const [id, keys] of first) answers(limitKeys, [id], keys)
      })
    }
  })

  test('the same id has the same keys on every pod', async () => {
    const first = IDS.map((id) => [id, keysOf(id)] as const)
    vi.resetModules()
    const pod = await import('#kata/20-cluster-slots/cluster-slots.ts')
    for (const [id, keys] of first.reverse()) answers(pod.limitKeys, [id], keys)
  })
})

describe('many users', () => {
  const shapes: Record<string, (i: number) => string> = {
    'user-0, user-1, …': (i) => `user-${i}`,
    'customer-<UUID>': (i) =>
      `customer-${createHash('sha1').update(String(i)).digest('hex').slice(0, 32)}`,
    'customer-0, customer-1, …': (i) => `customer-${i}`,
    'user-0@example.com, user-1@example.com, …': (i) => `user-${i}@example.com`,
    '}0, }1, …': (i) => `}${i}`,
    '{a}0, {a}1, …': (i) => `{a}${i}`,
  }

  test('1,000 users spread over the slots', () => {
    for (const [shape, idOf] of Object.entries(shapes)) {
      const ids = Array.from({ length: 1000 }, (_, i) => idOf(i))
      const used = new Set(ids.map((id) => slotOf(limitKeys(id).perSecond)))
      if (used.size >= 500) continue
      throw new Wrong(
        `1,000 users, ${shape}: their keys are in ${used.size} slots\n  expected 500 and more`,
      )
    }
  })
})

/** With halves of surrogate pairs, which UTF-8 cannot write, and some that might be taken for them. */
const HALVES = [
  ...['\u{d800}', '\u{dbff}', '\u{dc00}', 'a\u{dfff}', '\u{dc00}\u{d800}', '\u{d83d}x', 'a', 'x'],
  ...['', '\u{fffd}', 'a\u{fffd}', '?', 'a?', '%d800;', 'd800', '\\ud800', '%EF%BF%BD'],
]

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: ids with half a surrogate pair have two keys in one slot, and none of another user', () => {
    const owners = new KeyOwners(limitKeys)
    for (const id of HALVES) {
      try {
        sharesASlot(limitKeys, id)
        owners.add(id)
      } catch (error) {
        if (!(error instanceof URIError)) throw error
        throw new Wrong(`limitKeys(${show(id)})\n  threw     ${error}\n  expected  two keys`)
      }
    }
  })
})
