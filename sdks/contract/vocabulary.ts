// The names in the guide, by the column of each library.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))
const guide = readFileSync(join(root, 'docs/guides/client-libraries.md'), 'utf8')
const section = guide.slice(guide.indexOf('## One vocabulary'), guide.indexOf('## Beside others'))
export const rows = section.split('\n').filter((line) => line.startsWith('|') && line.includes('`'))

export const namesIn = (column: number) =>
  rows.flatMap((row) => [...row.split('|')[column]!.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!))

export function succeeds(program: string, args: string[], cwd: string): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  assert.equal(status, 0, `${stdout}${stderr}${error ?? ''}`)
}
