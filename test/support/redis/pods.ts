import { fileURLToPath } from 'node:url'
import { asItStands } from './as-it-stands.ts'
import { withProcesses } from './processes.ts'

const POD = fileURLToPath(new URL('pod.mjs', import.meta.url))

/** Many calls of one script on one key. */
export interface Burst {
  readonly script: string
  readonly key: string
  /** The ARGV of each call, in any number. */
  readonly argvs: readonly (readonly (string | number)[])[]
}

/** Real operating-system processes, each with its own connection to Redis. */
export interface Pods {
  readonly count: number
  /**
   * Spreads the calls over all pods and lets them go at once; each pod sends all of its calls
   * without waiting for a reply. Resolves to the replies in the order of `argvs`. Rejects if a call
   * is answered by an error, or if a pod gives no answer within 15 s.
   */
  fire(burst: Burst): Promise<unknown[]>
}

interface Answer {
  readonly replies?: readonly { index: number; reply?: unknown; error?: string }[]
}

/** Starts `count` pods on the Redis at `url`, hands them to `use`, and ends them whatever happens. */
export async function withPods<T>(
  count: number,
  url: string,
  use: (pods: Pods) => Promise<T>,
): Promise<T> {
  return await withProcesses(count, { file: POD, args: [url] }, ({ ask }) =>
    use({
      count,
      async fire({ script, key, argvs }) {
        const text = asItStands(script)
        const calls = argvs.map((argv, index) => ({ index, argv }))
        const share = (pod: number) => calls.filter(({ index }) => index % count === pod)
        await ask('loading', (pod) => ({ do: 'load', script: text, key, calls: share(pod) }))
        const answers = await ask<Answer>('answering', () => ({ do: 'go' }))
        const replies: unknown[] = new Array(argvs.length)
        for (const { index, reply, error } of answers.flatMap((answer) => answer.replies ?? [])) {
          if (error !== undefined) throw new Error(`call ${index + 1}: ${error}`)
          replies[index] = reply
        }
        return replies
      },
    }),
  )
}
