import { Visitor } from 'vite'
import { hiddenNames } from './confine.ts'
import { foreignWrites } from './foreign.ts'
import { unknownOfKit } from './kit-names.ts'
import { type AnyNode, namesDeclaredBy } from './names.ts'
import { parseTypeScript } from './parse.ts'
import { Refused } from './refused.ts'
import { Shared } from './shared.ts'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/**
 * Returns `source` with a counter call at the head of each loop and function body, and around what is
 * copied by syntax, on the same line, so that line numbers stay. Names that mean something in this process
 * alone (`process`, `require`) mean a refusal in it. Throws a `SyntaxError` with the line if there is one, and
 * {@link Refused} when the file imports anything but `allowed`: an implementation is one file that stands by
 * itself.
 *
 * @param name the file's name in messages and, by its ending, its language
 * @param enteredBy the module that gives the counters
 */
export function instrument(
  source: string,
  name: string,
  allowed: readonly string[],
  enteredBy = new Shared().judge('entered'),
): string {
  const { program } = parseTypeScript(source, name)
  const edits = new Edits(source)
  const tick = fresh(source, '__tick')
  const call = fresh(source, '__call')
  const copied = fresh(source, '__copied')
  const enter = fresh(source, '__enter')
  const entered = fresh(source, '__entered')

  const head = (body: Node, text: string) => {
    if (body.type === 'BlockStatement' || body.type === 'FunctionBody') {
      edits.insert(body.start + 1, text)
    } else if (body.type.endsWith('Statement')) {
      edits.insert(body.start, `{${text}`)
      edits.close(body.end, '}')
    } else {
      edits.insert(body.start, `(${text.replace(/;/g, ',')}`)
      edits.close(body.end, ')')
    }
  }
  const loop = (kind: string) => (node: Node & { body: Node }) =>
    head(node.body, `${tick}(${edits.place(kind, '', node.start)});`)

  /** Names of functions by the start of their node: methods and constants give theirs. */
  const names = new Map<number, { name: string; public: boolean }>()
  const body = (node: FunctionNode) => {
    if (!node.body) return
    const named = names.get(node.start)
    const index = edits.place('function', named?.name ?? node.id?.name ?? '', node.start)
    const args = named?.public ? argumentsOf(node) : undefined
    const record = args ? `${call}(${index},${args});` : ''
    head(node.body, `${tick}(${index});${record}`)
  }
  /** What is copied by syntax, or by a constructor, and not by a builtin that the meter could patch. */
  const copies = (node: Node | null | undefined) => {
    if (!node) return
    edits.insert(node.start, `${copied}(`)
    edits.close(node.end, ')')
  }
  const refuse = (what: string, node: Node): never => {
    const only = ['#kit', ...allowed].map((one) => `'${one}'`).join(', ')
    throw new Refused(
      `${name}:${edits.line(node.start)} ${what}: an implementation imports only ${only}`,
    )
  }
  /** A name that is vitest's, or written so that it might be one of ours: nobody means it. */
  const identifier = (node: Node & { name: string }) => {
    const at = `${name}:${edits.line(node.start)}`
    if (/^__vi/.test(node.name)) throw new Refused(`${at} \`${node.name}\` is not there in a kata`)
    if (source.startsWith(node.name, node.start)) return
    throw new Refused(`${at} writes the name ${node.name} with an escape`)
  }
  const source_ = (node: Node & { source?: { value: string } | null; importKind?: string }) => {
    const from = node.source?.value
    if (from === undefined || node.importKind === 'type') return
    if (from !== '#kit' && !allowed.includes(from)) refuse(`imports '${from}'`, node)
    const wrong = from === '#kit' ? unknownOfKit(node) : undefined
    if (wrong) throw new Refused(`${name}:${edits.line(node.start)} ${wrong}`)
  }

  new Visitor({
    ForStatement: loop('for'),
    ForInStatement: loop('for-in'),
    ForOfStatement: loop('for-of'),
    WhileStatement: loop('while'),
    DoWhileStatement: loop('do-while'),
    Program(node) {
      for (const statement of node.body) nameTopLevel(statement as AnyNode, names)
    },
    ClassBody(node) {
      const owner = edits.className(node.start)
      for (const member of node.body as unknown as AnyNode[]) nameMember(member, owner, names)
    },
    ClassDeclaration: (node) => edits.nameClass(node.body.start, node.id?.name ?? ''),
    ClassExpression: (node) => edits.nameClass(node.body.start, node.id?.name ?? ''),
    FunctionDeclaration: (node) => body(node as unknown as FunctionNode),
    FunctionExpression: (node) => body(node as unknown as FunctionNode),
    ArrowFunctionExpression: (node) => body(node as unknown as FunctionNode),
    ImportDeclaration: (node) => source_(node as never),
    ExportAllDeclaration: (node) => source_(node as never),
    ExportNamedDeclaration: (node) => source_(node as never),
    ImportExpression: (node) => refuse('imports at run time', node),
    MetaProperty(node) {
      if (node.meta.name === 'import') refuse('uses import.meta', node)
    },
    Identifier: (node) => identifier(node as never),
    ObjectExpression(node) {
      for (const one of node.properties) if (one.type === 'SpreadElement') copies(one.argument)
    },
    VariableDeclarator({ id, init }) {
      const isRest = id.type === 'ObjectPattern' && id.properties.at(-1)?.type === 'RestElement'
      if (isRest) copies(init)
    },
    NewExpression({ callee, arguments: [from] }) {
      const isTyped = callee.type === 'Identifier' && TYPED_ARRAY.test(callee.name)
      if (isTyped && from?.type !== 'SpreadElement') copies(from)
    },
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') {
        refuse('calls require', node)
      }
    },
  }).visit(program)

  const declared = new Set(program.body.flatMap((one) => namesDeclaredBy(one as AnyNode)))
  const hidden = [...hiddenNames(allowed), 'globalThis', 'console'].filter(
    (one) => !declared.has(one),
  )
  const foreign = foreignWrites(program, (at) => edits.line(at))
  const handed = [name, edits.places, allowed, foreign].map((one) => JSON.stringify(one)).join(',')
  const prelude = [
    `import{enter as ${enter}}from${JSON.stringify(enteredBy)}`,
    `const ${entered}=${enter}(${handed}),{tick:${tick},call:${call},copied:${copied}}=${entered}`,
    `var{${hidden.join(',')}}=${entered}.hidden;`,
  ].join(';')
  return `${prelude}${edits.apply()}\n;${entered}.loaded()`
}

