/** One small change to a reference, which its kata's tests are to notice. */
export interface Mutant {
  /** The reference, relative to the checkout, with `/`. */
  readonly file: string
  /** The line where the change begins, as it stands there but for the space around it. */
  readonly line: string
  /** What is changed, on one line and cut if it is long. */
  readonly from: string
  readonly to: string
  /** Which one it is of those that are alike in all the above, from 1. */
  readonly nth: number
  /** The number of the line, for people: it is no part of what the mutant is. */
  readonly at: number
  /** Where the change begins in the reference's text. */
  readonly offset: number
  /** The reference's whole text, changed. */
  readonly text: string
}

/** A change as a mutator finds it: offsets in the text, and what to put there. */
export interface Change {
  readonly start: number
  readonly end: number
  readonly to: string
  /** `to` is an expression that may bind less than its neighbours. */
  readonly loose?: boolean
}

/** The mutants that come of changes to a file's text; of two that give the same text the first. */
export function mutantsFrom(
  file: string,
  source: string,
  changes: readonly Change[],
): readonly Mutant[] {
  const texts = new Set([source])
  const seen = new Map<string, number>()
  const mutants: Mutant[] = []
  for (const { start, end, to, loose } of changes) {
    const put = loose ? `(${to})` : to
    const text = source.slice(0, start) + put + source.slice(end)
    if (texts.has(text)) continue
    texts.add(text)
    const lineStart = source.lastIndexOf('\n', start - 1) + 1
    const line = source.slice(lineStart).split('\n', 1)[0]?.trim() ?? ''
    const mutant = { file, line, from: brief(source.slice(start, end)), to: brief(to) }
    const nth = (seen.get(keyOf(mutant)) ?? 0) + 1
    seen.set(keyOf(mutant), nth)
    mutants.push({ ...mutant, nth, at: lineOf(source, start), offset: start, text })
  }
  return mutants
}

/** What a mutant is known by, wherever its line moves. */
export const keyOf = ({ file, line, from, to }: Pick<Mutant, 'file' | 'line' | 'from' | 'to'>) =>
  JSON.stringify([file, line, from, to])

const LONGEST = 80

function brief(code: string): string {
  const text = code.replace(/\s+/g, ' ')
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}

const lineOf = (source: string, offset: number) => source.slice(0, offset).split('\n').length
