import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { kataOfPath, root } from './catalogue.mjs'
import { instrument } from './instrument.ts'
import { assertPlainLua } from './lua-names.ts'
import { Refused } from './refused.ts'
import { isOfSupport, Shared, withClassesLocked } from './shared.ts'
import { implementationOf } from './spec.mjs'

/** Marks the module that is judged; it alone is instrumented. */
const JUDGED = '?judged'

/**
 * Leads `#kata/…` to the implementation that a run judges, and counts that implementation's steps.
 *
 * A test file that is loaded with `?impl=PATH` (see `spec.mjs`) gets PATH; one without gets the stub.
 * So one run can judge any number of implementations, wherever they lie, by the same test files.
 *
 * @param shared where tests and implementations find what they share
 */
export function judgePlugin(shared = new Shared()): Plugin {
  const entered = shared.judge('entered')
  return {
    name: 'kata-judge',
    enforce: 'pre',
    configResolved: ({ plugins }) => leaveOutOfMocks(plugins),

    resolveId(id, importer) {
      const found = shared.import(id)
      if (found) return found
      if (!id.startsWith('#kata/')) return
      const judged = importer && implementationOf(importer)
      const path = judged ?? join(root, 'katas', id.slice('#kata/'.length))
      if (!existsSync(path)) throw new Refused(`there is no ${path}`)
      return idOf(path)
    },

    load(id) {
      if (id.endsWith(`.ts${JUDGED}`)) return readFileSync(pathOf(id), 'utf8')
      if (!id.endsWith(`.lua${JUDGED}`)) return
      const path = pathOf(id)
      const script = readFileSync(path, 'utf8')
      assertPlainLua(script, basename(path))
      return { code: `export default ${JSON.stringify(script)}`, map: null, moduleType: 'js' }
    },

    transform(code, id) {
      if (/\.test\.ts($|\?)/.test(id)) {
        return { code: withClassesLocked(withExportsChecked(code)), map: null }
      }
      if (isOfSupport(id)) return { code: withClassesLocked(code), map: null }
      if (!id.endsWith(`.ts${JUDGED}`)) return
      const path = pathOf(id)
      return {
        code: instrument(code, basename(path), kataOfPath(path)?.imports ?? [], entered),
        map: null,
      }
    },
  }
}

/**
 * Vitest imports its `vi` for whoever writes `vi.mock(…)`, after all checks of ours: with it comes any module and
 * any global. Not for the implementation.
 */
function leaveOutOfMocks(plugins: readonly Plugin[]): void {
  const mocks: Plugin | undefined = plugins.find(({ name }) => name === 'vitest:mocks')
  const hook = mocks?.transform
  if (!mocks || typeof hook !== 'function')
    throw new Error('vitest has no plugin vitest:mocks as it had')
  mocks.transform = function transform(code, id, options) {
    return id.endsWith(JUDGED) ? undefined : hook.call(this, code, id, options)
  }
}

/** Adds a check, on the last line, that the implementation exports what the test imports. */
function withExportsChecked(code: string): string {
  const found = code.match(/import \{([^}]*)\} from '#kata\/[^']*\/([^'/]+\.ts)'/)
  if (!found) return code
  const [, names = '', file = ''] = found
  const list = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^\w+$/.test(name))
  const check = `globalThis[Symbol.for('kata.steps')]?.onImported?.('${file}', { ${list} })`
  return `${code}\n;${check}`
}

/** What Vite would take for the end of a path stands there as another character: a student's folder may be called `C#`. */
const [PRIVATE, ENDS, STANDS] = [0xf0000, /[#?]/g, /[\u{f0023}\u{f003f}]/gu]

const idOf = (path: string) =>
  `${path.replace(ENDS, (one) => String.fromCodePoint(PRIVATE + one.charCodeAt(0)))}${JUDGED}`

const pathOf = (id: string) =>
  id
    .slice(0, -JUDGED.length)
    .replace(STANDS, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - PRIVATE))
