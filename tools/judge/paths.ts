import { relative } from 'node:path'
import { root } from './catalogue.mjs'

/** Relative to the checkout; a path outside it as it is. */
export function shownPath(path: string): string {
  const short = relative(root, path)
  return short.startsWith('..') ? path : short
}
