// `npm run diagnosis [KATAS]`: how often the verdict tells the mistake of a failing attempt, and how often it is
// right when it does, on the attempts in test/attempts. Exits 0 if both are as they should be, 1 if not, 2 usage.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { attemptsOf } from './grade/alike/known.ts'
import {
  type Kata,
  katas,
  root,
  select,
  type Target,
  testsOf,
  UsageError,
} from './judge/catalogue.mjs'
import { judge } from './judge/judge.ts'
import { outliveReader } from './judge/pipe.mjs'
import type { Result } from './judge/results.ts'
import { Progress } from './progress.ts'
import { exitCodeOf } from './redis-tool.ts'
import { wrongAnswersOf } from './verify/wrong-answers.ts'

outliveReader()
const progress = new Progress()
progress.title = 'diagnosis'

/** Of those with a listed mistake in it, how many must be told; of those told, how many rightly. */
const TOLD_SHARE = 0.6
const RIGHT_SHARE = 0.98

/** Code that fails, as people write it, and which wrong answers' mistakes are in it. */
interface Attempt {
  readonly target: Target
  readonly contains: readonly string[]
}

/** @throws {Error} that names the file, if its first line is not `// contains: …` with names that there are */
function read(kata: Kata): Attempt[] {
  const known = new Set(wrongAnswersOf(kata).map(({ name }) => name))
  return attemptsOf(kata).map((implementation) => {
    const [first = ''] = readFileSync(implementation, 'utf8').split('\n')
    const said = first.match(/^(?:\/\/|--) contains: (.+)$/)?.[1]
    const contains = said === 'nothing listed' ? [] : (said?.split(', ') ?? [first])
    const unknown = contains.find((name) => !known.has(name))
    if (unknown !== undefined) {
      const names = [...known].join(', ')
      throw new Error(
        `${implementation}:1 must be «contains: …» with one of ${names}, got ${unknown}`,
      )
    }
    return { target: { kata, implementation, tests: testsOf(kata) }, contains }
  })
}

/** What is wrong with what was told of an attempt; undefined if nothing is. */
function mistold({ contains }: Attempt, { behavesLike, failures, notRun }: Result) {
  if (notRun > 0) return 'NOT RUN'
  if (failures.length === 0) return 'passes all tests: it is no failing attempt'
  const other = behavesLike.map(({ name }) => name).filter((name) => !contains.includes(name))
  if (other.length === 0) return undefined
  return `told as ${other.join(', ')}; it contains ${contains.join(', ') || 'nothing listed'}`
}

const percent = (part: number, of: number) => `${Math.round((100 * part) / of)} %`

async function diagnosis(words: readonly string[]): Promise<number> {
  const chosen = words.length === 0 ? katas : select(words).map(({ kata }) => kata)
  const attempts = chosen.flatMap(read)
  if (attempts.length === 0)
    throw new UsageError(`no attempts in test/attempts of ${words.join(' ')}`)
  const { results, errors } = await judge(
    attempts.map(({ target }) => target),
    {
      forkFor: ({ kata }) => kata.id,
      onProgress: (done, of) => progress.show(`${done} of ${of} files`),
    },
  )
  progress.clear()
  const judged = attempts.map((attempt, i) => ({ attempt, result: results[i] as Result }))
  let wrong = 0
  for (const { attempt, result } of judged) {
    const problem = mistold(attempt, result)
    if (problem) console.log(`✗ ${relative(root, attempt.target.implementation)}: ${problem}`)
    if (problem) wrong++
  }
  const told = judged.filter(({ result }) => result.behavesLike.length > 0)
  const listed = judged.filter(({ attempt }) => attempt.contains.length > 0)
  const found = listed.filter(({ result }) => result.behavesLike.length > 0)
  for (const { attempt } of listed.filter((one) => !found.includes(one))) {
    const { implementation } = attempt.target
    console.log(`· ${relative(root, implementation)}: not told: ${attempt.contains.join(', ')}`)
  }
  for (const error of errors) console.error(error)
  const right = told.length - wrong
  console.log(
    [
      '',
      `${attempts.length} failing attempts of ${new Set(attempts.map(({ target }) => target.kata)).size} katas, ${listed.length} with a listed mistake in it`,
      `told of these    ${found.length} (${percent(found.length, listed.length)}, at least ${percent(TOLD_SHARE, 1)})`,
      `right when told  ${right} of ${told.length} (${percent(right, told.length)}, at least ${percent(RIGHT_SHARE, 1)})`,
    ].join('\n'),
  )
  const holds = found.length >= TOLD_SHARE * listed.length && right >= RIGHT_SHARE * told.length
  return holds && errors.length === 0 ? 0 : 1
}

process.exitCode = await exitCodeOf(progress, () => diagnosis(process.argv.slice(2)))
