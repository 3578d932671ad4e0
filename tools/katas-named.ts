import { katasOf, modules, type Track, tracks } from './desk/tracks.mjs'
import { type Kata, kataNamed, katas, nameLike, nearestOf, UsageError } from './judge/catalogue.mjs'

/**
 * The katas that a word names: a module, a track, a kata. Throws a `UsageError` that has the nearest word.
 * @param name what the word was given for
 */
export function katasNamed(name: string, word: string): readonly Kata[] {
  const letter = word.toUpperCase()
  if (Object.hasOwn(modules, letter)) return katas.filter(({ module }) => module === letter)
  const track = tracks.find((one) => one.name === word.toLowerCase())
  if (track) return inTrack(track)
  const kata = kataNamed(word)
  if (kata) return [kata]
  const right = [...(/^\d+$/.test(word) ? [] : tracks.map((one) => one.name)), ...nameLike(word)]
  const nearest = word.length === 1 ? Object.keys(modules).join(', ') : nearestOf(word, right)
  throw new UsageError(`${name} has no ${JSON.stringify(word)}; the nearest is  ${nearest}`)
}

/** Anyone may add a track: one that names what is not there shall not be graded without it. */
function inTrack(track: Track): readonly Kata[] {
  const unknown = track.katas?.find((id) => !katas.some((kata) => kata.id === id))
  if (unknown === undefined) return katasOf(track)
  const has = `the track ${track.name} in katas/tracks.json has ${JSON.stringify(unknown)}`
  throw new UsageError(`${has}, which is the id of no kata`)
}
