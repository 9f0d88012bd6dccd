// The files of the repository, for tests that read them. Files that .gitignore names are left out.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'dist', 'results'])

/** Returns paths from the root of the repository, with `/`. */
export function filesIn(folder: string, pattern: RegExp = /./): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !LEFT_OUT.has(entry.name) && !entry.name.endsWith('.log'))
    .flatMap((entry) => {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? filesIn(path, pattern) : entry.isFile() && pattern.test(path) ? [path] : []
    })
    .sort()
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function sourceFiles(): string[] {
  return filesIn('server/src', /\.ts$/)
}

export function isTest(path: string): boolean {
  return /\.test\.ts$|^server\/test\/|^sdks\/\w+\/test\//.test(path)
}
