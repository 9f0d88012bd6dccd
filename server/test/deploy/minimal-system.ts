// A minimal Debian in a folder, like the base of `debian:bookworm-slim`, in which commands can be run. It needs root,
// debootstrap and the package sources of the machine, which are read from the configuration of apt and npm.

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export type Output = { code: number | null; text: string }

export class MinimalSystem {
  readonly root: string
  readonly #binds: string[]
  readonly #env: Record<string, string>

  /** Creates the system, which takes about a minute. `suite` is the name of a Debian release. */
  static async make(suite: string): Promise<MinimalSystem> {
    // The folder for temporary files may be in memory and may forbid executing programs, so it is not used.
    const root = mkdtempSync('/var/tmp/cardwright-minimal-')
    chmodSync(root, 0o755) // the folder becomes `/`, which other users must be able to enter
    try {
      await promisify(execFile)('debootstrap', ['--variant=minbase', suite, root, packageMirror(suite)])
      return new MinimalSystem(root)
    } catch (error) {
      rmSync(root, { recursive: true, force: true })
      throw error
    }
  }

  constructor(root: string) {
    this.root = root
    const npm = npmSettings()
    this.#env = npm.env
    this.#binds = ['/etc/resolv.conf', '/etc/hosts', ...npm.paths].filter((path) => existsSync(path))
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  /** The path on the machine for a path in the system. */
  at(path: string): string {
    return join(this.root, path)
  }

  /** Installs Node and npm, as on a machine that has nothing else. */
  installNode(): void {
    const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())))
    cpSync(process.execPath, this.at('usr/local/bin/node'))
    cpSync(npm, this.at('usr/local/lib/node_modules/npm'), { recursive: true })
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', this.at('usr/local/bin/npm'))
  }

  /** Removes what `installNode` installed. */
  removeNode(): void {
    for (const path of ['bin/node', 'bin/npm', 'lib/node_modules'])
      rmSync(this.at(`usr/local/${path}`), { recursive: true })
  }

  /** Starts a shell command; killing the returned process ends everything that it started. */
  start(command: string): ChildProcess {
    const script = [
      'set -e',
      `mount -t proc proc '${this.at('proc')}'`,
      `mount --rbind /dev '${this.at('dev')}'`,
      ...this.#binds.map((path) => `mount --bind '${path}' '${this.at(path)}'`),
      `exec chroot '${this.root}' /usr/bin/env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@" sh -c "$COMMAND"`,
    ]
    for (const path of this.#binds) this.#makePlaceFor(path)
    const variables = Object.entries(this.#env).map(([name, value]) => `${name}=${value}`)
    const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script.join('\n'), 'sh', ...variables]
    // Everything ends with the process of the test, even if that is killed.
    return spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...args], {
      // The shell must stay: it is the first process of its namespace and ends with this process. A program that
      // changes its user does not.
      env: { PATH: process.env.PATH, COMMAND: `${command}\nexit $?` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  async run(command: string): Promise<Output> {
    const child = this.start(command)
    let text = ''
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (text += chunk))
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })))
  }

  #makePlaceFor(path: string): void {
    const place = this.at(path)
    if (existsSync(place)) return
    mkdirSync(dirname(place), { recursive: true })
    if (statSync(path).isDirectory()) mkdirSync(place)
    else writeFileSync(place, '')
  }
}

/** apt's mirror for this release, or on a machine of another release, its first mirror. */
function packageMirror(suite: string): string {
  const args = ['indextargets', '--format', '$(REPO_URI) $(RELEASE)', 'Created-By: Packages']
  const lines = execFileSync('apt-get', args, { encoding: 'utf8' }).trim().split('\n')
  const found = lines.find((line) => line.endsWith(` ${suite}`)) ?? lines[0]!
  return found.split(' ')[0]!
}

/** The npm settings of this machine, for an npm in the minimal system. */
function npmSettings(): { env: Record<string, string>; paths: string[] } {
  const get = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()
  const [registry, cache, userconfig, cafile] = ['registry', 'cache', 'userconfig', 'cafile'].map(get) as [
    string,
    string,
    string,
    string,
  ]
  const hasCafile = cafile !== '' && cafile !== 'null'
  const env = {
    npm_config_registry: registry,
    npm_config_cache: cache,
    npm_config_userconfig: userconfig,
    npm_config_prefer_offline: 'true',
    ...(hasCafile && { npm_config_cafile: cafile }),
  }
  return { env, paths: [cache, userconfig, ...(hasCafile ? [cafile] : [])] }
}
