// A program of the repository as a test starts it. `npm test` has compiled some programs into one file each, which
// start in a third of the time; see scripts/compile-programs.ts.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the file to start for a program, which is named by its path from the root. */
export function programFile(source: string): string {
  const folder = process.env.CARDWRIGHT_TEST_PROGRAMS
  const compiled = folder && join(folder, source.replace(/\.ts$/, '.js'))
  return compiled && existsSync(compiled) ? compiled : join(root, source)
}
