import { describe } from 'vitest'
import { keySlot, limitKeys } from '#kata/20-cluster-slots/cluster-slots.ts'
import { answers, fc, hashedPart, law, slotOf, Wrong } from '#support'

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

const show = (id: string) => `limitKeys(${JSON.stringify(id)})`

function sharesASlot(id: string) {
  const { perSecond, perMinute } = limitKeys(id)
  if (slotOf(perSecond) === slotOf(perMinute)) return
  const parts = [perSecond, perMinute].map((key) => JSON.stringify(hashedPart(key)))
  throw new Wrong(`${show(id)}\n  hashed are ${parts.join(' and ')}\n  expected one slot`)
}

/** Two ids alike in all but a little, or not at all. */
const pairs = fc.oneof(
  fc.tuple(wellFormed, wellFormed),
  fc
    .tuple(wellFormed, fc.constantFrom('{', '}', '%', '\\', ' ', ':', '\0'), wellFormed)
    .map(([before, char, after]): [string, string] => [before + after, before + char + after]),
  wellFormed.map((id): [string, string] => [id, encodeURIComponent(id)]),
  wellFormed.map((id): [string, string] => [id, id.replaceAll('}', '%7D')]),
)

law('keySlot follows the definition, for any text', wellFormed, (key) =>
  answers(keySlot, [key], slotOf(key)),
)

law('both keys of a user share a slot, whatever the id', wellFormed, sharesASlot)

law('two users have no key in common', pairs, ([one, other]) => {
  if (one === other) return
  const keys = [one, other].map((id) => Object.values({ ...limitKeys(id) }))
  const common = keys[0]?.find((key) => keys[1]?.includes(key))
  if (common !== undefined) {
    throw new Wrong(`${show(one)} and ${show(other)}\n  both have ${JSON.stringify(common)}`)
  }
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  law('stretch: keySlot follows the definition, for any string of JavaScript', any, (key) =>
    answers(keySlot, [key], slotOf(key)),
  )
})
