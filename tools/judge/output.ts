import { OUTPUT_LIMIT_BYTES } from './limits.mjs'

let capped = false

/** From now on this process prints so much and no more; what it dropped is said once, at the limit. */
export function capOutput(): void {
  if (capped) return
  capped = true
  let left = OUTPUT_LIMIT_BYTES
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream)
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      const done = rest.find((one): one is () => void => typeof one === 'function')
      if (left <= 0) {
        done?.()
        return true
      }
      const bytes = Buffer.from(chunk as string)
      const kept = bytes.subarray(0, left)
      left -= bytes.length
      if (left <= 0)
        return write(`${kept}\n… cut: only ${OUTPUT_LIMIT_BYTES} bytes are shown\n`, done)
      return write(kept, done)
    }
  }
}
