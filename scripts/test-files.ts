import { globSync, statSync } from 'node:fs'
import { relative } from 'node:path'

const PLACES = ['server', 'dashboard', 'scripts', 'bench', 'sdks', 'cli']

/** Every test file, or those in the given folders and files. Paths are relative to the repository and use `/`. */
export function findTestFiles(paths: string[]): string[] {
  const files = (paths.length > 0 ? paths : PLACES).flatMap((path) => (isFolder(path) ? testsIn(path) : [path]))
  if (files.length === 0) throw new Error(`there are no tests in ${paths.join(', ')}`)
  return [...new Set(files.map((file) => relative('.', file).replaceAll('\\', '/')))].sort()
}

/** This test needs a cluster, and is left out unless one is given. */
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