const TYPED_ARRAY = /^(Big)?(Int|Uint|Float)\d+(Clamped)?Array$/

interface FunctionNode extends Node {
  readonly id?: { name: string } | null
  readonly body: Node | null
  readonly params: readonly AnyNode[]
}

/** An expression that gives the arguments of a call, or undefined if there is no cheap one. */
function argumentsOf(node: FunctionNode): string | undefined {
  if (node.type !== 'ArrowFunctionExpression') return 'arguments'
  const names = node.params.map((param) => {
    const target = param.type === 'AssignmentPattern' ? param.left : param
    return target.type === 'Identifier' ? target.name : undefined
  })
  return names.includes(undefined) ? undefined : `[${names.join(',')}]`
}

function nameTopLevel(statement: AnyNode, names: Map<number, { name: string; public: boolean }>) {
  const declaration = statement.declaration ?? statement
  if (declaration?.type === 'FunctionDeclaration') {
    names.set(declaration.start, { name: declaration.id?.name ?? 'default', public: true })
  }
  if (declaration?.type !== 'VariableDeclaration') return
  for (const { id, init } of declaration.declarations) {
    const isFunction = /^(ArrowFunction|Function)Expression$/.test(init?.type ?? '')
    if (isFunction) names.set(init.start, { name: id.name ?? '', public: true })
  }
}

function nameMember(
  member: AnyNode,
  owner: string,
  names: Map<number, { name: string; public: boolean }>,
) {
  const isFunction = /^(ArrowFunction|Function)Expression$/.test(member.value?.type ?? '')
  if (!isFunction) return
  const own = member.key?.type === 'PrivateIdentifier' ? `#${member.key.name}` : member.key?.name
  const name = member.kind === 'constructor' ? `new ${owner}` : `${own ?? ''}`
  names.set(member.value.start, { name, public: !name.startsWith('#') })
}

/** Insertions into a text, each at an offset of the original. */
class Edits {
  readonly #source: string
  readonly #openers: { at: number; text: string }[] = []
  readonly #closers: { at: number; text: string }[] = []
  readonly #classes = new Map<number, string>()
  /** Where each line starts, and the line that was found last. */
  readonly #starts: readonly number[]
  #line = 0
  readonly places: [kind: string, name: string, line: number][] = []

  constructor(source: string) {
    this.#source = source
    this.#starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)]
  }

  place(kind: string, name: string, at: number): number {
    return this.places.push([kind, name, this.line(at)]) - 1
  }

  line(at: number): number {
    // Nodes come in the order of the text, nearly: from the last line found it is never far.
    while ((this.#starts[this.#line] ?? 0) > at) this.#line--
    while ((this.#starts[this.#line + 1] ?? Number.POSITIVE_INFINITY) <= at) this.#line++
    return this.#line + 1
  }

  nameClass(bodyStart: number, name: string): void {
    this.#classes.set(bodyStart, name)
  }

  className(bodyStart: number): string {
    return this.#classes.get(bodyStart) ?? ''
  }

  insert(at: number, text: string): void {
    this.#openers.push({ at, text })
  }

  /** Ends what was opened: what was opened last ends first, and before anything that opens there. */
  close(at: number, text: string): void {
    this.#closers.unshift({ at, text })
  }

  apply(): string {
    let text = ''
    let from = 0
    // A stable sort: those at the same offset stay in this order.
    const all = [...this.#closers, ...this.#openers].sort((a, b) => a.at - b.at)
    for (const { at, text: added } of all) {
      text += this.#source.slice(from, at) + added
      from = at
    }
    return text + this.#source.slice(from)
  }
}

/** A name that does not occur in the source, so that nothing of the learner's can shadow it. */
function fresh(source: string, wanted: string): string {
  let name = wanted
  for (let n = 1; source.includes(name); n++) name = `${wanted}${n}`
  return name
}
