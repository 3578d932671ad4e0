import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { neededFor } from './packages-list.ts'
import { onPath, SourceAbsent, within } from './source.ts'

/** The suite of Debian whose Redis is the 8. */
export const SUITE = 'trixie'

const MIRRORS = 3
/** For a slow line: lists and packages have some 20 MB. */
const LIMIT_MS = 180_000
/** What the machine's own apt does after an update is not for a private one. */
const HOOKS = ['APT::Update::Pre-Invoke', 'APT::Update::Post-Invoke']
const HOOKS_TOO = ['APT::Update::Post-Invoke-Success', 'AptCli::Hooks', 'DPkg::Pre-Install-Pkgs']
const KEYRINGS = '/usr/share/keyrings/debian-archive-keyring'

/** Node's names of processors in Debian's words. */
const DEBIAN_NAMES: Readonly<Record<string, string>> = {
  ...{ x64: 'amd64', arm64: 'arm64', arm: 'armhf', ppc64: 'ppc64el' },
  ...{ riscv64: 'riscv64', s390x: 's390x' },
}

/** What of the machine decides whether Debian's packages can be fetched. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv
  /** The file that says what system it is. */
  readonly osRelease: string
  /** The keys that sign Debian's archive: the first of these files that is there. */
  readonly keyrings: readonly string[]
  /** The part of apt that fetches single files. */
  readonly aptHelper: string
}

export const thisMachine = (env: NodeJS.ProcessEnv): Machine => ({
  env,
  osRelease: '/etc/os-release',
  keyrings: [`${KEYRINGS}.gpg`, `${KEYRINGS}.pgp`],
  aptHelper: '/usr/lib/apt/apt-helper',
})

/** Whether the system is Debian, or one that is made from it. */
export function isDebian(osRelease: string): boolean {
  const words = `${osField(osRelease, 'ID')} ${osField(osRelease, 'ID_LIKE')}`.split(' ')
  return words.includes('debian') || words.includes('ubuntu')
}

