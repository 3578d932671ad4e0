// The limits of a judged run, in one place. Plain JavaScript, since vitest's options need them.

/** A test's own time, in ms: past it a synchronous test is stopped where it stands. */
export const TEST_LIMIT_MS = 1000
/** How many times its limit something may take on a machine that is busy with other things. */
export const PATIENCE = 10
/** The share of its limit that a test must have had to itself, for the clock to say something of it. */
export const OWN_SHARE = 0.6
/** A test's own time, in ms, where it speaks with Redis, thousands of times in some. */
export const REDIS_TEST_LIMIT_MS = 20_000
/** How long a file may keep its process from answering while it is loaded, in ms, before the grace. */
export const LOAD_LIMIT_MS = 1000
/** How long a fork that loads a file may have next to nothing to do, in ms. */
export const LOAD_IDLE_MS = 1200
/** How often that is looked at, in ms: nine tenths of it idle is next to nothing. */
export const IDLE_POLL_MS = 100
/** How long a fork may not answer before the watchdog ends it, in ms beyond the test's own time. */
export const WATCHDOG_GRACE_MS = 500
/** Heap of a fork, in MB; V8 ends the fork past it. */
export const HEAP_LIMIT_MB = 512
/** V8's flag by which a fork makes no code of strings: such code would not be counted, and sees all globals. */
export const NO_EVAL = '--disallow-code-generation-from-strings'
/** All memory of a fork, in bytes, typed arrays included; the watchdog ends it past that. */
export const MEMORY_LIMIT_BYTES = 1024 ** 3
/** What stands for a test's title while a file is loaded. */
export const LOADING = 'the file loads'
export { NO_REDIS } from '../../test/support/redis/no-redis.mjs'
/** Why a test was not run when another one alone was asked for. */
export const NOT_ASKED = 'another test was asked for'
/** Where this is set, the next process is started before it is asked for: one runs again and again. */
export const AHEAD_ENV = 'KATA_FORK_AHEAD'
/** Slots of the memory that a fork shares with its watchdog: beats so far, ms without one allowed. */
export const BEAT_SLOT = 0
export const LIMIT_SLOT = 2
