// Names in a learner's syntax tree.

// biome-ignore lint/suspicious/noExplicitAny: nodes of every type are looked at by name
export type AnyNode = any

const BINDING = ['FunctionDeclaration', 'ClassDeclaration', 'TSEnumDeclaration']

/** Names that mean something as the module runs since a statement at its top declares them: types do not. */
export function namesDeclaredBy(statement: AnyNode): string[] {
  const { specifiers, declaration } = statement
  if (statement.type === 'ImportDeclaration') {
    const values = specifiers.filter((one: AnyNode) => one.importKind !== 'type')
    return statement.importKind === 'type' ? [] : values.map(({ local }: AnyNode) => local.name)
  }
  const declares = declaration ?? statement
  if (declares.declare) return []
  if (declares.type === 'VariableDeclaration') {
    return declares.declarations.flatMap(({ id }: AnyNode) => namesIn(id))
  }
  return BINDING.includes(declares.type) && declares.id ? [declares.id.name] : []
}

/** The names that a pattern binds. */
export function namesIn(pattern: AnyNode): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((one: AnyNode) => namesIn(one.value ?? one))
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn)
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    default:
      return []
  }
}
