import { describe } from 'vitest'
import { keySlot, limitKeys } from '#kata/20-cluster-slots/cluster-slots.ts'
import { answers, escapedIn, fc, KeyOwners, law, sharesASlot, slotOf } from '#support'

/** Any text, with braces wherever they may matter. */
const texts = (unit: fc.Arbitrary<string>) =>
  fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('{', '}') },
        { weight: 1, arbitrary: fc.constantFrom('%', '%7D', '\\', ':', 'second', 'minute') },
        { weight: 3, arbitrary: unit },
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))

const wellFormed = texts(fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }))
/** As JavaScript has them: half a surrogate pair may stand alone. */
const any = texts(fc.integer({ min: 0xd7fe, max: 0xe001 }).map((code) => String.fromCharCode(code)))

/** Two ids alike in all but a little, or not at all. */
const pairs = fc.oneof(
  fc.tuple(wellFormed, wellFormed),
  fc
    .tuple(wellFormed, fc.constantFrom('{', '}', '%', '\\', ' ', ':', '\0'), wellFormed)
    .map(([before, char, after]): [string, string] => [before + after, before + char + after]),
  wellFormed.map((id): [string, string] => [id, encodeURIComponent(id)]),
  wellFormed.map((id): [string, string] => [id, id.replaceAll('}', '%7D')]),
  // A character's code and a digit behind it are the code of another character.
  fc
    .tuple(wellFormed, fc.integer({ min: 1, max: 0xff }), fc.nat({ max: 15 }))
    .map(([id, code, digit]): [string, string] => [
      id + String.fromCharCode(code) + digit.toString(16),
      id + String.fromCharCode(16 * code + digit),
    ]),
)

law('keySlot follows the definition, for any text', wellFormed, (key) =>
  answers(keySlot, [key], slotOf(key)),
)

law('both keys of a user share a slot, whatever the id', wellFormed, (id) =>
  sharesASlot(limitKeys, id),
)

const apart = (ids: readonly string[]) => {
  const owners = new KeyOwners(limitKeys)
  for (const id of ids) owners.add(id)
}

law('two users have no key in common', pairs, apart)

law('nor has a user that is called what another one is escaped to', wellFormed, (id) =>
  apart([id, ...escapedIn(limitKeys, id)]),
)

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  law('stretch: keySlot follows the definition, for any string of JavaScript', any, (key) =>
    answers(keySlot, [key], slotOf(key)),
  )

  law('stretch: both keys share a slot, for any string of JavaScript', any, (id) =>
    sharesASlot(limitKeys, id),
  )
})
