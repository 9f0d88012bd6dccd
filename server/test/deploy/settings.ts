// Reads the files in deploy/ in the same way as the programs that use them.

import { readConfig } from '../../src/config/config.ts'
import { textOf } from '../repository/repository-files.ts'

/** Every variable that the service reads, recorded from the code that reads them. */
export function knownVariables(): Set<string> {
  const asked = new Set<string>()
  readConfig(
    new Proxy({} as Record<string, string | undefined>, {
      get(_, name) {
        asked.add(String(name))
        return undefined
      },
    }),
  )
  return asked
}

export function readEnvFile(path: string): Record<string, string> {
  const lines = textOf(path)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => /^(\w+)=(.*)$/.exec(line)!.slice(1)))
}
