// Programs that some tests need and `npm ci` does not install. The path of a test file tells what it needs, so that the
// runner can leave the file out without loading it.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * A question is a command that succeeds when the part is installed. A question of one word is a file that must exist.
 */
type Question = string[]
/** A part is installed when any of its questions succeeds. */
type Part = { name: string; questions: Question[]; neededBy: RegExp }

const BROWSER_FILES = /^dashboard\/|\/browser-[^/]*\.test\.ts$/
const oldestPython = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))'
const MOUNT_AND_RETURN = 'mount -t tmpfs tmpfs /mnt && unshare --user --map-user=1 --map-group=1 true'

const MINIMAL_SYSTEM =
  'test "$(id -u)" = 0 && debootstrap --version && unshare --mount --pid --fork true && npm view node version'

export const parts: Part[] = [
  {
    name: 'redis-server',
    questions: [['redis-server', '--version']],
    neededBy: /(rate-limits|processes)\/redis-[^/]*$/,
  },
  { name: 'pgbouncer', questions: [['pgbouncer', '--version']], neededBy: /\/pgbouncer-[^/]*$/ },
  // It asks for a newer Go than our library does.
  {
    name: 'a Go that moov-io/iso8583 accepts',
    questions: [['go', '-C', 'server/test/iso8583/moov', 'list', '-m']],
    neededBy: /\/iso8583\/go-[^/]*$/,
  },
  // The command runs in the library's folder, because a Go that is too old for it and cannot load a newer one does not
  // count.
  { name: 'Go', questions: [['go', '-C', 'sdks/go', 'list', '-m']], neededBy: /^sdks\/go\/|(?<!\/iso8583)\/go-[^/]*$/ },
  // Debian has the Python module that makes environments in a separate package.
  { name: 'Python', questions: [['python3', '-c', oldestPython]], neededBy: /^sdks\/python\/|\/python-[^/]*$/ },
  { name: 'bash', questions: [['bash', '--version']], neededBy: /\/completion-bash/ },
  // The test also needs script(1), which simulates the terminal in which zsh completes.
  { name: 'zsh', questions: [['script', '-qec', 'zsh --version', '/dev/null']], neededBy: /\/completion-zsh/ },
  { name: 'fish', questions: [['fish', '--version']], neededBy: /\/completion-fish/ },
  { name: 'systemd-analyze', questions: [['systemd-analyze', '--version']], neededBy: /\/systemd-analyze/ },
  { name: 'git', questions: [['git', '--version']], neededBy: /\/test-changed/ },
  { name: 'curl', questions: [['curl', '--version']], neededBy: /\/curl-[^/]*$/ },
  {
    name: 'Chromium',
    questions: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => [
      name,
      '--version',
    ]),
    neededBy: BROWSER_FILES,
  },
  // Root may mount a small disk. Another user needs a user namespace, and a second one to get its own id back.
  {
    name: 'unshare with the right to mount',
    questions: [
      process.geteuid?.() === 0
        ? ['unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']
        : ['unshare', '--map-root-user', '--mount', 'sh', '-c', MOUNT_AND_RETURN],
    ],
    neededBy: /\/full-disk/,
  },
  // A minimal Debian is made in a folder, which only root can do, and packages are installed in it.
  {
    name: 'debootstrap with root and a package registry',
    questions: [['sh', '-c', MINIMAL_SYSTEM]],
    neededBy: /\/debootstrap-/,
  },
  {
    name: 'the set of chain nodes (npm run chains:install)',
    questions: [['server/test/chains/node_modules/.package-lock.json']],
    neededBy: /^server\/test\/chains\/(?!packages)/,
  },
  {
    name: 'the conformance suite of MCP (npm run conformance:install)',
    questions: [['server/test/mcp/conformance/node_modules/.package-lock.json']],
    neededBy: /^server\/test\/mcp\/conformance\.test/,
  },
]

/** Also decided by path: a file that starts the runner can reach the browser's code by imports without needing it. */
export function needsBrowser(files: string[]): boolean {
  return files.some((file) => BROWSER_FILES.test(file))
}

export type MissingPart = { name: string; files: string[] }

/**
 * The files that can run on this machine, and the others by the first part that they lack, so that each is counted
 * once.
 */
export function leaveOut(files: string[], isThere = isInstalled): { kept: string[]; missing: MissingPart[] } {
  const missing: MissingPart[] = []
  let kept = files
  for (const { name, questions, neededBy } of parts) {
    const needing = kept.filter((file) => neededBy.test(file))
    if (needing.length === 0 || questions.some(isThere)) continue
    missing.push({ name, files: needing })
    kept = kept.filter((file) => !neededBy.test(file))
  }
  return { kept, missing }
}

function isInstalled([command, ...args]: Question): boolean {
  if (args.length === 0) return existsSync(command!)
  return spawnSync(command!, args, { stdio: 'ignore' }).status === 0
}
