// `npm run drill WORDS`: the interview drill.
import { intro, outro } from '@clack/prompts'
import { readProgress } from './desk/progress.mjs'
import { orSay } from './desk/said.mjs'
import { NotDone } from './desk/store.mjs'
import { katasOf, trackOf } from './desk/tracks.mjs'
import { askToBegin, limitOf, workOn } from './drill/attempt.ts'
import { type Question, questionBank } from './drill/bank.ts'
import type { Keep } from './drill/marks.ts'
import { askAll, endMock, MOCK_MINUTES, plannedMock } from './drill/mock.ts'
import { planLines } from './drill/plan.ts'
import { kept } from './drill/prompts.ts'
import { askQuestion } from './drill/question.ts'
import { bringForward, cardOf, dueOf, kataOfCard, newOf, triedOf } from './drill/schedule.ts'
import { beginAttempt, kataOf } from './drill/scratch.ts'
import { say } from './drill/screen.ts'
import {
  type Attempt,
  BY_ITSELF,
  changeDrill,
  type Drill,
  mockIsOver,
  OF_MOCK,
  readDrill,
} from './drill/state.ts'
import { type Asked, askedBy, USAGE } from './drill/words.ts'
import { type Kata, katas } from './judge/catalogue.mjs'
import { outliveReader } from './judge/pipe.mjs'

const FOLLOW_UPS = 2
const NOTHING_TO_ASK =
  'Nothing is due, and nothing is left to ask about the katas that you have tried: npm run kata next'
const MOCK_SAYS = `${MOCK_MINUTES} minutes: a kata from blank, then five questions, one of them of design`

async function done(asked: Asked): Promise<void> {
  if (asked.word === 'help') return console.log(USAGE)
  if (asked.word === 'plan') return console.log(planLines(readDrill(), new Date()).join('\n'))
  if (asked.word === 'until') {
    const drill = changeDrill((now) => {
      if (asked.date === undefined) delete now.until
      else now.until = asked.date
      bringForward(now, new Date())
    })
    return console.log(planLines(drill, new Date()).join('\n'))
  }
  const bank = questionBank()
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    const due = dueOf(readDrill(), new Date())
    throw new NotDone(
      `the drill needs a terminal, and this is none; ${due.length} due, npm run drill plan  lists them`,
    )
  }
  if (asked.word === 'kata') return underTheClock(asked.kata, bank)
  if (asked.word === 'questions') return questions(asked.fresh, bank)
  return mock(bank)
}

/** The questions that are due, then new ones; those that were left in the middle come first. */
async function questions(fresh: number, bank: readonly Question[]): Promise<void> {
  const drill = readDrill()
  const now = new Date()
  const due = dueOf(drill, now)
  const progress = readProgress()
  const tried = triedOf(katasOf(trackOf(progress)), progress, drill)
  const ids = [
    ...Object.keys(drill.drafts ?? {}).filter((id) => !drill.mock?.questions.includes(id)),
    ...due,
    ...newOf(drill, bank, tried)
      .slice(0, fresh)
      .map(({ id }) => id),
  ]
  const asked = [...new Set(ids)].flatMap((id) => bank.find((one) => one.id === id) ?? [])
  intro(`The drill: ${asked.length} ${asked.length === 1 ? 'question' : 'questions'}`)
  for (const [i, question] of asked.entries()) {
    await askQuestion(question, `${i + 1} of ${asked.length}: ${question.id}`)
  }
  const kata = due.flatMap((id) => kataOfCard(id) ?? [])[0]
  if (asked.length === 0) say(NOTHING_TO_ASK)
  outro(kata ? `Due, too: npm run drill kata ${kata.id}` : 'npm run drill plan  says what is next')
}

/** A kata from blank, the one that is open before any other; then what an interviewer asks about it. */
async function underTheClock(wanted: Kata | undefined, bank: readonly Question[]): Promise<void> {
  const drill = readDrill()
  const open = drill.attempt
  if (open && wanted && open.kata !== wanted.slug) {
    const { id } = kataOf(open)
    throw new NotDone(
      `${id} is still under the clock: npm run drill kata ${id}  goes on, where you can hand it in`,
    )
  }
  intro('A kata under the clock')
  const attempt = open ?? (await begun(wanted ?? nextToDrill(drill)))
  if (!attempt.ended) await workOn(attempt, BY_ITSELF, 'npm run drill kata')
  await followUps(bank)
  await kept(() =>
    changeDrill((now) => {
      delete now.attempt
    }),
  )
  outro(`Your file stays: ${attempt.file}`)
}

async function begun(kata: Kata): Promise<Attempt> {
  await askToBegin(
    `${kata.id} ${kata.title}, from blank, ${limitOf(kata)} minutes`,
    'another one: npm run drill kata NN',
  )
  return kept(() => beginAttempt(kata, BY_ITSELF))
}

/** The kata that is due; else the first of the track that was never drilled. */
function nextToDrill(drill: Drill): Kata {
  const due = dueOf(drill, new Date()).flatMap((id) => kataOfCard(id) ?? [])[0]
  const track = katasOf(trackOf(readProgress()))
  const kata = due ?? track.find((one) => !drill.cards[cardOf(one)]) ?? track[0] ?? katas[0]
  if (!kata) throw new Error('there is no kata')
  return kata
}

async function followUps(bank: readonly Question[]): Promise<void> {
  const { attempt, log, drafts } = readDrill()
  if (!attempt) return
  const isBegun = ({ id }: Question) => Number(drafts?.[id] !== undefined)
  const times = ({ id }: Question) => log.filter((marked) => marked.id === id).length
  const kata = kataOf(attempt)
  const asked = attempt.marked.map(({ id }) => id)
  const left = bank
    .filter((one) => one.kata?.id === kata.id && !asked.includes(one.id))
    .sort((one, other) => isBegun(other) - isBegun(one) || times(one) - times(other))
  for (const question of left.slice(0, FOLLOW_UPS - asked.length)) {
    const keep: Keep = (one, marked) => {
      if (!one.attempt) return
      one.attempt = { ...one.attempt, marked: [...one.attempt.marked, marked] }
    }
    await askQuestion(question, `about your code: ${question.id}`, { keep })
  }
}

/** The mock that is under way goes on; else a new one begins. */
async function mock(bank: readonly Question[]): Promise<void> {
  const drill = readDrill()
  const track = katasOf(trackOf(readProgress()))
  const planned = drill.mock ?? plannedMock(drill, bank, track, new Date().toISOString())
  intro('A mock interview')
  if (!drill.mock) await askToBegin(MOCK_SAYS, 'npm run drill mock  when you have the time')
  await kept(() =>
    changeDrill((now) => {
      now.mock ??= planned
    }),
  )
  if (!planned.ended) {
    const attempt = planned.attempt ?? (await kept(() => beginAttempt(kataOf(planned), OF_MOCK)))
    const ended = attempt.ended ?? (await workOn(attempt, OF_MOCK, 'npm run drill mock'))
    await kept(() =>
      changeDrill((now) => {
        if (!now.mock) throw mockIsOver()
        const { attempt: { hints, spentMs } = attempt, ...mock } = now.mock
        now.mock = { ...mock, spentMs, ended: { ...ended, hints } }
      }),
    )
  }
  const { mock: worked } = readDrill()
  if (!worked) throw mockIsOver()
  await endMock(await askAll(worked, bank), bank)
  outro('npm run drill mock  begins another one')
}

outliveReader()
await orSay(async () => done(askedBy(process.argv.slice(2), new Date())))
