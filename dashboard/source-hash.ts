// Everything that a build of the pages depends on, as one hash.

import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))
const OWN = ['src/**', 'public/**', '*.ts', '*.json', '*.html']
/** The versions of the packages that build the pages and are built into them. */
const LOCK = '../package-lock.json'

/** `others` are the files outside of this folder that were built in, by their paths from here. */
export function hashSources(others: string[]): string {
  const own = globSync(OWN, { cwd: root }).filter((path) => statSync(root + path).isFile())
  const hash = createHash('sha256')
  for (const path of [...own, ...others, LOCK].sort()) hash.update(`${path} ${hashOf(root + path)}\n`)
  return hash.digest('hex')
}

function hashOf(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })) return 'gone'
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
