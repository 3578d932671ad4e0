import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../judge/catalogue.mjs'

/** What works in a pack. */
const SCRIPTS = ['test', 'grade', 'watch', 'kata']

/** What no file imports: it runs the others, or an editor reads it. */
const TOOLS = ['vitest', 'tsx', 'typescript', '@types/node']

interface Package {
  readonly imports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly scripts: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly [name: string]: unknown
}

/** The pack's package.json, with what these files need and no more. */
export function packageFor(files: ReadonlySet<string>, packages: ReadonlySet<string>): string {
  const own: Package = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const wanted = new Set([...TOOLS, ...packages, ...[...packages].map((name) => `@types/${name}`)])
  const imports = Object.entries(own.imports).flatMap(([name, to]) => {
    const path = typeof to === 'string' ? to : (to.default as string)
    return name === '#kata/*' || files.has(path.slice(2)) ? [[name, path] as const] : []
  })
  const made = {
    ...own,
    devDependencies: only(own.devDependencies, (name) => wanted.has(name)),
    // An implementation is led here by the judge; an editor finds the stub.
    imports: Object.fromEntries(imports),
    scripts: only(own.scripts, (name) => SCRIPTS.includes(name)),
    description: 'Rate limiter katas, as they were handed out to a class',
  }
  return `${JSON.stringify(made, null, 2)}\n`
}

const only = <T>(record: Readonly<Record<string, T>>, which: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => which(name)))

/** The lock file that npm makes of this package.json: the versions are those of the workbook's own. */
export function lockFor(packageJson: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'kata-assign-'))
  try {
    writeFileSync(join(folder, 'package.json'), packageJson)
    for (const name of ['package-lock.json', '.npmrc']) {
      copyFileSync(join(root, name), join(folder, name))
    }
    const args = ['install', '--package-lock-only', '--ignore-scripts', '--offline']
    execFileSync('npm', args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    })
    return readFileSync(join(folder, 'package-lock.json'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
