import { isDebian, thisMachine } from './private-apt.ts'

/** What a person without a Redis 8 can do about it, on this system. */
export function waysOut(
  platform: NodeJS.Platform = process.platform,
  osRelease: string = thisMachine({}).osRelease,
): string {
  return `Three ways to a Redis 8:
${twoWays(platform, osRelease)}
  3. REDIS_URL=redis://HOST:PORT of one that runs`
}

/** The same for a cluster: one that runs already is somebody's, and is left alone. */
export const waysToCluster = (): string =>
  `Two ways to a cluster of Redis 8:\n${twoWays(process.platform, thisMachine({}).osRelease)}`

const twoWays = (platform: NodeJS.Platform, osRelease: string): string =>
  `  1. start Docker; the image redis:8 is fetched by itself (REDIS_IMAGE=… for another)
  2. ${withoutDocker(platform, osRelease)}`

function withoutDocker(platform: NodeJS.Platform, osRelease: string): string {
  if (platform === 'darwin') return 'brew install redis'
  if (platform === 'win32') return 'run this in WSL (wsl --install -d Debian)'
  const install = 'install Redis 8, so that redis-server is on PATH'
  if (platform !== 'linux' || !isDebian(osRelease)) return install
  return `${install}; with a mirror of Debian in reach a copy is fetched by itself`
}
