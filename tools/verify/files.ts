import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from '../judge/catalogue.mjs'

const NOT_OURS = new Set(['node_modules', '.git', '.cache'])

/** The checkout's files, relative to it and with `/`; a copy without git has the same. */
export function filesOfCheckout(): string[] {
  const found: string[] = []
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !NOT_OURS.has(entry.name)) visit(path)
      else if (entry.isFile()) found.push(relative(root, path).split(sep).join('/'))
    }
  }
  visit(root)
  return found.sort()
}
