/** What is observed under a topic's own name where the code did not come to the topic's end. */
export const STOPPED = 'stopped'

/** Of each thing that a topic asks, how often it asked, and a digest of the answer if it was always the same. */
export type Answers = Readonly<Record<string, { readonly asked: number; readonly same?: string }>>
