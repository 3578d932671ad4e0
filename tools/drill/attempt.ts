// A kata from blank, under the clock, in a scratch folder: the learner's own file has no part in it.
import { join } from 'node:path'
import { hintLines, hintsOf } from '../desk/hints.mjs'
import { Cancelled } from '../desk/reference.mjs'
import { NotDone } from '../desk/store.mjs'
import { type Kata, root, testsOf } from '../judge/catalogue.mjs'
import { openRun } from '../judge/run.mjs'
import { dealt } from '../judge/spec.mjs'
import { Clock } from './clock.ts'
import { chosen, kept } from './prompts.ts'
import { cardOf, gradeOfKata, reviewed } from './schedule.ts'
import { kataOf, mendScratch } from './scratch.ts'
import { clock, hintsTaken, leftOf, say, standing } from './screen.ts'
import type { Attempt, Drill, Ended } from './state.ts'

/** Of an interview; a kata that takes longer has its own. */
const CLOCK_MINUTES = 25
/** What a hint costs on the clock, in ms. */
const HINT_MS = 3 * 60_000

export const limitOf = ({ minutes }: Kata): number => Math.max(CLOCK_MINUTES, minutes)

/** Its clock. Another terminal may end the attempt meanwhile. */
const clockOf = ({ spentMs }: Attempt) =>
  new Clock(spentMs, (drill, ms) => change(drill, { spentMs: ofDrill(drill).spentMs + ms }))

function ofDrill({ attempt }: Drill): Attempt {
  if (attempt) return attempt
  throw new NotDone('this kata has been handed in from another terminal')
}

function change(drill: Drill, part: Partial<Attempt>): void {
  drill.attempt = { ...ofDrill(drill), ...part }
}

type Step = 'run' | 'hint' | 'done' | 'away'

/** Lets the candidate work until it is done, and keeps what came of it. Throws a Cancelled for a pause. */
export async function workOn(attempt: Attempt): Promise<Ended> {
  const kata = kataOf(attempt)
  const limit = limitOf(kata)
  const mended = await kept(() => mendScratch(attempt))
  say(
    `${kata.id} ${kata.title}, from blank, ${limit} minutes\n` +
      `Lesson: katas/${kata.folder}/README.md (the contract is in it)\n` +
      `Write: ${attempt.file}${mended ? '\n(it was gone: the stub is there again)' : ''}`,
  )
  const timer = clockOf(attempt)
  try {
    for (;;) {
      const { hints } = ofDrill(await kept(() => timer.keep()))
      const step = await chosen<Step>(() => leftOf(limit, timer.ms), optionsFor(kata, hints))
      await kept(() => timer.keep())
      if (step === 'away') throw new Cancelled('the clock stands: npm run drill kata  goes on')
      if (step === 'run') await kept(() => judged(attempt))
      if (step === 'hint') {
        const hint = hintsOf(kata)[hints]
        if (hint) console.log(['', ...hintLines(hint), ''].join('\n'))
        await kept(() => timer.keep((drill) => change(drill, { hints: hints + 1 }), HINT_MS))
      }
      if (step === 'done') return await ended(attempt, timer)
    }
  } finally {
    timer.stop()
  }
}

function optionsFor(kata: Kata, hints: number): { value: Step; label: string }[] {
  const left = hintsOf(kata).length - hints
  return [
    { value: 'run', label: 'run the tests' },
    ...(left > 0
      ? [{ value: 'hint' as const, label: `a hint (${left} left; costs 3 minutes, and the mark)` }]
      : []),
    { value: 'done', label: 'hand it in' },
    { value: 'away', label: 'go away: the clock stands still' },
  ]
}

async function ended(attempt: Attempt, timer: Clock): Promise<Ended> {
  const kata = kataOf(attempt)
  const limit = limitOf(kata)
  const mark = await kept(() => judged(attempt))
  const result: Ended = { ...mark, minutes: Math.round(timer.ms / 60_000) }
  const drill = await kept(() =>
    timer.keep((one) => {
      const id = cardOf(kata)
      const grade = gradeOfKata(result, ofDrill(one).hints, limit)
      change(one, { ended: result })
      one.cards[id] = reviewed(one, id, grade, new Date())
    }),
  )
  const { hints } = ofDrill(drill)
  say(`${standing(result)}, ${clock(timer.ms)} of ${limit}:00, ${hintsTaken(hints)}`)
  return result
}

/** Judges the scratch file as `npm test` does, and prints its verdict. */
async function judged({ kata: slug, file }: Attempt): Promise<Pick<Ended, 'solved' | 'starred'>> {
  const kata = kataOf({ kata: slug })
  const targets = [{ kata, implementation: join(root, file), tests: testsOf(kata) }]
  const run = await openRun(targets)
  try {
    await run.judge(dealt(targets))
    run.verdict.print()
    const [mark] = run.verdict.marks
    // A failed test is no failure of the drill.
    process.exitCode = 0
    return { solved: mark?.solved ?? false, starred: mark?.starred ?? false }
  } finally {
    await run.close()
  }
}
