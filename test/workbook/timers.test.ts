import { AsyncResource } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { lapse, leavesNoTimers } from '#support'

/** What something that is started now carries along, of storages that are in use. */
const carried = () => Object.getOwnPropertySymbols(new AsyncResource('some work')).length

test('code whose timers were watched leaves nothing that all later work carries along', async () => {
  const before = carried()
  for (let i = 0; i < 3; i++) {
    const fired = await lapse(() => new Promise((resolve) => setTimeout(resolve, 60_000)), 90_000)
    expect(fired.endedAt).toBe(60_000)
    await leavesNoTimers('', async () => {}, '')
  }
  expect(carried()).toBe(before)
})
