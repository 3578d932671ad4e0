// Where a kata is written from blank: .kata/drill/0001, which nobody but the candidate removes.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { shown } from '../desk/copies.mjs'
import { deskFolder, locked, writeWhole } from '../desk/store.mjs'
import { stubText } from '../desk/stubs.mjs'
import { type Kata, katas, root } from '../judge/catalogue.mjs'
import { type Attempt, changeDrill, type Place } from './state.ts'

const folder = join(deskFolder, 'drill')

/** So that an editor finds the kit, and has the house's types there, too. */
const TSCONFIG = { extends: '../../tsconfig.json', include: ['**/*.ts'], exclude: [] }

export const kataOf = ({ kata }: { readonly kata: string }): Kata => {
  const found = katas.find(({ slug }) => slug === kata)
  if (!found) throw new Error(`the drill is at ${kata}, which is no kata of this checkout`)
  return found
}

/** Puts the stub into a folder of its own. */
export function beginAttempt(kata: Kata, place: Place): Attempt {
  const file = locked(() => {
    mkdirSync(folder, { recursive: true })
    const config = join(folder, 'tsconfig.json')
    if (!existsSync(config)) writeWhole(config, `${JSON.stringify(TSCONFIG, null, 2)}\n`)
    const last = Math.max(0, ...readdirSync(folder).map((name) => Number(name) || 0))
    const own = String(last + 1).padStart(4, '0')
    const path = join(folder, own, kata.folder, kata.file)
    writeWhole(path, stubText(kata))
    return shown(path)
  })
  const attempt = { kata: kata.slug, file, spentMs: 0, hints: 0, marked: [] }
  changeDrill((drill) => place.put(drill, attempt))
  return attempt
}

/** The stub again, where the file is gone. Whether it was. */
export function mendScratch(attempt: Attempt): boolean {
  const path = join(root, attempt.file)
  if (existsSync(path)) return false
  locked(() => writeWhole(path, stubText(kataOf(attempt))))
  return true
}
