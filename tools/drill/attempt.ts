// A kata from blank, under the clock, in a scratch folder: the learner's own file has no part in it.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { select } from '@clack/prompts'
import { shown } from '../desk/copies.mjs'
import { hintLines, hintsOf } from '../desk/hints.mjs'
import { Cancelled } from '../desk/reference.mjs'
import { deskFolder, locked, writeWhole } from '../desk/store.mjs'
import { stubText } from '../desk/stubs.mjs'
import { type Kata, katas, root, testsOf } from '../judge/catalogue.mjs'
import { openRun } from '../judge/run.mjs'
import { dealt } from '../judge/spec.mjs'
import { cardOf, gradeOfKata, reviewed } from './schedule.ts'
import { answered, clock, say, standing } from './screen.ts'
import { type Attempt, changeDrill, type Ended, readDrill } from './state.ts'

/** Of an interview; a kata that takes longer has its own. */
const CLOCK_MINUTES = 25
/** What a hint costs on the clock, in ms. */
const HINT_MS = 3 * 60_000
/** A killed drill loses no more of the clock than this, in ms. */
const KEEP_MS = 5000

export const limitOf = ({ minutes }: Kata): number => Math.max(CLOCK_MINUTES, minutes)

export const kataOf = ({ kata }: { readonly kata: string }): Kata => {
  const found = katas.find(({ slug }) => slug === kata)
  if (!found) throw new Error(`the drill is at ${kata}, which is no kata of this checkout`)
  return found
}

/** Puts the stub into a scratch folder of its own. */
export function beginAttempt(kata: Kata): Attempt {
  const folder = join(deskFolder, 'drill')
  const file = locked(() => {
    mkdirSync(folder, { recursive: true })
    let number = readdirSync(folder).length + 1
    const own = () => join(folder, String(number).padStart(4, '0'))
    while (existsSync(own())) number++
    const path = join(own(), kata.folder, kata.file)
    writeWhole(path, stubText(kata))
    return shown(path)
  })
  const attempt = { kata: kata.slug, file, spentMs: 0, hints: 0, marked: [] }
  changeDrill((drill) => {
    drill.attempt = attempt
  })
  return attempt
}

/** Keeps the time that an attempt is open, while it is. Time away does not count. */
class Clock {
  #since = performance.now()
  readonly #keeping = setInterval(() => this.keep(), KEEP_MS)

  /** The attempt with the time up to now. */
  keep(change: Partial<Attempt> = {}, costMs = 0): Attempt {
    const now = performance.now()
    const passed = now - this.#since + costMs
    this.#since = now
    const { attempt } = changeDrill((drill) => {
      if (!drill.attempt) throw new Error('there is no attempt to keep')
      drill.attempt = { ...drill.attempt, ...change, spentMs: drill.attempt.spentMs + passed }
    })
    return attempt as Attempt
  }

  stop(): void {
    clearInterval(this.#keeping)
  }
}

type Step = 'run' | 'hint' | 'done' | 'away'

/** Lets the candidate work until it is done, and keeps what came of it. Throws a Cancelled for a pause. */
export async function workOn(attempt: Attempt): Promise<Ended> {
  const kata = kataOf(attempt)
  const limit = limitOf(kata)
  say(
    `${kata.id} ${kata.title}, from blank, ${limit} minutes\n` +
      `Lesson: katas/${kata.folder}/README.md (the contract is in it)\n` +
      `Write: ${attempt.file}`,
  )
  const timer = new Clock()
  try {
    for (;;) {
      const { spentMs, hints } = timer.keep()
      const left = limit * 60_000 - spentMs
      const step = answered<Step>(
        await select({
          message: left > 0 ? `${clock(left)} left` : `${clock(-left)} over the time`,
          options: optionsFor(kata, hints),
        }),
      )
      timer.keep()
      if (step === 'away') throw new Cancelled('the clock stands: npm run drill kata  goes on')
      if (step === 'run') await judged(attempt)
      if (step === 'hint') {
        const hint = hintsOf(kata)[hints]
        if (hint) console.log(['', ...hintLines(hint), ''].join('\n'))
        timer.keep({ hints: hints + 1 }, HINT_MS)
      }
      if (step === 'done') return await ended(kata, timer)
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

async function ended(kata: Kata, timer: Clock): Promise<Ended> {
  const { attempt } = readDrill()
  const mark = await judged(attempt as Attempt)
  const { spentMs, hints } = timer.keep()
  const result: Ended = { ...mark, minutes: Math.round(spentMs / 60_000) }
  const limit = limitOf(kata)
  const now = new Date()
  timer.keep({ ended: result })
  changeDrill((drill) => {
    const id = cardOf(kata)
    drill.cards[id] = reviewed(drill, id, gradeOfKata(result, hints, limit), now)
  })
  say(`${standing(result)}, ${clock(spentMs)} of ${limit}:00, ${hints} of its hints`)
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
