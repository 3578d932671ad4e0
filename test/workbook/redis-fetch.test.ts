import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ownHost } from '../support/redis/owner.mjs'
import type { Machine } from '../support/redis/private-apt.ts'
import { SourceAbsent } from '../support/redis/source.ts'
import { fetchedRedis } from '../support/redis/source-fetch.ts'
import { CHECKOUT, type Warden } from '../support/redis/warden.ts'
import { waysOut } from '../support/redis/ways-out.ts'

const SUPPORT = fileURLToPath(new URL('../support/redis', import.meta.url))
const MIRROR = 'http://me:secret@mirror.invalid/debian/'

let folder: string
let cache: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workbook test-'))
  cache = join(folder, 'a cache')
  fakeApt('exit 0')
  script('dpkg-deb', [
    ...['root=$3/usr', 'mkdir -p "$root/bin" "$root/lib/any-linux-gnu/gconv"'],
    'echo library >"$root/lib/any-linux-gnu/libc.so.6"',
    'loader="$root/lib/any-linux-gnu/ld-linux-any.so.2"',
    String.raw`printf '#!/bin/sh\necho "$3 of $2"\n' >"$loader"`,
    ...['chmod 755 "$loader"', 'touch "$root/bin/redis-server" "$root/bin/redis-cli"'],
  ])
  writeFileSync(join(folder, 'os-release'), 'ID=mydebian\nID_LIKE="ubuntu debian"\n')
  writeFileSync(join(folder, 'keyring.gpg'), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** An apt-get that writes down its calls, knows one mirror, and on `update` does this. */
function fakeApt(update: string): void {
  script('apt-get', [
    `echo "$*" >>'${join(folder, 'calls')}'`,
    `for arg; do case $arg in Dir::State::Lists=*) lists=\${arg#*=} ;; esac; done`,
    `case "$*" in`,
    `  *indextargets*) echo 'stable ${MIRROR}' ;;`,
    `  *update) touch "$lists/mirror_Packages.lz4"; ${update} ;;`,
    'esac',
  ])
  script('apt-helper', [
    `echo "$*" >>'${join(folder, 'calls')}'`,
    `case "$*" in`,
    `  cat-file*) cat <<'END'\n${LIST}\nEND\n;;`,
    '  *) for arg; do case $arg in /*.deb) touch "$arg" ;; esac; done ;;',
    'esac',
  ])
}

const stanza = (name: string, needs: string) =>
  [
    ...[`Package: ${name}`, 'Architecture: any', `Depends: ${needs}`, 'Description: a package'],
    ...[`Filename: pool/${name}_1.deb`, `SHA256: ${name}-sum`, ''],
  ].join('\n')

/** What the mirror has. */
const LIST = [
  stanza('redis', 'nobody'),
  stanza('redis-tools', 'libc6 (>= 2.38), liblzf1 (>= 1.5) | liblzf2, libc6:any'),
  stanza('libc6', 'debconf (>= 0.5) | debconf-2.0'),
  stanza('redis-server', 'redis-tools (= 5:8.0.2), adduser'),
  stanza('liblzf1', ''),
].join('\n')

function script(name: string, lines: readonly string[]): void {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'bin', name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 })
}

