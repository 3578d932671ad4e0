import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stubsIn, textOf } from '../../../tools/desk/stubs.mjs'
import { root } from '../../../tools/judge/catalogue.mjs'
import { filesBelow } from '../../../tools/judge/files.mjs'

/** Lines in a row that nobody writes twice by chance. */
const ROW = 3

/** Where answers are, right and wrong, and what would solve a kata beside them. */
const SOURCES = [
  ...['solutions', 'lua', 'test/wrong', 'test/near', 'test/attempts'],
  ...['tools/compare', 'tools/mutate', 'tools/bench/plain'],
]
const ORACLES = ['limiters', 'retries', 'sorted-set', 'synced'].map(
  (name) => `test/support/oracles/${name}.ts`,
)

/** What says something by itself: no brace or `end` alone, no import, no comment. */
const saysSomething = (line: string) =>
  /\w.*\w.*\w/.test(line) &&
  /[^\w\s]/.test(line) &&
  !/^(import|export \{|\*|\/\/|--|\/\*)/.test(line)

/** The significant lines of a text, without what layout and comments make of them. */
const significant = (text: string): string[] =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/\s*(\/\/|--\s).*$/, '')
        .replace(/\s+/g, ' ')
        .replace(/[;,]$/, '')
        .trim(),
    )
    .filter(saysSomething)

const rows = (text: string): string[] => {
  const lines = significant(text)
  return lines.slice(ROW - 1).map((_, i) => lines.slice(i, i + ROW).join('\n'))
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Rows of lines that stand in an answer, by where. What the stubs and the kit say as well is everybody's. */
export function answerRows(): Map<string, string> {
  const known = new Set(
    [
      ...Object.values(stubsIn()).map(textOf),
      ...filesBelow(join(root, 'katas/kit')).map((file) => read(`katas/kit/${file}`)),
    ].flatMap(rows),
  )
  const paths = [
    ...SOURCES.flatMap((folder) =>
      filesBelow(join(root, folder)).map((file) => `${folder}/${file}`),
    ),
    ...ORACLES,
  ]
  return new Map(
    paths.flatMap((path) =>
      rows(read(path))
        .filter((row) => !known.has(row))
        .map((row) => [row, path] as const),
    ),
  )
}

/** Where a text has a row of lines of an answer. */
export const tracesIn = (text: string, answers: ReadonlyMap<string, string>): string[] =>
  rows(text).flatMap((row) => {
    const path = answers.get(row)
    return path ? [`${path}: ${row}`] : []
  })