function osField(file: string, name: string): string {
  if (!existsSync(file)) return ''
  const value = new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  return value.trim().replace(/^(["'])(.*)\1$/, '$2')
}

/** Debian's name of this processor: `amd64`, `arm64`. Throws `SourceAbsent` if it has none. */
export function architecture(): string {
  const name = DEBIAN_NAMES[process.arch]
  if (!name) throw new SourceAbsent(`Debian has no Redis 8 for ${process.arch}`)
  return name
}

/** An apt of our own beside the machine's, that needs no root and installs nothing. */
export interface PrivateApt {
  /** The mirrors that the machine's own apt uses, as apt writes them. */
  readonly mirrors: readonly string[]
  /**
   * Fetches packages and all that they need, and unpacks them into the folder `root`. The scripts
   * of their installation are not run. Rejects with apt's own first complaint, by each mirror.
   */
  unpack(packages: readonly string[], root: string): Promise<void>
}

/**
 * Lists, archives and settings go into the folder `work`; nothing else of the machine is written.
 * Mirrors, proxies and passwords are the machine's; the signatures are checked by apt as ever.
 *
 * @throws {SourceAbsent} if this is no Debian, nor made from it
 * @throws {Error} if the archive's keys are missing, or apt knows no mirror
 */
export async function privateApt(machine: Machine, work: string): Promise<PrivateApt> {
  // Its temporary files too: those of an apt that is killed would stay.
  const env: NodeJS.ProcessEnv = { ...machine.env, LC_ALL: 'C', TMPDIR: temporary(work) }
  if (!isDebian(machine.osRelease)) throw new SourceAbsent('this is no Debian, nor made from it')
  const [apt, unpacker] = ['apt-get', 'dpkg-deb'].map((program) => {
    const path = onPath(program, env.PATH)
    if (!path) throw new SourceAbsent(`no ${program} on PATH`)
    return path
  }) as [string, string]
  const { aptHelper } = machine
  if (!existsSync(aptHelper)) throw new SourceAbsent(`no ${aptHelper}`)
  const keyring = machine.keyrings.find((file) => existsSync(file))
  if (!keyring) {
    throw new Error(`no ${machine.keyrings[0]}: install the package debian-archive-keyring`)
  }
  const run = (program: string, args: readonly string[], to?: string) =>
    runProgram(program, args, env, to)
  const options = settle(work)
  const mirrors = await mirrorsOf(machine, work, (args) => run(apt, args))
  if (mirrors.length === 0) throw new Error('apt knows no mirror of Debian')

  return {
    mirrors,
    async unpack(packages, root) {
      const complaints: string[] = []
      const archives = join(work, 'cache', 'archives')
      for (const mirror of mirrors) {
        const source = `deb [arch=${architecture()} signed-by=${keyring}] ${mirror} ${SUITE} main`
        writeFileSync(join(work, 'sources.list'), `${source}\n`)
        try {
          await run(apt, [...options, '-o', 'pkgCacheFile::Generate=false', 'update'])
          const index = readdirSync(lists(work)).find((name) => /_Packages(\.\w+)?$/.test(name))
          if (index === undefined) throw new Error(`${mirror} has no list of packages`)
          // To have apt-get find out what is needed takes it seconds, for all the packages there are.
          const list = join(work, 'packages')
          await run(aptHelper, ['cat-file', join(lists(work), index)], list)
          const files = neededFor(readFileSync(list), packages).flatMap(
            ({ name, path, sha256 }) => [
              `${mirror}${path}`,
              ...[join(archives, `${name}.deb`), `SHA256:${sha256}`],
            ],
          )
          await run(aptHelper, [...options, 'download-file', ...files])
          break
        } catch (error) {
          complaints.push((error as Error).message)
        }
      }
      if (complaints.length === mirrors.length) throw new Error(complaints.join('; '))
      mkdirSync(root, { recursive: true })
      // To start a process takes Node as long as to unpack a package: xargs starts them all.
      const named = join(work, 'archives')
      const names = readdirSync(archives).filter((one) => one.endsWith('.deb'))
      writeFileSync(named, names.map((name) => `${join(archives, name)}\0`).join(''))
      await run('xargs', ['-0', '-a', named, '-P', '4', '-I', '{}', unpacker, '-x', '{}', root])
    },
  }
}

/** The mirrors of the machine's own release; all, if the sources name that otherwise (`stable`). */
async function mirrorsOf(
  { osRelease }: Machine,
  work: string,
  apt: (args: readonly string[]) => Promise<string>,
): Promise<string[]> {
  // Without release info a machine whose apt has never been updated names its mirrors, too; and
  // without the machine's lists apt does not read them through, which takes seconds.
  const targets = await apt([
    ...['-o', `Dir::State::Lists=${lists(work)}`],
    ...['indextargets', '--no-release-info', '--format', '$(RELEASE) $(REPO_URI)'],
    ...['Created-By: Packages', 'Component: main'],
  ])
  const all = targets
    .toString()
    .split('\n')
    .filter((line) => /^\S+ \S+$/.test(line))
  const own = all.filter((line) => line.startsWith(`${osField(osRelease, 'VERSION_CODENAME')} `))
  const lines = own.length > 0 ? own : all.filter((line) => !/^\S+-security /.test(line))
  return [...new Set(lines.map((line) => line.replace(/^\S+ /, '')))].slice(0, MIRRORS)
}

const lists = (work: string) => join(work, 'state/lists')
const temporary = (work: string) => join(work, 'tmp')

/** Makes the folders and files of an apt of our own; returns the options that lead it there. */
function settle(work: string): string[] {
  mkdirSync(join(lists(work), 'partial'), { recursive: true })
  mkdirSync(join(work, 'cache/archives/partial'), { recursive: true })
  mkdirSync(temporary(work))
  writeFileSync(join(work, 'status'), '')
  const hooks = [...HOOKS, ...HOOKS_TOO].map((name) => `#clear ${name};\n`)
  writeFileSync(join(work, 'apt.conf'), hooks.join(''))
  const settings = {
    'Dir::Etc::SourceList': join(work, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::Etc::Preferences': '/dev/null',
    'Dir::Etc::PreferencesParts': '/dev/null',
    'Dir::State': join(work, 'state'),
    'Dir::State::Lists': lists(work),
    'Dir::State::Status': join(work, 'status'),
    'Dir::Cache': join(work, 'cache'),
    'Dir::Cache::Archives': join(work, 'cache/archives'),
    // As root, too, apt stays who it is: its own user could not write here.
    'APT::Sandbox::User': '',
    'APT::Architecture': architecture(),
    'APT::Update::Error-Mode': 'any',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '1',
    'Acquire::http::Timeout': '10',
    'Acquire::https::Timeout': '10',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  return ['-q', '-c', join(work, 'apt.conf'), ...options]
}

/**
 * Resolves to what it wrote on stdout, unless that goes into the file `to`. Rejects with its own words if it
 * fails, or after 3 min.
 */
async function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  to?: string,
): Promise<string> {
  const stdout = to === undefined ? 'pipe' : openSync(to, 'w')
  // A group of its own, which can be killed as a whole. The warden finds it by `work` in its words.
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', stdout, 'pipe'] })
  if (typeof stdout === 'number') closeSync(stdout)
  let [out, err] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(complaint(out, err) ?? `${program} ended with ${signal ?? code}`))
    })
  })
  try {
    await within(LIMIT_MS, ended, `${program} took more than ${LIMIT_MS / 1000} s`)
    return out
  } finally {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGKILL')
    }
  }
}

/**
 * The first error, else the last line, with the first reason that apt gave on the way (`404 Not
 * Found`), without a password that a mirror's address may hold.
 */
function complaint(out: string, err: string): string | undefined {
  const lines = err.split('\n').filter((line) => line.trim() !== '')
  const line = (lines.find((one) => one.startsWith('E: ')) ?? lines.at(-1))?.replace(/^E: /, '')
  const why = /^Err:.*\n {2}(.*)$/m.exec(out)?.[1] ?? ''
  const told = why === '' || line?.includes(why) ? line : `${line ?? 'not fetched'} (${why})`
  return told?.replaceAll(/\/\/[^/@\s]*@/g, '//…@')
}