const machine = (changes: Partial<Machine> = {}): Machine => ({
  env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` },
  osRelease: join(folder, 'os-release'),
  keyrings: [join(folder, 'keyring.gpg')],
  aptHelper: join(folder, 'bin/apt-helper'),
  ...changes,
})

/** Fetches as a run does, but for the warden. */
async function fetchIt(on = machine(), say = (_line: string) => {}): Promise<string> {
  const warden = () => ({ watch() {} }) as unknown as Warden
  return fetchedRedis({ env: { ...on.env, KATA_REDIS_CACHE: cache }, say, warden }, on)
}

const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n').length
const inCache = () => (existsSync(cache) ? readdirSync(cache) : [])
const unfinished = () => inCache().filter((name) => name.startsWith('fetching-'))

describe('the fetched Redis', () => {
  test('is made whole, runs with its own libraries, and leaves nothing else', async () => {
    const say = vi.fn()
    const bin = await fetchIt(machine(), say)
    const copy = join(bin, '..')
    expect(say.mock.calls).toEqual([[expect.stringContaining('from mirror.invalid, some 20 MB')]])
    expect(inCache()).toEqual([expect.stringMatching(/^trixie-/)])
    expect(readdirSync(join(copy, 'lib')).sort()).toEqual(['ld-linux-any.so.2', 'libc.so.6'])
    const child = spawn(join(bin, 'redis-server'), ['--version'])
    const [said] = await once(child.stdout, 'data')
    expect(`${said}`).toBe(`${bin}/../programs/redis-server of ${bin}/../lib\n`)
  })

  test('once there, it is used again at once, without apt or a word', async () => {
    const bin = await fetchIt()
    const before = calls()
    const silent = vi.fn()
    expect(await fetchIt(machine({ env: { PATH: '' } }), silent)).toBe(bin)
    expect([calls(), silent.mock.calls]).toEqual([before, []])
  })

  test('two runs at once do each other no harm', async () => {
    // Each waits until the other is fetching, too.
    const wait =
      'while [ "$(ls "$lists"/../../.. | grep -c fetching-)" -lt 2 ]; do sleep 0.02; done'
    fakeApt(wait)
    const [one, other] = await Promise.all([fetchIt(), fetchIt()])
    expect(other).toBe(one)
    expect(inCache()).toHaveLength(1)
    expect(existsSync(join(one, 'redis-server'))).toBe(true)
  })

  test('what is needed is fetched, with its checksum, and nothing else', async () => {
    await fetchIt()
    const fetching = readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n').at(-1) ?? ''
    const [, words = ''] = fetching.split(' download-file ')
    const names = ['redis-tools', 'libc6', 'liblzf1', 'redis-server']
    for (const name of names) {
      expect(words).toMatch(
        new RegExp(`${MIRROR}pool/${name}_1.deb /[^:]*/${name}.deb SHA256:${name}-sum`),
      )
    }
    expect(words.match(/SHA256/g)).toHaveLength(names.length)
  })

  const shown = MIRROR.replace('me:secret', '…')
  test.for([
    [
      'a mirror without the suite',
      `printf 'Err:2 ${MIRROR}\\n  404 Not Found\\n'; echo "E: ${MIRROR} has no Release file." >&2`,
      `${shown} has no Release file. (404 Not Found)`,
    ],
    [
      'no network',
      `printf 'W: so so\\nE: Failed to fetch ${MIRROR}\\nE: Some files failed\\n' >&2`,
      `Failed to fetch ${shown}`,
    ],
  ] as const)('%s: apt’s reason is told, a password is not', async ([, says, told]) => {
    fakeApt(`${says}; exit 100`)
    await expect(fetchIt()).rejects.toThrow(new Error(told))
    expect(inCache()).toEqual([])
  })

  test('a copy that does not run is thrown away', async () => {
    script('dpkg-deb', ['mkdir -p "$3/usr/bin" "$3/usr/lib/any"; touch "$3/usr/lib/any/ld64.so.1"'])
    await expect(fetchIt()).rejects.toThrow('redis-server --version')
    expect(inCache()).toEqual([])
  })

  test('a machine that cannot have it says why', async () => {
    writeFileSync(join(folder, 'fedora'), 'ID=fedora\n')
    const refused = (changes: Partial<Machine>) => fetchIt(machine(changes)).catch((error) => error)
    const elsewhere = await refused({ osRelease: join(folder, 'fedora') })
    const bare = await refused({ env: { PATH: '' } })
    expect([elsewhere, bare].every((error) => error instanceof SourceAbsent)).toBe(true)
    expect(elsewhere.message).toBe('this is no Debian, nor made from it')
    expect(bare.message).toBe('no apt-get on PATH')
    const { message } = await refused({ keyrings: ['/nowhere/keyring.gpg'] })
    expect(message).toBe('no /nowhere/keyring.gpg: install the package debian-archive-keyring')
    expect(inCache()).toEqual([])
  })
})

test.for([
  ['darwin', 'brew install redis'],
  ['win32', 'run this in WSL'],
  ['freebsd', 'install Redis 8, so that redis-server is on PATH'],
  ['linux', 'a copy is fetched by itself'],
] as const)('the ways out on %s', ([platform, words]) => {
  const text = waysOut(platform, join(folder, 'os-release'))
  for (const each of ['Three ways to a Redis 8', 'Docker', words, 'REDIS_URL=']) {
    expect(text).toContain(each)
  }
})

describe('an interrupted fetch', () => {
  let run: ChildProcess | undefined
  afterEach(() => run?.kill('SIGKILL'))

  /** A process that fetches, with a warden, from an apt that never comes to an end. */
  async function fetchingRun(): Promise<number> {
    fakeApt(`: >"$TMPDIR/apt.conf"; echo $$ >'${join(folder, 'pid')}'; sleep 300 & wait`)
    const temp = join(folder, 'temp')
    mkdirSync(temp)
    const on = JSON.stringify(machine({ env: { ...machine().env, TMPDIR: temp } }))
    const path = join(folder, 'run.mts')
    const lines = [
      `import { fetchedRedis } from '${SUPPORT}/source-fetch.ts'`,
      `import { startWarden } from '${SUPPORT}/warden.ts'`,
      `const warden = startWarden(process.env)`,
      `await fetchedRedis({ env: process.env, say() {}, warden: () => warden }, ${on})`,
    ]
    writeFileSync(path, lines.join('\n'))
    const env = { ...process.env, KATA_REDIS_CACHE: cache }
    const options = { cwd: CHECKOUT, env, stdio: 'inherit' } as const
    run = spawn(process.execPath, ['--import', 'tsx', path], options)
    const pidFile = join(folder, 'pid')
    await vi.waitUntil(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', 30_000)
    return Number(readFileSync(pidFile, 'utf8'))
  }

  test.for(['SIGINT', 'SIGKILL'] as const)(
    'by %s: nothing stays, no process either',
    async (by) => {
      const apt = await fetchingRun()
      expect(unfinished()).toHaveLength(1)
      run?.kill(by)
      await vi.waitUntil(() => inCache().length === 0 && !runs(apt), 30_000)
      expect(readdirSync(join(folder, 'temp'))).toEqual([])
      fakeApt('exit 0')
      expect(existsSync(join(await fetchIt(), 'redis-server'))).toBe(true)
    },
  )

  test('by a power cut: the next run removes what stayed, and says so', async () => {
    const owner = spawn('true', { stdio: 'ignore' })
    await once(owner, 'exit')
    const dir = join(cache, 'fetching-cut-off')
    mkdirSync(join(dir, 'copy', 'bin'), { recursive: true })
    const record = { run: 'cut', host: ownHost(), pid: owner.pid, fetch: { dir } }
    // Of its own: another run of this checkout would be as glad to remove it.
    const records = join(folder, 'records')
    mkdirSync(records)
    writeFileSync(join(records, `test-cut-${owner.pid}.json`), JSON.stringify(record))
    const { startWarden } = await import('../support/redis/warden.ts')
    const warden = startWarden({ DOCKER_HOST: 'unix:///nowhere/docker.sock' }, records)
    expect(await warden.removed).toContain(`half-fetched Redis of process ${owner.pid}`)
    await warden.end()
    expect(existsSync(dir)).toBe(false)
  })

  test('on another machine: it is removed when it is certainly over, not before', async () => {
    for (const name of ['fetching-old', 'fetching-new'])
      mkdirSync(join(cache, name), { recursive: true })
    utimesSync(join(cache, 'fetching-old'), 0, Date.now() / 1000 - 7200)
    await fetchIt()
    expect(unfinished()).toEqual(['fetching-new'])
  })
})

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
