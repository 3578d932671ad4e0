import { root } from '../judge/catalogue.mjs'
import { filesBelow } from '../judge/files.mjs'

/** The checkout's files, relative to it and with `/`. */
export const filesOfCheckout = (): string[] => filesBelow(root)
