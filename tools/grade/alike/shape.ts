// What code does, without how it is written down: names, values, comments, layout and types are not in it.
// biome-ignore lint/suspicious/noExplicitAny: nodes of every type, of two languages, are looked at by name
export type Node = any

/** Say nothing by themselves: what is in them is what counts. */
const TRANSPARENT = new Set([
  ...[
    'Program',
    'Chunk',
    'BlockStatement',
    'FunctionBody',
    'DoStatement',
    'ParenthesizedExpression',
  ],
  ...['ExpressionStatement', 'CallStatement', 'ChainExpression', 'ExportNamedDeclaration'],
  ...['ExportDefaultDeclaration', 'VariableDeclaration', 'ClassBody', 'StaticBlock'],
  ...['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSTypeAssertion'],
  ...['TSParameterProperty', 'TSInstantiationExpression', 'TableValue', 'ElseClause'],
])
const LEFT_OUT = /^(TS|Import|Export|Empty|Directive|Super$|ThisExpression$)/
const LITERAL = /Literal$/
const FUNCTION = /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/
/** Two ways to write the same: the first is written as the second, its sides exchanged. */
const TURNED: Readonly<Record<string, string>> = { '>': '<', '>=': '<=' }
const NO_CHILDREN = new Set(['type', 'start', 'end', 'typeAnnotation', 'typeArguments'])
const TYPES = ['typeParameters', 'returnType', 'superTypeArguments', 'implements', 'decorators']
for (const one of TYPES) NO_CHILDREN.add(one)

/**
 * The tokens of what the code does, in an order that does not depend on where functions, methods and fields stand.
 * The same for: other names (of what the file itself declares), values, comments, layout and types; `const` and
 * `let`; a `for` and its `while`; a function and its arrow; `i++` and `i += 1`; `a > b` and `b < a`; `x ?? 0`,
 * `x as number` and `x`.
 */
export function shapeOf(program: Node): string[] {
  return new Shape(program).tokens(program)
}

class Shape {
  /** What the file itself declares: its author could have named it otherwise. */
  readonly #names = new Set<string>()
  readonly #members = new Set<string>()

  constructor(program: Node) {
    this.#declare(program)
  }

  tokens(node: Node): string[] {
    if (!node) return []
    if (Array.isArray(node)) return node.flatMap((one) => this.tokens(one))
    const { type } = node
    if (type === 'Program' || type === 'ClassBody') return this.#sorted(node.body)
    if (TRANSPARENT.has(type)) return this.#children(node)
    if (LEFT_OUT.test(type)) return []
    if (LITERAL.test(type)) return ['literal']
    if (FUNCTION.test(type)) return this.#function(node)
    const own = OWN[type]
    return own ? own(node, (one) => this.tokens(one), this) : this.#plain(node)
  }

  name(node: Node): string {
    return this.#names.has(node.name) ? 'name' : node.name
  }

  member(node: Node): string {
    return node.type === 'PrivateIdentifier' || this.#members.has(node.name) ? 'member' : node.name
  }

  #plain(node: Node): string[] {
    const { type, operator } = node
    const what = operator ? `${type} ${operator}` : type
    return [what, ...this.#children(node), ...(/^(If|Switch|Try)/.test(type) ? ['end'] : [])]
  }

  #children(node: Node): string[] {
    return Object.entries(node).flatMap(([key, value]) =>
      NO_CHILDREN.has(key) || typeof value !== 'object' ? [] : this.tokens(value),
    )
  }

  #sorted(members: readonly Node[]): string[] {
    const shapes = members.map((one) => this.tokens(one))
    return shapes
      .map((shape) => ({ shape, by: shape.join(' ') }))
      .sort((one, other) => (one.by < other.by ? -1 : 1))
      .flatMap(({ shape }) => shape)
  }

  #function({ params, parameters, body }: Node): string[] {
    const isExpression = !Array.isArray(body) && !/^(BlockStatement|FunctionBody)$/.test(body?.type)
    const returned = isExpression ? ['ReturnStatement'] : []
    return [
      'function',
      ...this.tokens(params ?? parameters),
      ...returned,
      ...this.tokens(body),
      'end',
    ]
  }

  #declare(node: Node): void {
    if (!node || typeof node !== 'object') return
    if (Array.isArray(node)) {
      for (const one of node) this.#declare(one)
      return
    }
    const add = (names: Set<string>, ...nodes: readonly Node[]) => {
      for (const one of nodes.flat()) for (const name of boundBy(one)) names.add(name)
    }
    add(this.#names, node.params ?? [], node.parameters ?? [], node.local ?? [], node.param ?? [])
    switch (node.type) {
      case 'VariableDeclarator':
      case 'ClassDeclaration':
      case 'FunctionDeclaration':
        add(this.#names, node.id ?? node.identifier ?? [])
        break
      case 'LocalStatement':
      case 'ForGenericStatement':
        add(this.#names, node.variables)
        break
      case 'ForNumericStatement':
        add(this.#names, node.variable)
        break
      case 'MethodDefinition':
      case 'PropertyDefinition':
      case 'Property':
      case 'TSPropertySignature':
      case 'TSMethodSignature':
      case 'TableKeyString':
        add(this.#members, node.key)
    }
    for (const value of Object.values(node)) this.#declare(value)
  }
}

/** The names that a pattern binds. */
function boundBy(pattern: Node): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((one: Node) => boundBy(one.value ?? one))
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundBy)
    case 'AssignmentPattern':
      return boundBy(pattern.left)
    case 'RestElement':
      return boundBy(pattern.argument)
    case 'TSParameterProperty':
      return boundBy(pattern.parameter)
    default:
      return []
  }
}

