import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { withOwnCjson } from './own-cjson.ts'
import { within } from './source.ts'

const POD = fileURLToPath(new URL('pod.mjs', import.meta.url))
const ANSWER_MS = 15_000

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
  readonly ready?: true
  readonly loaded?: true
  readonly replies?: readonly { index: number; reply?: unknown; error?: string }[]
  readonly failed?: string
}

/** Starts `count` pods on the Redis at `url`, hands them to `use`, and ends them whatever happens. */
export async function withPods<T>(
  count: number,
  url: string,
  use: (pods: Pods) => Promise<T>,
): Promise<T> {
  const { NODE_OPTIONS: _, ...env } = process.env
  const children = Array.from({ length: count }, () =>
    fork(POD, [url], { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  )
  const ask = (doing: string, message?: (pod: number) => object) =>
    Promise.all(
      children.map((child, i) => {
        const answer = nextAnswer(child, `pod ${i + 1} of ${count}`, doing)
        if (message) child.send(message(i))
        return answer
      }),
    )
  try {
    await ask('connecting')
    return await use({
      count,
      async fire({ script, key, argvs }) {
        const text = withOwnCjson(script)
        const calls = argvs.map((argv, index) => ({ index, argv }))
        const share = (pod: number) => calls.filter(({ index }) => index % count === pod)
        await ask('loading', (pod) => ({ do: 'load', script: text, key, calls: share(pod) }))
        const answers = await ask('answering', () => ({ do: 'go' }))
        const replies: unknown[] = new Array(argvs.length)
        for (const { index, reply, error } of answers.flatMap((answer) => answer.replies ?? [])) {
          if (error !== undefined) throw new Error(`call ${index + 1}: ${error}`)
          replies[index] = reply
        }
        return replies
      },
    })
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}

async function nextAnswer(child: ChildProcess, name: string, doing: string): Promise<Answer> {
  const listening = new AbortController()
  const { signal } = listening
  const ended = async () => {
    const [code, killedBy] = await once(child, 'exit', { signal })
    throw new Error(`it ended with ${killedBy ?? code}`)
  }
  const answered = async () => (await once(child, 'message', { signal }))[0] as Answer
  try {
    const first = Promise.race([answered(), ended()])
    const answer = await within(ANSWER_MS, first, `no answer within ${ANSWER_MS / 1000} s`)
    if (answer.failed !== undefined) throw new Error(answer.failed)
    return answer
  } catch (error) {
    throw new Error(`${name}, ${doing}: ${(error as Error).message}`)
  } finally {
    listening.abort()
  }
}
