import { type Node, parse } from 'luaparse'
import type { Change } from './mutant.ts'

/** What an operator is mistaken for. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['~='],
  '~=': ['=='],
  and: ['or'],
  or: ['and'],
}

/** Statements that a script still compiles without; a local one is missed by all that follow. */
const DROPPED = new Set([
  ...['AssignmentStatement', 'CallStatement', 'IfStatement', 'ReturnStatement'],
  ...['RepeatStatement', 'ForNumericStatement', 'ForGenericStatement'],
])

/**
 * Small mistakes in a Lua script, in the order of the text: another operator, a number one off, an
 * empty string, a condition that always or never holds, a statement left out.
 */
export function changesOfLua(source: string): Change[] {
  const changes: Change[] = []
  const onCreateNode = (node: Node) => changes.push(...changesAt(node, source))
  parse(source, { ranges: true, luaVersion: '5.1', comments: false, onCreateNode })
  return changes.sort((one, other) => one.start - other.start || other.end - one.end)
}

function changesAt(node: Node, source: string): Change[] {
  const [start, end] = rangeOf(node)
  const becomes = (to: string): Change => ({ start, end, to })
  if (DROPPED.has(node.type)) return [becomes('')]
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return (OPERATORS[node.operator] ?? []).map((to) => {
        const after = rangeOf(node.left)[1]
        const at = source.indexOf(node.operator, after)
        const rest = source.slice(at + node.operator.length, end)
        return { ...becomes(`${source.slice(start, at)}${to}${rest}`), loose: true }
      })
    case 'UnaryExpression':
      if (node.operator === '#' || node.operator === '~') return []
      return [{ ...becomes(source.slice(start + node.operator.length, end).trim()), loose: true }]
    case 'NumericLiteral':
      return [becomes(`${node.value + 1}`), { ...becomes(`${node.value - 1}`), loose: true }]
    case 'StringLiteral':
      return [becomes(source.slice(start + 1, end - 1) === '' ? "'mutant'" : "''")]
    case 'BooleanLiteral':
      return [becomes(`${!node.value}`)]
    case 'IfClause':
    case 'ElseifClause':
      return conditions(node.condition, ['true', 'false'])
    case 'WhileStatement':
      return conditions(node.condition, ['false'])
    default:
      return []
  }
}

function conditions(condition: Node, values: readonly string[]): Change[] {
  const [start, end] = rangeOf(condition)
  return values.map((to) => ({ start, end, to }))
}

function rangeOf(node: Node): [start: number, end: number] {
  const { range } = node as Node & { range?: [number, number] }
  if (!range) throw new Error(`luaparse gave no place of a ${node.type}`)
  return range
}
