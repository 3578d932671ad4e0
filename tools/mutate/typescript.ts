import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Change } from './mutant.ts'

/**
 * The changes that Stryker makes to a TypeScript file. Of Stryker only that list is used: its runners
 * do not know how this house tells a test which implementation it judges, nor its guards.
 */
export async function changesOfTypeScript(name: string, source: string): Promise<Change[]> {
  const options = { plugins: null, excludedMutations: [], ignorers: [] }
  const file = { name, content: source, mutate: true }
  const { mutants } = await new Instrumenter(SILENT).instrument([file], options)
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)]
  const offset = ({ line, column }: { line: number; column: number }) =>
    (starts[line] ?? source.length) + column
  return mutants.map(({ location, replacement = '', mutatorName }) => ({
    start: offset(location.start),
    end: offset(location.end),
    to: replacement,
    loose: LOOSE.has(mutatorName),
  }))
}

/** Mutators whose replacement has operators of its own. */
const LOOSE = new Set([
  ...['ArithmeticOperator', 'EqualityOperator', 'LogicalOperator'],
  ...['BooleanLiteral', 'UnaryOperator'],
])

const nothing = () => {}
const never = () => false

const SILENT = {
  ...{ trace: nothing, debug: nothing, info: nothing },
  ...{ warn: nothing, error: nothing, fatal: nothing },
  ...{ isTraceEnabled: never, isDebugEnabled: never, isInfoEnabled: never },
  ...{ isWarnEnabled: never, isErrorEnabled: never, isFatalEnabled: never },
}
