import { plain } from '../judge/results.ts'
/** A piece of HTML that is meant as such. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | readonly Markup[] | undefined

/** HTML of which all values are text, whatever is in them, but for other `Markup`. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const texts = parts.map((part, i) => part + shown(values[i]))
  return new Markup(texts.join(''))
}

function shown(value: Value): string {
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(shown).join('')
  return escaped(String(value ?? ''))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => plain(text).replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one)
