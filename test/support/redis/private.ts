import { type RedisServer, startRedis } from './server.ts'

/** A server that nobody else uses, to be flushed, paused or killed: never the one of `REDIS_URL`. */
export function startPrivateRedis(): Promise<RedisServer> {
  const { REDIS_URL: _, KATA_REDIS: source, ...env } = process.env
  return startRedis(source === 'url' ? env : { ...env, KATA_REDIS: source })
}
