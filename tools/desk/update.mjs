// `npm run kata update FROM`: the workbook follows a newer version; what the learner wrote stays.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../judge/catalogue.mjs'
import { wantsColour } from '../judge/looks.mjs'
import { nextName, savedFolder, shown } from './copies.mjs'
import { difference } from './difference.mjs'
import { deskFolder, locked, NotDone, readIfThere, syncFolder, writeSynced } from './store.mjs'
import { planOf } from './update-plan.mjs'

/** @typedef {import('./update-plan.mjs').Change} Change */
/** @typedef {import('./update-plan.mjs').Kept} Kept */
/** @typedef {import('./update-plan.mjs').Plan} Plan */

/** @param {string} from an absolute path */
export async function update(from) {
  // Loaded before the files of this version go.
  await import('diff')
  const plan = planOf(from)
  const saved = plan.changes.length > 0 ? locked(() => carriedOut(plan.changes)) : undefined
  const lines = [...changeLines(plan, saved), ...(await keptLines(plan.kept))]
  console.log([...lines, ...nextSteps(plan)].join('\n'))
}

/**
 * All is saved, and all that is new is on this disk, before the first file is replaced: a disk that is full
 * says so before anything has changed. Then each file goes into its place in one step.
 * @param {readonly Change[]} changes
 * @returns {string | undefined} where that is saved which was replaced
 */
function carriedOut(changes) {
  const updates = join(savedFolder, 'updates')
  mkdirSync(updates, { recursive: true })
  const saved = join(updates, nextName(updates))
  const staged = join(deskFolder, 'update')
  rmSync(staged, { recursive: true, force: true })
  try {
    for (const { path, before, after, mode } of changes) {
      if (before) placed(join(saved, path), before)
      if (!after) continue
      placed(join(staged, path), after, mode)
      if (before) chmodSync(join(staged, path), statSync(join(root, path)).mode & 0o777)
    }
    for (const change of changes) put(change, staged)
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
  return changes.some(({ before }) => before) ? saved : undefined
}

/** @param {string} path @param {Buffer} data @param {number} [mode] */
function placed(path, data, mode) {
  mkdirSync(dirname(path), { recursive: true })
  writeSynced(path, data, mode)
}

/** @param {Change} change @param {string} staged */
function put({ path, before, after }, staged) {
  const target = join(root, path)
  const now = readIfThere(target)
  if (before ? !now?.equals(before) : now) {
    throw new NotDone(`${path} changed meanwhile: run the same command again for the rest`)
  }
  if (after) {
    mkdirSync(dirname(target), { recursive: true })
    renameSync(join(staged, path), target)
  } else {
    unlinkSync(target)
    if (readdirSync(dirname(target)).length === 0) rmdirSync(dirname(target))
    else syncFolder(dirname(target))
    return
  }
  syncFolder(dirname(target))
}

const SHOWN = 12

/** @param {Plan} plan @param {string | undefined} saved @returns {string[]} */
function changeLines({ changes, stubs, versions: [ours, theirs] }, saved) {
  if (changes.length === 0) return ['This is what you have already.']
  const of = (/** @type {(change: Change) => unknown} */ which) =>
    changes.filter((one) => which(one) && !stubs.includes(one.path)).map(({ path }) => path)
  return [
    ours === theirs ? `Version ${theirs}` : `Version ${ours} becomes ${theirs}`,
    ...listed('stubs that you have not touched follow', stubs),
    ...listed(
      'changed',
      of(({ before, after }) => before && after),
    ),
    ...listed(
      'new',
      of(({ before }) => !before),
    ),
    ...listed(
      'gone',
      of(({ after }) => !after),
    ),
    ...(saved ? [`What was there is saved in ${shown(saved)}`] : []),
  ]
}

/** @param {string} title @param {readonly string[]} paths @returns {string[]} */
function listed(title, paths) {
  if (paths.length === 0) return []
  const shownPaths = paths.slice(0, paths.length > SHOWN + 1 ? SHOWN : paths.length)
  const more = paths.length - shownPaths.length
  const rest = more > 0 ? [`  … and ${more} more`] : []
  return ['', `${title}: ${paths.length}`, ...shownPaths.map((path) => `  ${path}`), ...rest, '']
}

/** What the learner has to look at: their files, and how the stubs below them have changed. @param {readonly Kept[]} kept */
async function keptLines(kept) {
  if (kept.length === 0) return []
  const lines = ['', `kept, since they are yours: ${kept.length}`]
  for (const { path, oldStub, newStub } of kept) {
    lines.push(`  ${path}`)
    if (newStub === undefined) lines.push('    the new version has no such file any more')
    else if (oldStub === undefined) lines.push('    what its stub was is not known: compare it')
    else {
      const [before, after] = ['the old stub', 'the new stub']
      const changed = await difference(
        { name: before, text: oldStub },
        { name: after, text: newStub },
        wantsColour(),
      )
      if (changed) lines.push('    its stub has changed; what is new is for you to take over:')
      lines.push(...(changed ?? []).map((line) => `    ${line}`))
    }
  }
  return lines
}

/** @param {Plan} plan @returns {string[]} */
function nextSteps({ changes }) {
  const packages = changes.some(({ path }) => path === 'package-lock.json')
  if (changes.length === 0) return []
  return ['', packages ? 'Next: npm install, then npm run kata' : 'Next: npm run kata']
}
