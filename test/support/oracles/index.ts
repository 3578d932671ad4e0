/**
 * What knows the right answers by another way than a kata asks for, and would solve it. A pack for a class has
 * `recalled.ts` instead, which knows the answers that these gave while it was made, and nothing else.
 */
import { answersOf as answersOfModel } from './limiters.ts'
import { oracle } from './record.ts'
import { journalOf as journalOfContract } from './retries.ts'
import { setAnswers as answersOfNaiveSet } from './sorted-set.ts'
import { syncedSteps as syncedByContract } from './synced.ts'

export const answersOf = oracle('limiters', answersOfModel)
export const journalOf = oracle('retries', journalOfContract)
export const setAnswers = oracle('sorted-set', answersOfNaiveSet)
export const syncedSteps = oracle('synced', syncedByContract)