type Tokens = (node: Node) => string[]

const loop = (test: Node, body: Node, update: Node, tokens: Tokens) => [
  ...['loop', ...tokens(test), ...tokens(body), ...tokens(update), 'end'],
]

const unnamed = (node: Node, value: Node, tokens: Tokens) => {
  if (!value) return []
  return FUNCTION.test(value.type) ? tokens(value) : ['=', ...tokens(node), ...tokens(value)]
}

const binary = ({ operator, left, right }: Node, tokens: Tokens) => {
  const turned = TURNED[operator]
  const [first, second] = turned ? [right, left] : [left, right]
  const same = { '===': '==', '!==': '~=', '!=': '~=' }[operator as string]
  return [turned ?? same ?? operator, ...tokens(first), ...tokens(second)]
}

/** A command of Redis is a name that its author did not choose, though it stands there as a text. */
const command = ([first]: readonly Node[]): string[] => {
  const text = first?.type === 'StringLiteral' ? String(first.raw).slice(1, -1) : ''
  return /^[a-z]+$/i.test(text) ? [text.toUpperCase()] : []
}

/** What has a shape of its own. */
const OWN: Readonly<Record<string, (node: Node, tokens: Tokens, shape: Shape) => string[]>> = {
  Identifier: (node, _, shape) => [shape.name(node)],
  PrivateIdentifier: () => ['member'],
  VarargLiteral: () => ['...'],
  ForStatement: ({ init, test, update, body }, tokens) => [
    ...[...tokens(init), ...loop(test, body, update, tokens)],
  ],
  WhileStatement: ({ test, condition, body }, tokens) =>
    loop(test ?? condition, body, undefined, tokens),
  VariableDeclarator: ({ id, init }, tokens) => unnamed(id, init, tokens),
  PropertyDefinition: ({ key, computed, value }, tokens) =>
    unnamed(computed ? key : { type: 'PrivateIdentifier' }, value, tokens),
  MethodDefinition: ({ value }, tokens) => tokens(value),
  Property: ({ value }, tokens) => ['property', ...tokens(value)],
  TableKeyString: ({ value }, tokens) => ['property', ...tokens(value)],
  LocalStatement: ({ variables, init }, tokens) =>
    init.length === 0 ? [] : ['=', ...tokens(variables), ...tokens(init)],
  AssignmentStatement: ({ variables, init }, tokens) => [
    ...['=', ...tokens(variables), ...tokens(init)],
  ],
  AssignmentExpression: ({ operator, left, right }, tokens) => [
    ...[operator, ...tokens(left), ...tokens(right)],
  ],
  UpdateExpression: ({ operator, argument }, tokens) => [
    ...[`${operator[0]}=`, ...tokens(argument), 'literal'],
  ],
  BinaryExpression: binary,
  LogicalExpression: (node, tokens) =>
    node.operator === '??' && LITERAL.test(node.right.type)
      ? tokens(node.left)
      : binary(node, tokens),
  MemberExpression: ({ object, property, computed, base, identifier }, tokens, shape) =>
    computed
      ? ['[]', ...tokens(object), ...tokens(property)]
      : ['.', ...tokens(object ?? base), shape.member(property ?? identifier)],
  IndexExpression: ({ base, index }, tokens) => ['[]', ...tokens(base), ...tokens(index)],
  CallExpression: ({ callee, base, arguments: args }, tokens) => {
    const named = callee ? [] : command(args)
    return ['call', ...tokens(callee ?? base), ...named, ...tokens(args.slice(named.length))]
  },
}
