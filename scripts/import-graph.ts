// Which files of the repository a file depends on: what it imports, and every path that it names in quotes (a program it
// starts, a document it reads).

import { readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const DATABASE = 'server/test/harness.ts'
const QUOTED = /['"`]([\w@.\-/]*[./][\w@.\-/]*)['"`]/g

const known = new Map<string, Set<string>>()

/** Paths from the root with `/`; a folder that is named ends in `/`. */
export function dependenciesOf(file: string): Set<string> {
  const found = known.get(file)
  if (found) return found
  const reached = new Set<string>([file])
  known.set(file, reached)
  const queue = [file]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const named of namedBy(next).filter((path) => !reached.has(path))) {
      reached.add(named)
      if (/\.(ts|tsx|mjs)$/.test(named)) queue.push(named)
    }
  }
  return reached
}

const namedIn = new Map<string, string[]>()

function namedBy(file: string): string[] {
  const found = namedIn.get(file)
  if (found) return found
  const words = [...readFileSync(file, 'utf8').matchAll(QUOTED)].map((match) => match[1]!)
  const named = words.flatMap((word) => resolveName(file, word) ?? [])
  namedIn.set(file, named)
  return named
}

function resolveName(file: string, word: string): string | undefined {
  for (const place of [join(dirname(file), word), word]) {
    const path = normalize(place).replaceAll('\\', '/').replace(/\/$/, '')
    const isInside = !path.startsWith('..') && !path.startsWith('/') && !path.includes('node_modules')
    const found = isInside ? statSync(path, { throwIfNoEntry: false }) : undefined
    if (found?.isFile()) return path
    // A folder that contains the file itself is ignored, since it is only the start of a relative path.
    if (found?.isDirectory() && path !== '.' && path.includes('/') && !file.startsWith(`${path}/`)) return `${path}/`
  }
  return undefined
}

export function dependsOn(file: string, changed: string): boolean {
  const all = dependenciesOf(file)
  if (all.has(changed)) return true
  const folders = [...changed.matchAll(/\//g)].map(({ index }) => changed.slice(0, index + 1))
  return folders.some((folder) => all.has(folder))
}

export function needsDatabase(files: string[]): boolean {
  return files.some((file) => dependenciesOf(file).has(DATABASE))
}
