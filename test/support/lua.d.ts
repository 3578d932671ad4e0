/** A Lua script is imported as its text. */
declare module '*.lua' {
  const source: string
  export default source
}
