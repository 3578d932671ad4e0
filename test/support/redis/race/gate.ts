import type { Command, Redis } from 'ioredis'

/** What the server answered to one command. */
export type Reply = { readonly value: unknown } | { readonly error: Error }

/** What reached the server as one, and what it answered: a command, or all that was sent together. */
export interface Sent {
  readonly commands: readonly string[]
  readonly replies: readonly Reply[]
}

interface Held {
  readonly command: Command
  readonly send: () => void
  readonly answered: Promise<Reply>
}

type Stream = Parameters<Redis['sendCommand']>[1]

/**
 * Holds the commands of one pod's clients until someone lets them through, one unit after the other. A
 * unit is what reaches the server as one: a command by itself (WATCH; MULTI, ZADD and EXEC of
 * `multi({ pipeline: false })`; EVALSHA, and EVAL after its NOSCRIPT), or all commands of a pipeline,
 * which a MULTI … EXEC chain is, too: ioredis writes those at once.
 */
export class Gate {
  #units: { readonly stream: Stream; readonly held: Held[] }[] = []
  #open = true
  /** Called when a command has come to the gate. */
  onArrival = (): void => {}

  /** Puts the gate before a client, and before those that the client duplicates itself into. */
  guard(client: Redis): void {
    const send = client.sendCommand.bind(client)
    client.sendCommand = (command, stream) => {
      // What a client says of its own accord as it connects is none of the pod's commands.
      if (this.#open || client.status !== 'ready') return send(command, stream)
      this.#hold(command, stream, () => send(command, stream))
      return command.promise
    }
    const duplicate = client.duplicate.bind(client)
    client.duplicate = (override) => {
      const copy = duplicate(override)
      copy.on('error', () => {})
      client.once('end', () => copy.disconnect())
      this.guard(copy)
      return copy
    }
  }

  close(): void {
    this.#open = false
  }

  /** From now on commands pass. Those that were held are forgotten: they are never sent. */
  open(): void {
    this.#open = true
    this.#units = []
  }

  /** The commands that would be sent next, if there are any. */
  get waiting(): readonly string[] | undefined {
    return this.#units[0]?.held.map(({ command }) => nameOf(command))
  }

  /** Lets the unit that came first through, and resolves when the server has answered all of it. */
  async release(): Promise<Sent> {
    const unit = this.#units.shift()
    if (!unit) throw new Error('nothing waits at the gate')
    for (const { send } of unit.held) send()
    const replies = await Promise.all(unit.held.map(({ answered }) => answered))
    // Read now: a custom command of ioredis decides only as it is written whether it is an EVAL.
    return { commands: unit.held.map(({ command }) => nameOf(command)), replies }
  }

  #hold(command: Command, stream: Stream, send: () => void): void {
    const held = { command, send, answered: answerOf(command) }
    const last = this.#units.at(-1)
    if (stream && last?.stream === stream) last.held.push(held)
    else this.#units.push({ stream, held: [held] })
    this.onArrival()
  }
}

const nameOf = ({ name }: Command) => name.toUpperCase()

/**
 * The server's own answer. Not `command.promise` alone: that of a custom command settles only after its
 * NOSCRIPT has been mended by another command, which is held as well.
 */
function answerOf(command: Command): Promise<Reply> {
  return new Promise((resolve) => {
    const reject = command.reject
    command.reject = (error) => {
      resolve({ error })
      reject(error)
    }
    command.promise.then(
      (value) => resolve({ value }),
      (error) => resolve({ error }),
    )
  })
}
