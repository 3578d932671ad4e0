import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { RedisScript } from '../../katas/kit/script.ts'
import { root } from '../judge/catalogue.mjs'

/** Requests that a client has made when it is measured. */
export const REQUESTS = [100, 1000] as const

/** Longer than any run: what was allowed counts to the end. */
const WINDOW_MS = 3_600_000
const REFILL_PER_SEC = 5

/** A reference script, and what the lessons say that it keeps. */
export interface Sized {
  readonly name: string
  readonly kata: string
  readonly script: string
  readonly argv: (requests: number, id: string) => readonly (string | number)[]
  readonly lesson: string
}

const window = (limit: number) => [WINDOW_MS, limit]

export const SIZED: readonly Sized[] = [
  {
    ...{ name: 'fixed window', kata: '14', script: 'fixed-window.lua', argv: window },
    lesson: 'about 60 B',
  },
  {
    ...{ name: 'token bucket', kata: '16', script: 'token-bucket.lua' },
    argv: (capacity) => [capacity, REFILL_PER_SEC, 1],
    lesson: 'about 100 B',
  },
  {
    ...{ name: 'sliding counter', kata: '17', script: 'sliding-counter.lua', argv: window },
    lesson: 'about 100 B',
  },
  {
    ...{ name: 'sliding log', kata: '15', script: 'sliding-log.lua' },
    argv: (limit, id) => [...window(limit), id],
    lesson: '2.6 to 4 kB, 107 to 116 kB',
  },
]

/** What one client takes, in bytes, after each of {@link REQUESTS}. */
export interface Size extends Sized {
  readonly bytes: readonly number[]
}

/**
 * Has each script allow as many requests as its limit lets in, and asks Redis what the key takes then.
 * The key is gone when it returns or throws.
 */
export async function measured(client: Redis, key: string, idLength: number): Promise<Size[]> {
  const sizes: Size[] = []
  for (const one of SIZED) {
    const bytes: number[] = []
    for (const requests of REQUESTS) {
      try {
        await fill(client, key, one, requests, idLength)
        bytes.push(Number(await client.memory('USAGE', key, 'SAMPLES', 0)))
      } finally {
        await client.unlink(key)
      }
    }
    sizes.push({ ...one, bytes })
  }
  return sizes
}

async function fill(
  client: Redis,
  key: string,
  { script: file, argv, name }: Sized,
  requests: number,
  idLength: number,
): Promise<void> {
  const script = new RedisScript(readFileSync(join(root, 'lua', file), 'utf8'))
  const ask = (i: number) =>
    script.run(client, [key], argv(requests, idOf(i, idLength))) as Promise<readonly number[]>
  // The first alone: it may have to teach the server the script.
  const replies = [await ask(0)]
  replies.push(...(await Promise.all(Array.from({ length: requests - 1 }, (_, i) => ask(i + 1)))))
  const allowed = replies.filter(([allowed]) => allowed === 1).length
  // A figure of anything less would be another's.
  if (allowed !== requests) throw new Error(`${name}: ${allowed} of ${requests} were allowed`)
}

/** No integers, which Redis would keep in fewer bytes than their digits. */
const idOf = (i: number, length: number) => `r${String(i).padStart(length - 1, '-')}`
