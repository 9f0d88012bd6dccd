// Functions that the three comparisons share.

import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const runFile = promisify(execFile)

export function markdown(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** The median for each name. Names are measured in turn, so other load on the machine affects all of them. */
export async function medians(times: number, names: string[], measure: (name: string) => Promise<number>) {
  const found = new Map<string, number[]>(names.map((name) => [name, []]))
  for (let n = 0; n < times; n += 1) for (const name of names) found.get(name)!.push(await measure(name))
  return new Map(Array.from(found, ([name, each]) => [name, each.sort((a, b) => a - b)[each.length >> 1]!]))
}

export function bytesIn(place: string, isCounted: (name: string) => boolean = () => true): number {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isCounted(entry.name))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

export function kilobytes(bytes: number): string {
  return Math.round(bytes / 1000).toLocaleString('en')
}
