import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Kata, katas, root, solutionOf, stubOf, testsOf } from '../judge/catalogue.mjs'
import type { Report } from './report.ts'
import { wrongAnswersOf } from './wrong-answers.ts'

const HEADINGS = [
  ...['Problem', 'Worked trace', 'Contract', 'Cost', 'Hints', 'The tempting wrong answer'],
  ...['Interview angle', 'In the field', 'Going further'],
]

const STUB_LINES = 40
const FILE_LINES = 300
const WRONG_ANSWERS = 4
/** Of a code block in a lesson: what a terminal shows without breaking the line. */
const COLUMNS = 80

/** Every kata has all its parts, and katas.json and the folders agree. */
export function checkKatas(report: Report, chosen: readonly Kata[]): void {
  const folders = readdirSync(join(root, 'katas')).filter((name) => /^\d\d-/.test(name))
  const known = new Set(katas.map(({ folder }) => folder))
  const unknown = folders.filter((folder) => !known.has(folder))
  report.add('katas.json', unknown.length > 0 ? `does not list ${unknown.join(', ')}` : undefined)
  for (const kata of chosen) {
    for (const [name, problem] of partsOf(kata)) report.add(`${kata.folder}: ${name}`, problem)
  }
}

function partsOf(kata: Kata): [name: string, problem: string | undefined][] {
  const stub = stubOf(kata)
  const lesson = join(root, 'katas', kata.folder, 'README.md')
  const tests = testsOf(kata)
  const wrong = wrongAnswersOf(kata)
  return [
    ['lesson', existsSync(lesson) ? lessonProblem(readFileSync(lesson, 'utf8')) : 'missing'],
    ['stub', existsSync(stub) ? tooLong(stub, STUB_LINES) : 'missing'],
    ['solution', existsSync(solutionOf(kata)) ? undefined : 'missing'],
    ['examples', tests.some((path) => !isProperty(path)) ? undefined : 'missing'],
    ['properties', tests.some(isProperty) ? undefined : 'missing'],
    [
      'wrong answers',
      wrong.length >= WRONG_ANSWERS ? undefined : `${wrong.length}, at least ${WRONG_ANSWERS}`,
    ],
  ]
}

const isProperty = (path: string) => path.endsWith('.property.test.ts')

function lessonProblem(text: string): string | undefined {
  const found = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  if (found.join() !== HEADINGS.join()) return `headings are ${found.join(', ')}`
  const hints = text.match(/<summary>Hint \d/g)?.length ?? 0
  if (hints !== 3) return `${hints} hints, 3 are wanted`
  const blocks = [...text.matchAll(/^```.*\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)
  const wide = blocks.flatMap((code) => code.split('\n')).find((line) => [...line].length > COLUMNS)
  return wide && `wider than ${COLUMNS} columns: ${wide}`
}

function tooLong(path: string, limit: number): string | undefined {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').length
  return lines > limit ? `${lines} lines, at most ${limit}` : undefined
}

/** Every link to a file in the documents leads somewhere; no source file outgrows one sitting. */
export function checkFiles(report: Report, files: readonly string[]): void {
  for (const path of files.filter((one) => one.endsWith('.md'))) {
    const text = readFileSync(join(root, path), 'utf8')
    const links = [...text.matchAll(/\]\(([^)\s#]+)(#[^)]*)?\)/g)].map(([, link = '']) => link)
    const broken = links.filter(
      (link) => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(path), link)),
    )
    report.add(`links of ${path}`, broken.length > 0 ? `broken: ${broken.join(', ')}` : undefined)
  }
  for (const path of files.filter((one) => /\.(ts|mjs|lua)$/.test(one))) {
    report.add(path, tooLong(join(root, path), FILE_LINES))
  }
}

const IMPORT = /^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'/gm

/** What each part of the house may import of the others: arrows point one way. */
const ARROWS: readonly (readonly [from: RegExp, to: RegExp])[] = [
  [/^katas\/kit\//, /^(node:|\.\/)/],
  [/^(katas\/\d\d-[^/]+|solutions|test\/wrong)\/(?!.*\.test\.ts)/, /^#kit$/],
  [/^katas\/.*\.test\.ts$/, /^(#kit$|#kata\/|#support|vitest$)/],
  [/^test\/probes\//, /^(#kit$|#kata\/|#support)/],
  [/^test\/support\//, /^(?!.*(tools|solutions)\/)/],
]

/** No import goes against the house's arrows. */
export function checkArrows(report: Report, files: readonly string[]): void {
  for (const path of files.filter((one) => /\.(ts|mjs)$/.test(one))) {
    const rule = ARROWS.find(([from]) => from.test(path))
    if (!rule) continue
    const source = readFileSync(join(root, path), 'utf8')
    const imports = [...source.matchAll(IMPORT)].map(([, named, bare]) => named ?? bare ?? '')
    const own = katas.find(({ folder }) => path.includes(`/${folder}/`))
    const allowed = own?.imports ?? []
    const otherKata = (one: string) =>
      one.startsWith('#kata/') && !one.startsWith(`#kata/${own?.folder}/`)
    const against = imports.filter(
      (one) => (!rule[1].test(one) && !allowed.includes(one)) || otherKata(one),
    )
    report.add(`imports of ${path}`, against.length > 0 ? against.join(', ') : undefined)
  }
}
