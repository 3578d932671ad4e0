/**
 * The line that begins a Redis script that has flags, its line end included; `''` if there is none.
 */
export function shebangOf(source: string): string {
  return /^#![^\n]*(\n|$)/.exec(source)?.[0] ?? ''
}

/**
 * Puts `prefix` on the script's first line, so that lines keep their numbers; after a shebang's
 * line.
 */
export function prefixLua(source: string, prefix: string): string {
  const shebang = shebangOf(source)
  const head = shebang === '' || shebang.endsWith('\n') ? shebang : `${shebang}\n`
  return `${head}${prefix} ${source.slice(shebang.length)}`
}

/** A prefix's file on one line. Works where comments end a line and no string holds two dashes. */
export function onOneLine(lua: string): string {
  return lua
    .replace(/--.*$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
