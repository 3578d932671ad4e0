// `npm run mutate`: changes each reference a little, a mutant at a time, and has the kata's tests
// judge what comes of it. `npm run mutate 03 15`: these katas alone. Exits non-zero if a mutant
// passes that is not listed as equivalent, or one that is listed does not.
import { isSettingError } from '../test/support/settings.mjs'
import { katas, select, UsageError } from './judge/catalogue.mjs'
import { outliveReader } from './judge/pipe.mjs'
import { LIST, listedIn, readList } from './mutate/equivalent.ts'
import { filesOf, referencesOf } from './mutate/references.ts'
import { summaryOf } from './mutate/report.ts'
import { tryMutants, Unjudged } from './mutate/survivors.ts'

outliveReader()

const words = process.argv.slice(2)
try {
  const chosen = words.length === 0 ? katas : [...new Set(select(words).map(({ kata }) => kata))]
  const listed = listedIn(readList())
  let problems = 0
  for (const kata of chosen) {
    const startedAt = performance.now()
    const found = await tryMutants(kata, await referencesOf(kata)).catch((error: unknown) => {
      if (!(error instanceof Unjudged)) throw error
      return error.message
    })
    if (typeof found === 'string') {
      console.log(`✗ ${kata.folder}: ${found}`)
      problems++
      continue
    }
    const files = filesOf(kata)
    const summary = summaryOf(
      kata.folder,
      found,
      listed.filter(({ file }) => files.includes(file)),
    )
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const [first, ...rest] = summary.lines
    console.log([`${first} (${seconds} s)`, ...rest].join('\n'))
    problems += summary.problems
  }
  const known = new Set(katas.flatMap(filesOf))
  for (const { file } of listed.filter(({ file }) => !known.has(file))) {
    console.log(`✗ ${LIST}: there is no reference ${file}`)
    problems++
  }
  console.log(
    problems === 0
      ? '\nEvery mutant is killed, or listed.'
      : `\n${problems} to look at: kill them by a test, or list them in ${LIST} with the reason`,
  )
  process.exitCode = problems > 0 ? 1 : 0
} catch (error) {
  if (!(error instanceof UsageError || isSettingError(error))) throw error
  console.error(error.message)
  process.exitCode = 1
}
