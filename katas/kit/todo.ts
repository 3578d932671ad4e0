/** Thrown by a stub that nobody has filled in yet. */
export class TodoError extends Error {
  override readonly name = 'TodoError'
}

/**
 * Stands where the learner's lines go. Its message says what they are to bring about, not how.
 * Throws a {@link TodoError}, always. `given` is what the learner's lines have to work with.
 */
export function todo(outcome: string, ..._given: readonly unknown[]): never {
  throw new TodoError(`TODO: ${outcome}`)
}
