// The bank of interview questions: docs/questions, a file a kata and one of design questions.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../desk/kept.mjs'
import { type Kata, kataNamed, root } from '../judge/catalogue.mjs'

export interface Question {
  /** `03-boundary`: unique, begins with the kata's id, or with `design`. */
  readonly id: string
  readonly question: string
  /** What a good answer must name. */
  readonly names: readonly string[]
  /** What marks a senior. */
  readonly senior: readonly string[]
  readonly wrongTurn: string
  readonly followUp: string
  /**
   * Which submission it is for, where an instructor asks: the name of a wrong answer, `starred`, `solved`,
   * `failed`, `uses:WORD` (a word of its code); for any, if it is empty.
   */
  readonly when: readonly string[]
  /** Undefined of a design question. */
  readonly kata: Kata | undefined
}

const FOLDER = join(root, 'docs/questions')

const TEXTS = ['id', 'question', 'wrongTurn', 'followUp'] as const
const LISTS = ['names', 'senior', 'when'] as const

/** All questions; none in a class's pack, whose people shall not read what a good answer names. */
export const bankHere = (): Question[] => (existsSync(FOLDER) ? questionBank() : [])

/**
 * All questions, those of a kata in their order. Throws an error that names file, place and field of what is
 * not as it must be.
 */
export function questionBank(folder = FOLDER): Question[] {
  const questions = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => questionsOf(folder, name))
  const ids = questions.map(({ id }) => id)
  const twice = ids.find((id, i) => ids.indexOf(id) !== i)
  if (twice) throw new Error(`${folder}: two questions have the id ${twice}`)
  return questions
}

function questionsOf(folder: string, name: string): Question[] {
  const path = join(folder, name)
  const list: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(list)) throw new Error(`${path} must hold an array of questions`)
  const prefix = name === 'design.json' ? 'design-' : `${name.slice(0, 2)}-`
  const kata = kataNamed(name.replace(/\.json$/, ''))
  if (!kata && prefix !== 'design-') throw new Error(`${path} is named as no kata is`)
  return list.map((one, i) => {
    const where = `${path}, question ${i + 1}`
    const fields: unknown = one
    if (!isObject(fields)) throw new Error(`${where} must be an object`)
    for (const field of TEXTS) {
      if (typeof fields[field] !== 'string' || fields[field] === '')
        throw new Error(`${where}: ${field} must be a text, got ${JSON.stringify(fields[field])}`)
    }
    for (const field of LISTS) {
      const texts: unknown = fields[field]
      if (!Array.isArray(texts) || texts.some((text) => typeof text !== 'string'))
        throw new Error(`${where}: ${field} must be a list of texts, got ${JSON.stringify(texts)}`)
    }
    const question = { ...(fields as Omit<Question, 'kata'>), kata }
    if (!question.id.startsWith(prefix))
      throw new Error(`${where}: id must begin with ${prefix}, got ${question.id}`)
    if (question.names.length < 2)
      throw new Error(`${where}: names must have two points or more, got ${question.names.length}`)
    return question
  })
}
