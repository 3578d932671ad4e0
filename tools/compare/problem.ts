/** What is said of a stub that nobody has filled in yet. */
export const TODO = 'to do'

/** What an implementation threw, in one line. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${error}`
  if (error.name === 'TodoError') return TODO
  const [, line, why] = /:(\d+):\d+: ERROR: (.*)/.exec(error.message) ?? []
  return line ? `line ${line}: ${why}` : `${error.name}: ${error.message.split('\n')[0]}`
}
