// The tests that a change can affect: tests that depend on a changed file (scripts/import-graph.ts), and tests that a
// rule names because no import shows the dependency.

import { execFileSync } from 'node:child_process'
import { dependenciesOf, dependsOn } from './import-graph.ts'

type Rule = { changed: RegExp; affects(file: string): boolean }

const named = (pattern: RegExp) => (file: string) => pattern.test(file)

/** Every test that uses a database imports this file. */
const MIGRATE = 'server/src/database/migrate.ts'

/** These tests read the whole repository. */
const readsEverything = named(/^server\/test\/repository\//)

const rules: Rule[] = [
  // Every test depends on these files.
  { changed: /(^|\/)package(-lock)?\.json$|^\.npmrc$|tsconfig\.json$/, affects: () => true },
  { changed: /^scripts\/(test-|run-check|process-state|throwaway-postgres)/, affects: () => true },
  { changed: /^server\/migrations\//, affects: (file) => dependenciesOf(file).has(MIGRATE) },
  { changed: /^dashboard\/(?!test\/)/, affects: named(/^dashboard\//) },
  { changed: /^sdks\/python\//, affects: named(/^sdks\/python\/|\/python-|^sdks\/contract\/operations/) },
  { changed: /^sdks\/go\//, affects: named(/^sdks\/go\/|\/go-|^sdks\/contract\/operations/) },
  { changed: /^sdks\/node\//, affects: named(/^sdks\/(node|contract)\/|^cli\/|\/node-/) },
  { changed: /^sdks\/contract\//, affects: named(/^sdks\//) },
  { changed: /^openapi\.json$/, affects: named(/^sdks\/|^dashboard\/|\/code-samples\//) },
  {
    changed: /^docs\/|\.md$|^LICENSE$/,
    affects: named(/\/((webhook|decision-hook|agent)-guide|quickstarts|code-samples)\/|^sdks\/contract\/operations/),
  },
  { changed: /^deploy\/|^\.dockerignore$/, affects: named(/\/deploy\//) },
  { changed: /^(\.ci|\.github)\/|^biome\.json$|^\.gitignore$|^bench\/|^sdks\/bench\//, affects: () => false },
]

/** Those of `files` that the changes since `revision` can affect. */
export function affectedFiles(files: string[], revision: string): string[] {
  return affectedBy(changedFiles(revision), files)
}

export function affectedBy(changed: string[], files: string[]): string[] {
  if (changed.length === 0) return []
  // A file that no rule covers may affect anything.
  if (changed.some((path) => !isUnderstood(path, files))) return files
  return files.filter((file) => readsEverything(file) || changed.some((path) => canAffect(path, file)))
}

function canAffect(path: string, file: string): boolean {
  return dependsOn(file, path) || rules.some(({ changed, affects }) => changed.test(path) && affects(file))
}

function isUnderstood(path: string, files: string[]): boolean {
  return rules.some(({ changed }) => changed.test(path)) || files.some((file) => dependenciesOf(file).has(path))
}

/** Files that were committed since the common ancestor, changed but not committed, or never added to git. */
function changedFiles(revision: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  const [base] = git('merge-base', revision, 'HEAD')
  const changed = git('diff', '--name-only', '--no-renames', base!)
  return [...new Set([...changed, ...git('ls-files', '--others', '--exclude-standard')])]
}
