import { globSync, statSync } from 'node:fs'

const PLACES = ['server', 'dashboard', 'scripts', 'bench', 'sdks', 'cli']

/** Every test file, or those of the folders and files named. */
export function findTestFiles(paths: string[]): string[] {
  const files = (paths.length > 0 ? paths : PLACES).flatMap((path) => (isFolder(path) ? testsIn(path) : [path]))
  if (files.length === 0) throw new Error(`there are no tests in ${paths.join(', ')}`)
  return [...new Set(files)].sort((one, other) => Number(isLong(other)) - Number(isLong(one)) || (one < other ? -1 : 1))
}

/** Those that take minutes begin first, or the whole run waits for the last of them. */
function isLong(file: string): boolean {
  return /kill|sdks.contract|every-page/.test(file)
}

function testsIn(folder: string): string[] {
  return globSync(`${folder}/**/*.test.ts`, { exclude: (name) => name === 'node_modules' })
}

function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Error(`there is no ${path}`)
  return found.isDirectory()
}
