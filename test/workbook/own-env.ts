/** This process's settings without its wishes for colour: Node complains where there are two. */
export function ownEnv(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, NO_COLOR: __, ...others } = process.env
  return others
}
