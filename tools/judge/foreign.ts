import { Visitor } from 'vite'
import { type AnyNode, namesIn } from './names.ts'

/** Where code writes: from a line to a line. */
export type Lines = readonly [first: number, last: number]

/** Builtins that write into their first argument. */
const WRITING = new Set([
  'assign',
  'defineProperty',
  'defineProperties',
  'deleteProperty',
  'set',
  'setPrototypeOf',
])

/** What leads from an object of one's own to what it shares with others. */
const LEADING_OUT = ['__proto__', 'constructor']

/** Around an expression, and nothing else as it runs. */
const WRAPPING = new Set([
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
])

const unwrapped = (node: AnyNode): AnyNode =>
  WRAPPING.has(node?.type) ? unwrapped(node.expression) : node

/**
 * Where a program writes into what it has not made, as far as that shows: into a global, an import, a prototype that
 * an object leads to, or a name that stands for such a thing. If that throws, it was locked by the judge; if another
 * write does, the program has frozen the object itself, or was handed a frozen one.
 */
export function foreignWrites(program: AnyNode, lineOf: (at: number) => number): Lines[] {
  const bound = new Map<string, AnyNode[]>()
  const bind = (pattern: AnyNode, to: AnyNode) => {
    for (const name of namesIn(pattern)) bound.set(name, [...(bound.get(name) ?? []), to])
  }
  const bindFunction = (node: AnyNode) => {
    bind(node.id, node)
    for (const param of node.params) bind(param, node)
  }
  const written: AnyNode[] = []
  const bindClass = (node: AnyNode) => bind(node.id, node)
  new Visitor({
    VariableDeclarator: ({ id, init }: AnyNode) => bind(id, init),
    FunctionDeclaration: bindFunction as never,
    FunctionExpression: bindFunction as never,
    ArrowFunctionExpression: bindFunction as never,
    CatchClause: ({ param }: AnyNode) => bind(param, param),
    ClassDeclaration: bindClass as never,
    ClassExpression: bindClass as never,
    AssignmentExpression: ({ left }: AnyNode) => void written.push(left),
    UpdateExpression: ({ argument }: AnyNode) => void written.push(argument),
    UnaryExpression({ operator, argument }: AnyNode) {
      if (operator === 'delete') written.push(argument)
    },
    CallExpression({ callee, arguments: args }: AnyNode) {
      const { name } = callee.property ?? callee
      // A map's `set` takes a key.
      const isOwn = name === 'set' && callee.property && callee.object.name !== 'Reflect'
      if (WRITING.has(name) && !isOwn) written.push(args[0])
    },
  } as never).visit(program)

  const known = new Map<string, boolean>()
  const isForeignName = (name: string): boolean => {
    const values = bound.get(name)
    if (!values) return true
    const before = known.get(name)
    if (before !== undefined) return before
    // What stands for itself stands for nothing else.
    known.set(name, false)
    const all = values.every((value) => value && isForeign(value))
    known.set(name, all)
    return all
  }
  /** The names that a member is asked by, as far as they are written down. */
  const keysOf = ({ property, computed }: AnyNode): string[] => {
    if (!computed) return [property.name]
    const from = property.type === 'Identifier' ? (bound.get(property.name) ?? []) : [property]
    return from.map((one) => unwrapped(one)?.value).filter((value) => typeof value === 'string')
  }
  const isForeign = (given: AnyNode): boolean => {
    const node = unwrapped(given)
    switch (node?.type) {
      case 'Identifier':
        return isForeignName(node.name)
      case 'MemberExpression':
        return keysOf(node).some((key) => LEADING_OUT.includes(key)) || isForeign(node.object)
      case 'CallExpression':
        return (node.callee.property ?? node.callee).name === 'getPrototypeOf'
      default:
        return false
    }
  }
  return written.filter(isForeign).map(({ start, end }) => [lineOf(start), lineOf(end - 1)])
}
