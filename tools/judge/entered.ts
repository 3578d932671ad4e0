import * as kit from '../../katas/kit/index.ts'
import { counter } from '../../test/support/steps.ts'
import { standIns } from './confine.ts'
import type { Lines } from './foreign.ts'
import { lockAll } from './lock.ts'
import { lockModules } from './locked.ts'
import { closeNetwork } from './network.ts'

/**
 * What the first line of an implementation asks for (`instrument.ts`): its counters, and what it finds
 * instead of the names that are hidden from it.
 */
export function enter(
  file: string,
  places: readonly (readonly [kind: string, name: string, line: number])[],
  imports: readonly string[],
  foreign: readonly Lines[],
) {
  // Tests and models are made of the same classes.
  lockAll([kit, ...Object.values(kit)], 'fixed')
  // First, since then nothing of it can be put in its place.
  closeNetwork(imports)
  lockModules(imports)
  return {
    ...counter.module(file, places, foreign),
    copied: <T>(value: T): T => {
      counter.copied(value)
      return value
    },
    loaded: () => counter.loaded(),
    hidden: standIns(imports),
  }
}
