// A kata from blank, under the clock, in a scratch folder: the learner's own file has no part in it.
import { join } from 'node:path'
import { hintLines, hintsOf } from '../desk/hints.mjs'
import { Cancelled } from '../desk/reference.mjs'
import { NotDone } from '../desk/store.mjs'
import { type Kata, root, testsOf } from '../judge/catalogue.mjs'
import type { Mark } from '../judge/reporter.ts'
import { openRun } from '../judge/run.mjs'
import { dealt } from '../judge/spec.mjs'
import { Clock } from './clock.ts'
import { chosen, kept, sure } from './prompts.ts'
import { cardOf, gradeOfKata, reviewed } from './schedule.ts'
import { kataOf, mendScratch } from './scratch.ts'
import { clock, hintsTaken, leftOf, say, standing } from './screen.ts'
import type { Attempt, Drill, Ended, Place } from './state.ts'

/** Of an interview; a kata that takes longer has its own. */
const CLOCK_MINUTES = 25
/** What a hint costs on the clock. */
const HINT_MINUTES = 3

export const limitOf = ({ minutes }: Kata): number => Math.max(CLOCK_MINUTES, minutes)

/** An attempt where it is remembered. Another terminal may end it meanwhile. */
class Open {
  readonly #place: Place

  constructor(place: Place) {
    this.#place = place
  }

  of(drill: Drill): Attempt {
    const attempt = this.#place.of(drill)
    if (attempt) return attempt
    throw new NotDone('this kata has been handed in from another terminal')
  }

  change(drill: Drill, part: Partial<Attempt>): void {
    this.#place.put(drill, { ...this.of(drill), ...part })
  }

  clock({ spentMs }: Attempt): Clock {
    return new Clock(spentMs, (drill, ms) =>
      this.change(drill, { spentMs: this.of(drill).spentMs + ms }),
    )
  }
}

type Step = 'run' | 'hint' | 'done' | 'away'

/** What costs something, or ends it, is asked once more: an Enter too many does neither. */
const SURE: Readonly<Partial<Record<Step, string>>> = {
  hint: `A hint costs ${HINT_MINUTES} minutes, and the mark. Take it?`,
  done: 'The tests judge it as it is now, and that is its mark. Hand it in?',
}

/** Asks before a clock starts. Throws a {@link NotDone} where the candidate does not want that. */
export async function askToBegin(what: string, otherwise: string): Promise<void> {
  say(what)
  if (await sure('Begin? The clock starts then.')) return
  throw new NotDone(`nothing has begun; ${otherwise}`)
}

/**
 * Lets the candidate work until it is done, and keeps what came of it. Throws a Cancelled for a pause.
 *
 * @param goesOn the words by which it goes on
 */
export async function workOn(attempt: Attempt, place: Place, goesOn: string): Promise<Ended> {
  const open = new Open(place)
  const kata = kataOf(attempt)
  const limit = limitOf(kata)
  const mended = await kept(() => mendScratch(attempt))
  say(
    `${kata.id} ${kata.title}, from blank, ${limit} minutes\n` +
      `Lesson: katas/${kata.folder}/README.md (the contract is in it)\n` +
      `Write: ${attempt.file}${mended ? '\n(it was gone: the stub is there again)' : ''}`,
  )
  const timer = open.clock(attempt)
  try {
    for (;;) {
      const { hints } = open.of(await kept(() => timer.keep()))
      const step = await chosen<Step>(() => leftOf(limit, timer.ms), optionsFor(kata, hints))
      await kept(() => timer.keep())
      const question = SURE[step]
      if (question && !(await sure(question))) continue
      if (step === 'away') throw new Cancelled(`the clock stands: ${goesOn}  goes on`)
      if (step === 'run') await kept(() => judged(attempt))
      if (step === 'hint') {
        const hint = hintsOf(kata)[hints]
        if (hint) console.log(['', ...hintLines(hint), ''].join('\n'))
        await kept(() =>
          timer.keep((drill) => open.change(drill, { hints: hints + 1 }), HINT_MINUTES * 60_000),
        )
      }
      const result = step === 'done' ? await ended(attempt, open, timer) : undefined
      if (result) return result
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
      ? [
          {
            value: 'hint' as const,
            label: `a hint (${left} left; costs ${HINT_MINUTES} minutes, and the mark)`,
          },
        ]
      : []),
    { value: 'done', label: 'hand it in' },
    { value: 'away', label: 'go away: the clock stands still' },
  ]
}

/** What came of it; undefined where not all of its tests could run, which is no mark. */
async function ended(attempt: Attempt, open: Open, timer: Clock): Promise<Ended | undefined> {
  const kata = kataOf(attempt)
  const limit = limitOf(kata)
  const mark = await kept(() => judged(attempt))
  if (!mark?.whole) {
    say('Not handed in: not all of its tests could run, as is said above.')
    return undefined
  }
  const { solved, starred } = mark
  const result: Ended = { solved, starred, minutes: Math.round(timer.ms / 60_000) }
  const drill = await kept(() =>
    timer.keep((one) => {
      const id = cardOf(kata)
      const grade = gradeOfKata(result, open.of(one).hints, limit)
      open.change(one, { ended: result })
      one.cards[id] = reviewed(one, id, grade, new Date())
    }),
  )
  const { hints } = open.of(drill)
  say(`${standing(result)}, ${clock(timer.ms)} of ${limit}:00, ${hintsTaken(hints)}`)
  return result
}

/** Judges the scratch file as `npm test` does, and prints its verdict. */
async function judged({ kata: slug, file }: Attempt): Promise<Mark | undefined> {
  const kata = kataOf({ kata: slug })
  const targets = [{ kata, implementation: join(root, file), tests: testsOf(kata) }]
  const run = await openRun(targets)
  try {
    await run.judge(dealt(targets))
    run.verdict.print('drill')
    const [mark] = run.verdict.marks
    // A failed test is no failure of the drill.
    process.exitCode = 0
    return mark
  } finally {
    await run.close()
  }
}
