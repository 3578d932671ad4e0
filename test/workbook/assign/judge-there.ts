// Judges by the tests of the checkout that it is started in: `node --import tsx judge-there.ts ASKED TOLD`, a JSON
// file with a list of `Asked`, and the one that it makes, with a list of `Told`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Failure } from '../../../tools/judge/results.ts'

/** An implementation, and what of its kata's tests is asked. */
export interface Asked {
  /** The kata's folder. */
  readonly kata: string
  readonly implementation: string
  /** The title of the one test that is asked, or all of them. */
  readonly only?: string
  /** Whether it is looked at what it behaves like. */
  readonly probed?: boolean
}

export interface Told {
  readonly solved: boolean
  readonly starred: boolean
  readonly behavesLike: readonly string[]
  readonly failures: readonly Pick<Failure, 'test' | 'kind' | 'message'>[]
  readonly error: string | undefined
}

type Judge = typeof import('../../../tools/judge/judge.ts')
type Catalogue = typeof import('../../../tools/judge/catalogue.mjs')
type Results = typeof import('../../../tools/judge/results.ts')

const there = <Module>(path: string): Promise<Module> =>
  import(pathToFileURL(join(process.cwd(), 'tools/judge', path)).href)

const { judge } = await there<Judge>('judge.ts')
const { katas, testsOf } = await there<Catalogue>('catalogue.mjs')
const { isSolved, isStarred } = await there<Results>('results.ts')

const [askedPath = '', toldPath = ''] = process.argv.slice(2)
const asked: readonly Asked[] = JSON.parse(readFileSync(askedPath, 'utf8'))
const targets = asked.map(({ kata: folder, implementation, only, probed = false }) => {
  const kata = katas.find((one) => one.folder === folder)
  if (!kata) throw new Error(`there is no kata ${folder} here`)
  const tests = testsOf(kata)
  const holding = tests.filter((test) => only && readFileSync(test, 'utf8').includes(only))
  return {
    ...{ kata, implementation, probed, tests: holding.length > 0 ? holding : tests },
    ...(only !== undefined && { only }),
  }
})
const { results, errors } = await judge(targets, { forkFor: ({ kata }) => kata.id })
if (errors.length > 0) throw new Error(errors.join('\n'))
const told = results.map((result): Told => {
  const { behavesLike, failures, error } = result
  return {
    ...{ solved: isSolved(result), starred: isStarred(result), error },
    behavesLike: behavesLike.map(({ name }) => name),
    failures: failures.map(({ test, kind, message }) => ({ test, kind, message })),
  }
})
writeFileSync(toldPath, JSON.stringify(told))
