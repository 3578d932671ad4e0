// Plain JavaScript, for the desk, which must start at once.
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** What lies in a checkout and is no part of the workbook. */
export const NOT_OURS = new Set(['node_modules', '.git', '.cache', '.kata'])

/**
 * The workbook's files in this folder, relative to it and with `/`, in order. It asks no git, so that a copy
 * without a history has the same.
 * @param {string} folder
 */
export function filesBelow(folder) {
  /** @type {string[]} */
  const found = []
  const visit = (/** @type {string} */ one) => {
    for (const entry of readdirSync(one, { withFileTypes: true })) {
      const path = join(one, entry.name)
      if (entry.isDirectory() && !NOT_OURS.has(entry.name)) visit(path)
      else if (entry.isFile()) found.push(relative(folder, path).split(sep).join('/'))
    }
  }
  visit(folder)
  return found.sort()
}
