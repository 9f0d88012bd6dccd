// The API as it was last released. A client written against it must keep working.

import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { breakingChanges, mayBreak } from './openapi-changes.ts'
import type { Document } from './openapi-shapes.ts'

const baselinePath = fileURLToPath(new URL('../docs/api/openapi-baseline.json', import.meta.url))
const currentPath = fileURLToPath(new URL('../openapi.json', import.meta.url))

/** The breaking changes, unless the version number allows them. */
export function compareWithBaseline(): string[] {
  const [before, after] = [read(baselinePath), read(currentPath)]
  if (mayBreak(before.info.version, after.info.version)) return []
  const faults = breakingChanges(before, after)
  if (faults.length === 0) return []
  const why = `openapi.json would break clients of ${before.info.version} (docs/api/openapi-baseline.json):`
  return [why, ...faults.map((fault) => `  ${fault}`)]
}

/** At a release: from now on this is what clients are written against. */
export function replaceBaseline(): void {
  copyFileSync(currentPath, baselinePath)
  execFileSync('biome', ['format', '--write', baselinePath], { stdio: 'ignore' })
}

function read(path: string): Document {
  return JSON.parse(readFileSync(path, 'utf8')) as Document
}
