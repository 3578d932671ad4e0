import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { STUBS, stubNow, stubsIn } from '../desk/stubs.mjs'
import { tracks } from '../desk/tracks.mjs'
import { rubricFrom } from '../grade/rubric.ts'
import { type Kata, katas, root } from '../judge/catalogue.mjs'
import type { Report } from './report.ts'

/** What the desk gives back as a kata's stub is its stub, and its tracks lead through katas that there are. */
export function checkDesk(report: Report, chosen: readonly Kata[]): void {
  const path = join(root, STUBS)
  if (!existsSync(path)) {
    const all = Object.fromEntries(katas.map((kata) => [kata.folder, stubNow(kata)]))
    writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`)
    report.add(STUBS, 'was missing and is written now: read it')
    return
  }
  const kept = stubsIn()
  const known = katas.map(({ folder }) => folder)
  const others = Object.keys(kept).filter((folder) => !known.includes(folder))
  report.add(STUBS, others.length > 0 ? `has ${others.join(', ')}, ${RENEW}` : undefined)
  for (const kata of chosen) {
    const same = JSON.stringify(kept[kata.folder]) === JSON.stringify(stubNow(kata))
    report.add(
      `${kata.folder}: in ${STUBS}`,
      same ? undefined : `the stub or the names beside it are not those of the folder: ${RENEW}`,
    )
  }
  for (const { name, katas: ids = [] } of tracks) {
    const unknown = ids.filter((id) => !katas.some((kata) => kata.id === id))
    const wrong = unknown.length > 0 || new Set(ids).size < ids.length
    report.add(`track ${name}`, wrong ? `unknown or twice, of ${ids.join(', ')}` : undefined)
  }
  report.add('rubric', rubricProblem())
}

function rubricProblem(): string | undefined {
  try {
    rubricFrom()
  } catch (error) {
    return (error as Error).message
  }
}

const RENEW = 'delete it, run verify, read the new one'
