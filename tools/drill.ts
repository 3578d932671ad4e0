// `npm run drill WORDS`: the interview drill.
import { intro, outro } from '@clack/prompts'
import { readProgress } from './desk/progress.mjs'
import { isOfSystem, NotDone } from './desk/store.mjs'
import { katasOf, trackOf } from './desk/tracks.mjs'
import { beginAttempt, kataOf, workOn } from './drill/attempt.ts'
import { type Question, questionBank } from './drill/bank.ts'
import { askAll, endMock, MOCK_MINUTES, plannedMock } from './drill/mock.ts'
import { planLines } from './drill/plan.ts'
import { askQuestion } from './drill/question.ts'
import { cardOf, dueOf, kataOfCard, newOf } from './drill/schedule.ts'
import { changeDrill, type Drill, readDrill } from './drill/state.ts'
import { type Asked, askedBy, USAGE } from './drill/words.ts'
import { type Kata, katas, UsageError } from './judge/catalogue.mjs'
import { outliveReader } from './judge/pipe.mjs'

const FOLLOW_UPS = 2

async function done(asked: Asked): Promise<void> {
  if (asked.word === 'help') return console.log(USAGE)
  if (asked.word === 'plan') return console.log(planLines(readDrill(), new Date()).join('\n'))
  if (asked.word === 'until') {
    const drill = changeDrill((now) => {
      if (asked.date === undefined) delete now.until
      else now.until = asked.date
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

/** The questions that are due, then new ones; the one that was left in the middle comes first. */
async function questions(fresh: number, bank: readonly Question[]): Promise<void> {
  const drill = readDrill()
  const now = new Date()
  const due = dueOf(drill, now)
  const track = katasOf(trackOf(readProgress()))
  const ids = [
    ...(drill.open ? [drill.open.id] : []),
    ...due,
    ...newOf(drill, bank, track)
      .slice(0, fresh)
      .map(({ id }) => id),
  ]
  const asked = [...new Set(ids)].flatMap((id) => bank.find((one) => one.id === id) ?? [])
  intro(`The drill: ${asked.length} ${asked.length === 1 ? 'question' : 'questions'}`)
  for (const [i, question] of asked.entries()) {
    await askQuestion(question, `${i + 1} of ${asked.length}: ${question.id}`)
  }
  const kata = due.flatMap((id) => kataOfCard(id) ?? [])[0]
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
  const attempt = open ?? beginAttempt(wanted ?? nextToDrill(drill))
  if (!attempt.ended) await workOn(attempt)
  await followUps(bank)
  changeDrill((now) => {
    delete now.attempt
  })
  outro(`Your file stays: ${attempt.file}`)
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
  const { attempt, log } = readDrill()
  if (!attempt) return
  const times = ({ id }: Question) => log.filter((marked) => marked.id === id).length
  const kata = kataOf(attempt)
  const asked = attempt.marked.map(({ id }) => id)
  const left = bank
    .filter((one) => one.kata?.id === kata.id && !asked.includes(one.id))
    .sort((one, other) => times(one) - times(other))
  for (const question of left.slice(0, FOLLOW_UPS - asked.length)) {
    await askQuestion(question, `about your code: ${question.id}`, (drill, marked) => {
      if (!drill.attempt) return
      drill.attempt = { ...drill.attempt, marked: [...drill.attempt.marked, marked] }
    })
  }
}

/** The mock that is under way goes on; else a new one begins. */
async function mock(bank: readonly Question[]): Promise<void> {
  const drill = readDrill()
  const planned = drill.mock ?? plannedMock(drill, bank, new Date().toISOString())
  if (drill.attempt && drill.attempt.kata !== planned.kata) {
    const { id } = kataOf(drill.attempt)
    throw new NotDone(`${id} is still under the clock: npm run drill kata ${id}  goes on`)
  }
  changeDrill((now) => {
    now.mock ??= planned
  })
  intro(`A mock interview, ${MOCK_MINUTES} minutes: a kata, then five questions`)
  if (!planned.ended) {
    const attempt = drill.attempt ?? beginAttempt(kataOf(planned))
    const ended = attempt.ended ?? (await workOn(attempt))
    changeDrill((now) => {
      const hints = now.attempt?.hints ?? 0
      if (now.mock) now.mock = { ...now.mock, ended: { ...ended, hints } }
      delete now.attempt
    })
  }
  const { mock: begun } = readDrill()
  if (!begun) throw new NotDone('another process has ended this mock interview')
  endMock(await askAll(begun, bank), bank)
  outro('npm run drill mock  begins another one')
}

outliveReader()
try {
  await done(askedBy(process.argv.slice(2), new Date()))
} catch (error) {
  const said = error instanceof UsageError || error instanceof NotDone || isOfSystem(error)
  if (!said) throw error
  const { name, message } = error as Error
  console.error(isOfSystem(error) ? `not done: ${message}` : message)
  process.exitCode = name === 'Cancelled' ? 130 : 1
}
