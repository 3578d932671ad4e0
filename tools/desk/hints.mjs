// The folded hints of a lesson, one more each time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../judge/catalogue.mjs'
import { COLUMNS, fold } from '../judge/looks.mjs'
import { asText } from './store.mjs'

/** @typedef {import('../judge/catalogue.mjs').Kata} Kata */
/** @typedef {import('./progress.mjs').Progress} Progress */
/** @typedef {{ readonly title: string, readonly text: string }} Hint */

const HINT = /<details>\s*<summary>(Hint \d[^<]*)<\/summary>([\s\S]*?)<\/details>/g

/** Those of a kata's lesson, in their order: `Hint 1: a question`. @param {Kata} kata @returns {Hint[]} */
export function hintsOf({ folder }) {
  const lesson = asText(readFileSync(join(root, 'katas', folder, 'README.md')))
  return [...lesson.matchAll(HINT)].map(([, title = '', text = '']) => ({
    ...{ title: title.trim(), text: text.trim() },
  }))
}

/** How many hints of a kata the learner has seen. @param {Kata} kata @param {Progress} progress */
export function hintsSeen(kata, progress) {
  const seen = progress.katas[kata.slug]?.hints ?? 0
  return Math.min(Math.max(Math.trunc(seen) || 0, 0), hintsOf(kata).length)
}

/** A hint as lines for the terminal. @param {Hint} hint @returns {string[]} */
export const hintLines = ({ title, text }) => [
  title,
  '',
  ...reflowed(text).map((one) => `  ${one}`),
]

/** Paragraphs in the terminal's width; code and lists keep their lines. @param {string} text */
function reflowed(text) {
  return text.split(/\n{2,}/).flatMap((paragraph, i) => {
    const asItIs = /^(```| {4}|[-*|>] |\d+\. )/m.test(paragraph)
    const lines = asItIs ? paragraph.split('\n') : [paragraph.replace(/\s*\n\s*/g, ' ')]
    const folded = lines.flatMap((line) => (asItIs ? [line] : unindented(fold(line, COLUMNS - 2))))
    return i === 0 ? folded : ['', ...folded]
  })
}

/** @param {string[]} lines */
const unindented = (lines) => lines.map((line) => line.trimStart())
