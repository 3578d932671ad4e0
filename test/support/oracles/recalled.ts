import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Reply, RetrySettings } from '../http/retries.ts'
import type { Answer, Asking, Definition } from '../laws/definition.ts'
import type { SetAnswer, SetCommand } from '../sorted-set.ts'
import type { SyncedStep, SyncedStory } from '../synced-story.ts'
import { keyOf, NotRecorded, parsed, recalled } from './recall.ts'

/** The right answers to these calls of a limiter, one after the other. */
export const answersOf = recall<(is: Definition, calls: readonly Asking[]) => Answer[]>('limiters')

/** What a client that asks again does, request by request and wait by wait. */
export const journalOf =
  recall<(settings: RetrySettings, replies: readonly Reply[]) => string>('retries')

/** What a sorted set answers to these commands. */
export const setAnswers = recall<(commands: readonly SetCommand[]) => SetAnswer[]>('sorted-set')

/** The steps of a story, each request with the right decision. */
export const syncedSteps = recall<(story: SyncedStory) => SyncedStep[]>('synced')

/** A function that knows what was recorded of it. */
function recall<Oracle extends (...args: never[]) => unknown>(name: string): Oracle {
  let known: Readonly<Record<string, unknown>> | undefined
  const answer = (...args: unknown[]) => {
    known ??= recordedOf(name)
    const key = keyOf(args)
    if (!Object.hasOwn(known, key)) throw new NotRecorded(`${name} has no answer to this input`)
    recalled.answers++
    return known[key]
  }
  return answer as unknown as Oracle
}

function recordedOf(name: string): Readonly<Record<string, unknown>> {
  const path = new URL(`./recorded/${name}.json.gz`, import.meta.url)
  return parsed(gunzipSync(readFileSync(path)).toString()) as Readonly<Record<string, unknown>>
}
