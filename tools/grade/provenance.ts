import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seed } from '../../test/support/settings.mjs'
import { asText } from '../desk/store.mjs'
import { type Kata, root } from '../judge/catalogue.mjs'
import { filesBelow } from '../judge/files.mjs'
import type { Provenance } from './report.ts'

export function provenanceOf(katas: readonly Kata[]): Provenance {
  return {
    seed: seed(),
    node: process.version,
    vitest: versionOf('node_modules/vitest'),
    fastCheck: versionOf('node_modules/fast-check'),
    workbook: [versionOf('.'), commit()].filter(Boolean).join(' '),
    tests: hashOf(testFiles(katas)),
  }
}

const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version

function commit(): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined
  try {
    const args = ['-C', root, 'describe', '--always', '--dirty=-changed', '--exclude=*']
    return execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}

/** Relative to the checkout, in order. */
function testFiles(katas: readonly Kata[]): string[] {
  const own = katas.flatMap(({ folder }) => {
    const tests = filesIn(`katas/${folder}`).filter((path) => path.endsWith('.test.ts'))
    return [...tests, ...filesIn(`test/probes/${folder}`)]
  })
  return [...own, ...['katas/kit', 'test/support', 'tools/judge'].flatMap(filesIn)].sort()
}

function filesIn(folder: string): string[] {
  const path = join(root, folder)
  return existsSync(path) ? filesBelow(path).map((name) => `${folder}/${name}`) : []
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) {
    const text = asText(readFileSync(join(root, path)))
    hash.update(`${path}\0${text.length}\0${text}`)
  }
  return hash.digest('hex')
}
