import { readFileSync } from 'node:fs'
import { asText, isOfSystem } from '../desk/store.mjs'
import { bankHere } from '../drill/bank.ts'
import { type Kata, katas, probesOf, type Target, UsageError } from '../judge/catalogue.mjs'
import { judge } from '../judge/judge.ts'
import type { OnProgress } from '../judge/reporter.ts'
import type { Result } from '../judge/results.ts'
import { alikeIn } from './alike/alike.ts'
import { type Code, readCode } from './alike/code.ts'
import { katasAlike } from './alike/told.ts'
import { type HandedIn, handedIn } from './handed-in.ts'
import { provenanceOf } from './provenance.ts'
import { CUT, type GradeRecord, recordOf } from './record.ts'
import { type ClassReport, meanOf } from './report.ts'
import { rubricFrom } from './rubric.ts'
import { sectionsOfClass, sectionsOfStudent } from './sections.ts'
import { folderOf, type Submission, submissionsBelow } from './submissions.ts'
import { Stubs, testsIn } from './tests.ts'
import { type Own, vivaFor } from './viva.ts'

export interface Wanted {
  readonly dir: string
  /** Those that count; undefined: those that anyone handed in. */
  readonly katas: readonly Kata[] | undefined
  readonly due: Date | undefined
  /** Told of each test file that is done, and how many students are. */
  readonly onProgress: (done: number, of: number, students: number, ofStudents: number) => void
  /** Aborted: what is judged by then is told, and the rest is NOT RUN. */
  readonly cut: AbortSignal
}

/** Judges what lies in the folder. Throws a `UsageError` where nothing does. */
export async function gradeClass({
  dir,
  katas: chosen,
  due,
  ...wanted
}: Wanted): Promise<ClassReport> {
  const rubric = rubricFrom()
  const all = submissionsBelow(dir)
  if (all.length === 0) {
    throw new UsageError(`DIR has no file laid out as katas/NN-slug/FILE, got ${dir}`)
  }
  const submissions = all.filter(({ kata }) => !chosen || (kata && chosen.includes(kata)))
  if (submissions.length === 0) throw new UsageError(`DIR has nothing of these katas, got ${dir}`)
  const counted = chosen ?? katas.filter((one) => submissions.some(({ kata }) => kata === one))
  // First, so that a seed that cannot be costs nobody a wait.
  const provenance = provenanceOf(counted)
  const { resultOf, stubOf, errors } = await judged(submissions, wanted)
  const times = await timesOf(due ? submissions : [])
  const records = submissions.map((submission): GradeRecord => {
    const { kata } = submission
    const stub = kata && stubOf(kata)
    return recordOf(submission, resultOf(submission), {
      ...{ rubric, due, handedIn: times.get(submission.path) },
      tests: stub && testsIn(stub),
    })
  })
  const own = readIn(submissions, records)
  const alike = alikeIn(own)
  const bank = bankHere()
  return {
    provenance,
    rubric,
    due: due?.toISOString() ?? null,
    katas: counted.map(({ folder }) => folder),
    // Who handed in other katas only has no marks, and is there.
    students: [...new Set(all.map(({ student }) => student))].sort().map((name) => {
      const theirs = records.filter(({ student }) => student === name)
      const read = own.filter(({ student }) => student === name)
      const asked = vivaFor(name, read, provenance.seed, katasAlike(name, alike), bank)
      return {
        ...{ name, marks: meanOf(theirs, counted), records: theirs },
        viva: asked.map(({ question: { id }, because }) => ({ id, because })),
        sections: sectionsOfStudent(theirs, name, alike, asked),
      }
    }),
    alike,
    sections: sectionsOfClass(records, alike),
    errors,
  }
}

/** What there is to read of them. */
function readIn(submissions: readonly Submission[], records: readonly GradeRecord[]): Own[] {
  return submissions.flatMap(({ path, student, kata, target }, i) => {
    const record = records[i]
    if (!kata || !record || typeof target === 'string') return []
    const code = codeIn(path)
    return code ? [{ student, kata, code, record }] : []
  })
}

/** What can not be read its record says already. */
function codeIn(path: string): Code | undefined {
  try {
    return readCode(asText(readFileSync(path)), path)
  } catch (error) {
    if (isOfSystem(error)) return undefined
    throw error
  }
}

async function judged(
  submissions: readonly Submission[],
  { onProgress, cut }: Pick<Wanted, 'onProgress' | 'cut'>,
) {
  const targets = submissions.flatMap(({ target }) => (typeof target === 'string' ? [] : [target]))
  const stubs = new Stubs([...new Set(targets.map(({ kata }) => kata))], cut)
  try {
    // The stubs first: without theirs nobody's result says what it is worth.
    const { results, errors } = await judge([...stubs.targets, ...targets], {
      cut,
      forkFor: ({ implementation }) => folderOf(implementation),
      onProgress: counting(targets, stubs.targets, onProgress),
    })
    const byPath = new Map(results.map((result) => [result.implementation, result]))
    const stubOf = (kata: Kata): Result | undefined => {
      const stub = stubs.targets.find((one) => one.kata === kata)
      return stub && byPath.get(stub.implementation)
    }
    return {
      errors,
      stubOf,
      resultOf: ({ path, target }: Submission): Result | string | typeof CUT => {
        if (typeof target === 'string') return target
        return (stubOf(target.kata) && byPath.get(path)) ?? CUT
      },
    }
  } finally {
    stubs.remove()
  }
}

/** Counts the students beside the files: one is done when all its files are, and the stubs that say what they are worth. */
function counting(
  targets: readonly Target[],
  stubs: readonly Target[],
  onProgress: Wanted['onProgress'],
): OnProgress {
  const left = new Map<string, number>()
  for (const { implementation, tests, kata, probed } of [...stubs, ...targets]) {
    left.set(implementation, tests.length + (probed === false ? 0 : probesOf(kata).length))
  }
  const neededBy = new Map<string, string[]>()
  for (const { implementation, kata } of targets) {
    const student = folderOf(implementation)
    const stub = stubs.filter((one) => one.kata === kata).map((one) => one.implementation)
    neededBy.set(student, [...(neededBy.get(student) ?? []), implementation, ...stub])
  }
  return (done, files, implementation) => {
    left.set(implementation, (left.get(implementation) ?? 0) - 1)
    const isDone = (needed: readonly string[]) => needed.every((one) => (left.get(one) ?? 0) <= 0)
    onProgress(done, files, [...neededBy.values()].filter(isDone).length, neededBy.size)
  }
}

async function timesOf(submissions: readonly Submission[]): Promise<Map<string, HandedIn>> {
  const times = new Map<string, HandedIn>()
  const folders = [...new Set(submissions.map(({ path }) => folderOf(path)))]
  // A folder's files one after another: a process each is enough.
  const work = folders.map(async (folder) => {
    const own = submissions.filter(({ path }) => folderOf(path) === folder)
    for (const { path } of own) times.set(path, await handedIn(folder, path))
  })
  await Promise.all(work)
  return times
}
