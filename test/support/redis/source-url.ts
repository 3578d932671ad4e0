import { type Source, SourceAbsent } from './source.ts'

/** A server that someone else runs: used as it is, never flushed, reconfigured or restarted. */
export const url: Source<'url'> = {
  name: 'url',
  async find({ env }) {
    const url = env.REDIS_URL
    if (!url) throw new SourceAbsent('REDIS_URL is not set')
    if (!/^rediss?:\/\//.test(url)) {
      throw new Error('REDIS_URL must begin with redis:// or rediss://')
    }
    return { url, from: `REDIS_URL (${withoutPassword(url)})`, settleMs: 0, owned: false }
  },
  async findNodes() {
    throw new SourceAbsent('REDIS_URL is one server, and not ours to make a cluster of')
  },
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//…@')
}
