/** Core decides whether a kata is solved; stretch is for a star. */
export type Level = 'core' | 'stretch'

const STRETCH = /^stretch: /

/** The level of a test, by its title. */
export const levelOf = (title: string): Level => (STRETCH.test(title) ? 'stretch' : 'core')

/** The title without its level. */
export const withoutLevel = (title: string): string => title.replace(STRETCH, '')

/** Whether a test is about what code costs: `cost` or `memory` is a word in the title of its suite. */
export const isAboutCost = (suites: readonly string[]): boolean =>
  suites.some((title) => /\b(cost|memory)\b/.test(title))
