import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { within } from './source.ts'

const ANSWER_MS = 15_000

/** The program that each process runs; it says something over IPC once it is ready. */
export interface Program {
  readonly file: string
  readonly args: readonly string[]
  readonly execArgv?: readonly string[]
  /** How long it may take to be ready, in ms. */
  readonly readyMs?: number
}

/** Real operating-system processes that are asked over IPC. */
export interface Processes {
  readonly count: number
  /**
   * Sends each process its message, and resolves to their answers, in their order. Rejects if one ends,
   * answers `{ failed: message }`, or gives no answer in time (15 s).
   *
   * @param doing what they are asked to do, for an error
   */
  ask<Answer>(
    doing: string,
    message?: (index: number) => object,
    withinMs?: number,
  ): Promise<Answer[]>
}

/**
 * Starts `count` processes, hands them to `use` when all are ready, and ends them whatever happens; at once
 * when `signal` is aborted.
 */
export async function withProcesses<T>(
  count: number,
  { file, args, execArgv = [], readyMs }: Program,
  use: (processes: Processes) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { NODE_OPTIONS: _, ...env } = process.env
  const children = Array.from({ length: count }, () =>
    fork(file, args, {
      env,
      execArgv: [...execArgv],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  const end = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  signal?.addEventListener('abort', end)
  const processes: Processes = {
    count,
    ask: <Answer>(doing: string, message?: (index: number) => object, withinMs = ANSWER_MS) =>
      Promise.all(
        children.map((child, i) => {
          const answer = nextAnswer(child, `pod ${i + 1} of ${count}`, doing, withinMs)
          if (message) child.send(message(i))
          return answer as Promise<Answer>
        }),
      ),
  }
  try {
    await processes.ask('connecting', undefined, readyMs)
    return await use(processes)
  } finally {
    signal?.removeEventListener('abort', end)
    end()
  }
}

/**
 * What the child says next. Rejects if it ends, answers `{ failed: message }`, or says nothing in time.
 * @param name whose answer it is, and `doing` what it was asked to do: for an error
 */
export async function nextAnswer(
  child: ChildProcess,
  name: string,
  doing: string,
  withinMs: number,
): Promise<unknown> {
  const listening = new AbortController()
  const { signal } = listening
  const ended = async () => {
    const [code, killedBy] = await once(child, 'exit', { signal })
    throw new Error(`it ended with ${killedBy ?? code}`)
  }
  const answered = async () => (await once(child, 'message', { signal }))[0] as { failed?: string }
  try {
    const first = Promise.race([answered(), ended()])
    const answer = await within(withinMs, first, `no answer within ${withinMs / 1000} s`)
    if (answer.failed !== undefined) throw new Error(answer.failed)
    return answer
  } catch (error) {
    throw new Error(`${name}, ${doing}: ${(error as Error).message}`)
  } finally {
    listening.abort()
  }
}
