// A private Redis, and the process that starts it: see `apart.ts`.
//
// here → parent: { url, note } | { tried, forced } | { failed } · { done: true } | { failed: message }
// parent → here: { do: 'pause' | 'resume' | 'kill' | 'stop' }; the end of the channel stops it, too
import { startPrivateRedis } from './private.ts'
import { reason } from './source.ts'
import { RedisUnavailable } from './sources.ts'

export type Order = 'pause' | 'resume' | 'kill' | 'stop'

const say = (answer: object) => process.connected && process.send?.(answer)

const server = await startPrivateRedis().catch((error: unknown) => {
  if (error instanceof RedisUnavailable) {
    say({ tried: error.tried, forced: Boolean(process.env.KATA_REDIS) })
  } else {
    say({ failed: reason(error) })
  }
  process.disconnect()
})

if (server) {
  const { control } = server
  const orders: Partial<Record<Order, () => Promise<void>>> = { ...control, stop: server.stop }
  process.on('message', async ({ do: order }: { do: Order }) => {
    try {
      await orders[order]?.()
      say({ done: true })
    } catch (error) {
      say({ failed: reason(error) })
    }
    if (order === 'stop') process.disconnect()
  })
  process.once('disconnect', () => void server.stop())
  if (process.connected)
    say({ url: server.url, note: server.note, canBeControlled: Boolean(control) })
  else await server.stop()
}
