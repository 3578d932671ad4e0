import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nearestOf, root } from './catalogue.mjs'
import { type AnyNode, namesDeclaredBy } from './names.ts'
import { parseTypeScript } from './parse.ts'

let known: readonly string[] | undefined

/** What the kit exports, types among it: code that takes a type for a value is told so by TypeScript alone. */
function kitNames(): readonly string[] {
  if (known) return known
  const path = join(root, 'katas/kit/index.ts')
  const { program } = parseTypeScript(readFileSync(path, 'utf8'), path)
  known = (program.body as AnyNode[]).flatMap((one) =>
    one.declaration
      ? namesDeclaredBy(one)
      : (one.specifiers ?? []).map(({ exported, local }: AnyNode) => nameOf(exported ?? local)),
  )
  return known
}

/** What is wrong with an import from the kit, or an export of it: vitest would hand over undefined, and say nothing. */
export function unknownOfKit({ specifiers = [] }: AnyNode): string | undefined {
  const right = kitNames()
  for (const { imported, importKind, local, type } of specifiers as AnyNode[]) {
    if (importKind === 'type' || type === 'ImportNamespaceSpecifier') continue
    const name = type === 'ImportDefaultSpecifier' ? 'default' : nameOf(imported ?? local)
    if (right.includes(name)) continue
    return `imports ${name} from '#kit', which has no such name; the nearest is ${nearestOf(name, right)}`
  }
  return undefined
}

/** An identifier's, or a string's: `import { 'a' as b }`. */
const nameOf = ({ name, value }: AnyNode): string => name ?? value
