// Programs that some tests need and `npm ci` does not bring. A test file is known by its place.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** A command with a `/` is a file that must be there. */
type Part = { name: string; commands: string[]; neededBy: RegExp }

const parts: Part[] = [
  { name: 'redis-server', commands: ['redis-server'], neededBy: /rate-limits\/redis-.*\.test\.ts$/ },
  { name: 'Go', commands: ['go'], neededBy: /^sdks\/(go|contract)\/|\/(webhook-guide|code-samples|quickstarts)\/go-/ },
  {
    name: 'Python',
    commands: ['python3'],
    neededBy: /^sdks\/(python|contract)\/|\/(webhook-guide|code-samples|quickstarts)\/python-/,
  },
  { name: 'zsh', commands: ['zsh'], neededBy: /^cli\/test\/completion/ },
  { name: 'fish', commands: ['fish'], neededBy: /^cli\/test\/completion/ },
  { name: 'systemd-analyze', commands: ['systemd-analyze'], neededBy: /\/deploy\/systemd/ },
  { name: 'curl', commands: ['curl'], neededBy: /\/code-samples\/curl-/ },
  {
    name: 'Chromium',
    commands: ['chromium', 'chromium-browser', 'google-chrome'],
    neededBy: /^dashboard\/|\/reference-page/,
  },
  {
    name: 'the set of chain nodes (npm run chains:install)',
    commands: ['server/test/chains/node_modules/.package-lock.json'],
    neededBy: /^server\/test\/chains\//,
  },
]

type Preparation = { name: string; needs: string; command: string; args: string[]; neededBy: RegExp }

// What takes minutes, once: inside a test it would count against the time that a file of tests may take. And what several
// files of tests share, and would take from under each other's feet.
const preparations: Preparation[] = [
  {
    name: 'build of sdks/node',
    needs: 'node',
    command: 'node',
    args: ['sdks/node/build.ts'],
    neededBy: /^(sdks\/node|cli)\/test\/package|\/quickstarts\/node-/,
  },
  { name: 'build of cli', needs: 'node', command: 'node', args: ['cli/build.ts'], neededBy: /^cli\/test\/package/ },
  {
    name: 'Python environment',
    needs: 'python3',
    command: 'sh',
    args: ['sdks/python/run', 'python', '--version'],
    neededBy: /^sdks\/(python|contract)\/|\/(code-samples|quickstarts)\/python-/,
  },
  {
    name: 'dashboard build',
    needs: 'chromium',
    command: 'node',
    args: ['dashboard/build.ts'],
    neededBy: /^dashboard\//,
  },
]

/** Those that these files need, where this machine has the language. */
export function preparationsFor(files: string[], isThere: (command: string) => boolean = isInstalled): Preparation[] {
  return preparations.filter(({ needs, neededBy }) => isNeeded(neededBy, files) && isThere(needs))
}

function isNeeded(neededBy: RegExp, files: string[]): boolean {
  return files.some((file) => neededBy.test(file.replaceAll('\\', '/').replace(/^\.\//, '')))
}

/** The names of those that these files need and this machine lacks. */
export function missingParts(files: string[], isThere: (command: string) => boolean = isInstalled): string[] {
  return parts
    .filter(({ neededBy }) => isNeeded(neededBy, files))
    .filter(({ commands }) => !commands.some(isThere))
    .map(({ name }) => name)
}

function isInstalled(command: string): boolean {
  if (command.includes('/')) return existsSync(command)
  return spawnSync(command, [command === 'go' ? 'version' : '--version'], { stdio: 'ignore' }).error === undefined
}
