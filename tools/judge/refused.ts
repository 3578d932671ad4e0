/** A learner's file that the judge will not run, in words for the learner. */
export class Refused extends Error {
  override readonly name = 'Refused'
}
