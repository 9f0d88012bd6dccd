// The rules for every file of the repository.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesIn, isTest, textOf } from './repository-files.ts'

const MAX_LINES = 300
// Tables of cases and large models are easier to read in one file.
const MAX_LINES_OF_TESTS = 500

/** Files that may be longer, each with its reason. */
const LONG: Record<string, string> = {
  'server/migrations/0001_foundation.sql': 'the first schema; a migration is not changed once it was applied',
}

// Generated files are read in their generator.
const code = filesIn('.', /\.(ts|tsx|sql|sh)$/).filter(
  (path) => path !== 'server/migrations/schema.sql' && !path.includes('/generated/'),
)
const texts = filesIn('.', /\.(ts|tsx|js|mjs|json|md|sql|sh|yml|yaml|toml|html|css)$|^\.ci\/run$|^\.npmrc$/)

test('no file exceeds the maximum number of lines', () => {
  const most = (path: string) => (path in LONG ? Infinity : isTest(path) ? MAX_LINES_OF_TESTS : MAX_LINES)
  const long = code.filter((path) => textOf(path).trimEnd().split('\n').length > most(path))
  assert.deepEqual(long, [])
})

test('file names are in kebab-case and name their contents', () => {
  const vague = /((^|[/-])(utils?|helpers?|common|base|manager|misc)|(^|\/)types)(\.test)?\.ts$/
  assert.deepEqual(
    code.filter((path) => vague.test(path)),
    [],
  )
  const unlike = code.filter(
    (path) => /\.tsx?$/.test(path) && !/^[a-z0-9-]+(\.test|\.config|\.d)?\.tsx?$/.test(path.split('/').at(-1)!),
  )
  assert.deepEqual(unlike, [], 'these names are not in kebab-case')
})

test('no test file exits its process, which also runs other files', () => {
  // The tests of the runner itself contain such files in quotes.
  const tests = code.filter((path) => path.endsWith('.test.ts') && !path.startsWith('scripts/'))
  assert.deepEqual(
    tests.filter((path) => /\bprocess\.(exit|abort)\(/.test(textOf(path))),
    [],
  )
})

test('no test is skipped and no comment marks unfinished work', () => {
  const left = new RegExp(
    `\\b(test|it|describe|suite)\\.(${'only'}|${'skip'}|${'todo'})\\(|\\b(${'TO'}DO|${'FIX'}ME|${'X'}XX)\\b`,
  )
  const faults = code.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) => (left.test(line) ? [`${path}:${index + 1}`] : [])),
  )
  assert.deepEqual(faults, [])
})

test('no file contains merge conflict markers', () => {
  const left = filesIn('.', /\.(ts|tsx|js|mjs|json|md|sql|sh|py|go|yml|yaml|toml|html|css)$/).filter((path) =>
    /^(<{7}|>{7})( |$)/m.test(textOf(path)),
  )
  assert.deepEqual(left, [])
})

test('no file names a package registry or a path of one machine', () => {
  const places = new RegExp(
    `registry\\.${'npmjs'}|registry\\.${'yarnpkg'}|pypi\\.${'org'}|proxy\\.${'golang'}|(?<!\\.)/${'home'}/[a-z]|/${'Users'}/[A-Za-z]|/${'root'}/|/${'work'}/[a-z]`,
  )
  assert.deepEqual(
    texts.filter((path) => places.test(textOf(path))),
    [],
  )
})

test('package-lock.json contains no package registry hosts', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { resolved?: string; link?: boolean }>
  }
  const hosts = Object.entries(packages).filter(([, each]) => each.resolved !== undefined && !each.link)
  assert.deepEqual(
    hosts.map(([path]) => path),
    [],
  )
})

test('package-lock.json contains every optional package that it names, as `npm ci` requires', () => {
  type Entry = { optionalDependencies?: Record<string, string> }
  const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Entry> }
  const placesAbove = (path: string): string[] => {
    const up = path.lastIndexOf('/node_modules/')
    return [path, ...(path === '' ? [] : placesAbove(up < 0 ? '' : path.slice(0, up)))]
  }
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) =>
          !placesAbove(path).some((place) => `${place === '' ? '' : `${place}/`}node_modules/${name}` in packages),
      )
      .map((name) => `${path} needs ${name}`),
  )
  assert.deepEqual(missing, [])
})

test('install scripts run only for the listed packages', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const { allowScripts } = JSON.parse(textOf('package.json')) as { allowScripts: Record<string, boolean> }
  const unnamed = Object.entries(packages)
    .filter(([, each]) => each.hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
    .filter((name) => !(name in allowScripts))
  assert.deepEqual(unnamed, [])
})
