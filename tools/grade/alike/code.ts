import { type Comment, parse as parseLua } from 'luaparse'
import { assertReadable, parseTypeScript } from '../../judge/parse.ts'
import { Refused } from '../../judge/refused.ts'
import { type Node, shapeOf } from './shape.ts'

/** What is read of a file. */
export interface Code {
  /** Without comments and layout. */
  readonly plain: string
  /** What it does, see {@link shapeOf}. */
  readonly shape: readonly string[]
  /** The words of its code, those of comments not among them. */
  readonly words: ReadonlySet<string>
}

/** @param name of the file, whose ending says the language @returns undefined for what cannot be read */
export function readCode(text: string, name: string): Code | undefined {
  try {
    assertReadable(text, name)
    const { program, comments } = name.endsWith('.lua') ? luaOf(text) : typescriptOf(text, name)
    const code = withoutComments(text, comments)
    const words = new Set(code.match(/\w+/g))
    return { plain: code.replace(/\s/g, ''), shape: shapeOf(program), words }
  } catch (error) {
    // RangeError: so deep that the stack ends.
    const isUnread = [SyntaxError, RangeError, Refused].some((one) => error instanceof one)
    if (isUnread) return undefined
    throw error
  }
}

type Span = readonly [start: number, end: number]

function typescriptOf(text: string, name: string): { program: Node; comments: Span[] } {
  const { program, comments } = parseTypeScript(text, name)
  return { program, comments: comments.map(({ start, end }) => [start, end]) }
}

function luaOf(text: string): { program: Node; comments: Span[] } {
  // What stands behind a `#!` is for Redis.
  const plain = text.replace(/^#!.*/, (line) => ' '.repeat(line.length))
  const program = parseLua(plain, { luaVersion: '5.1', comments: true, ranges: true })
  const comments = (program.comments ?? []) as (Comment & { range?: [number, number] })[]
  return { program, comments: comments.flatMap(({ range }) => (range ? [range] : [])) }
}

function withoutComments(text: string, comments: readonly Span[]): string {
  let code = ''
  let from = 0
  for (const [start, end] of comments) {
    code += `${text.slice(from, start)} `
    from = end
  }
  return code + text.slice(from)
}
