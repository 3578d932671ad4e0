import { keySlot, limitKeys } from '#kata/20-cluster-slots/cluster-slots.ts'
import { escapedIn, probe, slotOf } from '#support'

/*
 * What is hashed of a key is asked by the slots of other keys, so that it does not show which CRC16 it is.
 */

const samePlace = (key: string, other: string) => keySlot(key) === keySlot(other)

/** Whether a plain tag is hashed, and nothing else of the key. */
const knowsTags = () => samePlace('foo{hash_tag}', 'hash_tag')

probe('the slot of a plain key', (see) => {
  for (const key of ['bar', '123456789', 'rl:u42', 'foo', 'a']) see('slot', () => keySlot(key))
})

probe('the slot of letters with an accent', (see) => {
  if (keySlot('bar') !== 5061) return
  for (const key of ['é', 'ñ', 'für', '×']) see('slot', () => keySlot(key))
})

probe('a tag', (see) => {
  for (const [key, tag] of [
    ['foo{hash_tag}', 'hash_tag'],
    ['rl:{u42}:second', 'u42'],
    ['{a}b', 'a'],
  ] as const) {
    see('hashed', () => samePlace(key, tag))
  }
})

probe('an empty tag', (see) => {
  for (const key of ['{}a', 'x{}', 'rl:{}:second']) see('hashed', () => samePlace(key, ''))
})

probe('a tag behind an empty one', (see) => {
  for (const [key, tag] of [
    ['{}{a}', 'a'],
    ['{}x{bc}', 'bc'],
    ['rl:{}:{u42}', 'u42'],
  ] as const) {
    see('hashed', () => samePlace(key, tag))
  }
})

probe('a brace in a tag', (see) => {
  for (const [key, tag] of [
    ['{{a}', 'a'],
    ['{x{bc}', 'bc'],
    ['rl:{{x}}', 'x'],
  ] as const) {
    see('hashed', () => samePlace(key, tag))
  }
})

probe('another } behind a tag', (see) => {
  if (!knowsTags()) return
  for (const [key, tag] of [
    ['{a}{b}', 'a'],
    ['{bc}}', 'bc'],
    ['rl:{u42}:{x}', 'u42'],
  ] as const) {
    see('hashed', () => samePlace(key, tag))
  }
})

probe('a } in front of a tag', (see) => {
  if (!knowsTags() || samePlace('{{a}', 'a')) return
  for (const [key, tag] of [
    ['}{a}', 'a'],
    ['x}{bc}', 'bc'],
    ['rl:}:{u42}', 'u42'],
  ] as const) {
    see('hashed', () => samePlace(key, tag))
  }
})

probe('a line break in a tag', (see) => {
  if (!knowsTags()) return
  for (const tag of ['a\nb', '\r', 'a\u2028']) see('hashed', () => samePlace(`{${tag}}c`, tag))
})

/** Whether a user's two keys are in one slot. */
function oneSlot(userId: string): boolean {
  const { perSecond, perMinute } = limitKeys(userId)
  return slotOf(perSecond) === slotOf(perMinute)
}

const PLAIN = ['ann', 'u42', 'x']

probe('the slots of a user', (see) => {
  for (const id of PLAIN) see('one', () => oneSlot(id))
})

probe('the slots of nobody', (see) => {
  if (!PLAIN.every(oneSlot)) return
  see('one', () => oneSlot(''))
})

probe('the slots of a user with a }', (see) => {
  if (!PLAIN.every(oneSlot)) return
  for (const id of ['}a', '}', '}}x', '}{']) see('one', () => oneSlot(id))
})

/** Whether a hundred users are nearly all in a few slots. */
function crowd(idOf: (i: number) => string): boolean {
  const ids = Array.from({ length: 100 }, (_, i) => idOf(i))
  return new Set(ids.map((id) => slotOf(limitKeys(id).perSecond))).size < 20
}

const users = () => crowd((i) => `${1000 + i}-user-${1000 + i}`)

probe('many users', (see) => {
  for (const word of ['user', 'pod', 'x']) {
    see('crowd', () => crowd((i) => `${1000 + i}-${word}-${1000 + i}`))
  }
})

probe('many users whose ids begin alike', (see) => {
  if (users()) return
  for (const word of [
    'customer-of-the-first-hour',
    'arn:aws:iam::123456789012:user/',
    '0'.repeat(36),
  ]) {
    see('crowd', () => crowd((i) => word + (1000 + i)))
  }
})

probe('many users whose ids end alike', (see) => {
  if (users()) return
  for (const word of ['@customers.example.com', '-gateway-eu-west-1', '0'.repeat(36)]) {
    see('crowd', () => crowd((i) => 1000 + i + word))
  }
})

probe('many users whose ids begin with a }', (see) => {
  if (users() || crowd((i) => `customer-of-the-first-hour-${i}`)) return
  for (const word of ['}', '}}', '}x']) see('crowd', () => crowd((i) => word + (1000 + i)))
})

probe('the two limits of a user', (see) => {
  for (const id of PLAIN) {
    const { perSecond, perMinute } = limitKeys(id)
    see('one key', () => perSecond === perMinute)
  }
})

probe('the keys of a user, once more', (see) => {
  for (const id of PLAIN) {
    const first = limitKeys(id)
    see('the same', () => limitKeys(id).perSecond === first.perSecond)
  }
})

const shareKeys = (id: string, other: string) =>
  id !== other && limitKeys(id).perSecond === limitKeys(other).perSecond

probe('who has the keys of nobody', (see) => {
  for (const written of escapedIn(limitKeys, '')) {
    see('somebody', () => shareKeys('', written))
  }
})

/** How somebody else comes to have the keys of this user; nobody does if it is right. */
function sharedBy(id: string): string {
  const [written] = escapedIn(limitKeys, id)
  if (written === undefined || !shareKeys(id, written)) return 'nobody'
  if (written === id.replace(/[{}]/g, '')) return 'who has no braces'
  return written.includes('ann') && written.includes('bob') ? 'who has the escape' : 'another'
}

probe('who has the keys of a user with a }', (see) => {
  for (const id of ['ann}bob', '}annbob', 'bob}}ann', 'ann-bob}']) see('shared', () => sharedBy(id))
})

probe('users whose codes are alike', (see) => {
  for (const [id, other] of [
    ['}1', '\u07d1'],
    ['{1', '\u07b1'],
    ['}a', '\u07da'],
  ] as const) {
    see('shared', () => shareKeys(id, other))
  }
})

probe('users whose lower bytes are alike', (see) => {
  for (const [id, other] of [
    ['a', '\u0161'],
    ['b', '\u0162'],
    ['x1', '\u01781'],
  ] as const) {
    see('shared', () => shareKeys(id, other))
  }
})

probe('users whose FNV-1a is alike', (see) => {
  for (const [id, other] of [
    ['costarring', 'liquid'],
    ['declinate', 'macallums'],
    ['altarage', 'zinke'],
  ] as const) {
    see('shared', () => shareKeys(id, other))
  }
})

// Stretch.
probe('half of a surrogate pair', (see) => {
  for (const id of ['\ud800', 'a\udc00', '\udfffb']) {
    see('keys', () => typeof limitKeys(id).perSecond)
  }
})
