// How text is fitted to a terminal. Plain JavaScript, for the commands that must start at once.
import { styleText } from 'node:util'

/** @typedef {Parameters<typeof styleText>[0]} Format */
/** @typedef {(format: Format, text: string) => string} Paint */

/** What is printed fits this width. */
export const COLUMNS = 80

/** As the terminal can, unless `FORCE_COLOR` or `NO_COLOR` say otherwise. */
export function wantsColour() {
  const { FORCE_COLOR } = process.env
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0'
  return process.stdout.isTTY === true && process.stdout.hasColors()
}

/** How many rows the terminal has; undefined without one, and where one does not say (0, as under `docker run -t`). */
export const rowsOfTerminal = () => (process.stdout.isTTY && process.stdout.rows) || undefined

/** @param {boolean} colour @returns {Paint} */
export const painter = (colour) => (format, text) =>
  colour ? styleText(format, text, { validateStream: false }) : text

/**
 * Breaks a line at spaces so that it fits with its indentation.
 * @param {string} line
 * @param {number} [room] 6 are left for who indents it once more
 */
export function fold(line, room = COLUMNS - 6) {
  const indent = line.match(/^ */)?.[0] ?? ''
  /** @type {string[]} */
  const lines = []
  let rest = line
  while (rest.length > room) {
    const space = rest.lastIndexOf(' ', room)
    const at = space > indent.length + 20 ? space : room
    lines.push(rest.slice(0, at))
    rest = `${indent}  ${rest.slice(at).trimStart()}`
  }
  return [...lines, rest]
}

/** @param {string} line */
export const cut = (line) => (line.length > COLUMNS ? `${line.slice(0, COLUMNS - 1)}…` : line)
