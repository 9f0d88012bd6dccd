// Programs that some tests need and `npm ci` does not bring. A test file is known by its place.

import { spawnSync } from 'node:child_process'

type Part = { name: string; commands: string[]; neededBy: RegExp }

const parts: Part[] = [
  { name: 'redis-server', commands: ['redis-server'], neededBy: /rate-limits\/redis-.*\.test\.ts$/ },
  { name: 'Go', commands: ['go'], neededBy: /^sdks\/(go|contract)\/|\/webhook-guide\/go-/ },
  { name: 'Python', commands: ['python3'], neededBy: /^sdks\/(python|contract)\/|\/webhook-guide\/python-/ },
  { name: 'Chromium', commands: ['chromium', 'chromium-browser', 'google-chrome'], neededBy: /^dashboard\// },
]

/** The names of those that these files need and this machine lacks. */
export function missingParts(files: string[], isThere: (command: string) => boolean = isInstalled): string[] {
  return parts
    .filter(({ neededBy }) => files.some((file) => neededBy.test(file.replaceAll('\\', '/').replace(/^\.\//, ''))))
    .filter(({ commands }) => !commands.some(isThere))
    .map(({ name }) => name)
}

function isInstalled(command: string): boolean {
  return spawnSync(command, [command === 'go' ? 'version' : '--version'], { stdio: 'ignore' }).error === undefined
}
