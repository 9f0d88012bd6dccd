import { globSync, statSync } from 'node:fs'
import { relative } from 'node:path'

const PLACES = ['server', 'dashboard', 'scripts', 'bench', 'sdks', 'cli']

/** Every test file, or those of the folders and files named, by their paths from here with `/`. */
export function findTestFiles(paths: string[]): string[] {
  const files = (paths.length > 0 ? paths : PLACES).flatMap((path) => (isFolder(path) ? testsIn(path) : [path]))
  if (files.length === 0) throw new Error(`there are no tests in ${paths.join(', ')}`)
  return [...new Set(files.map((file) => relative('.', file).replaceAll('\\', '/')))].sort()
}

/** What only a cluster can show is left out where none is given: no machine has one by itself. */
const ON_A_CLUSTER = 'server/test/distributed/cluster.test.ts'

function testsIn(folder: string): string[] {
  const found = globSync(`${folder}/**/*.test.ts`, { exclude: (name) => name === 'node_modules' })
  return process.env.CITUS_DATABASE_URL ? found : found.filter((file) => !file.endsWith(ON_A_CLUSTER))
}

function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Error(`there is no ${path}`)
  return found.isDirectory()
}
