// The rules for every file of the repository.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesIn, isTest, textOf } from './repository-files.ts'

const MAX_LINES = 300
// Tables of cases and models of the whole are read in one piece.
const MAX_LINES_OF_TESTS = 500

/** Longer, each with its reason. */
const LONG: Record<string, string> = {
  'server/migrations/0001_foundation.sql': 'the first schema; a migration is not changed once it was applied',
}

// What is generated is read in its generator.
const code = filesIn('.', /\.(ts|tsx|sql|sh)$/).filter(
  (path) => path !== 'server/migrations/schema.sql' && !path.includes('/generated/'),
)
const texts = filesIn('.', /\.(ts|tsx|js|mjs|json|md|sql|sh|yml|yaml|toml|html|css)$|^\.ci\/run$|^\.npmrc$/)

test('files stay readable in one go', () => {
  const most = (path: string) => (path in LONG ? Infinity : isTest(path) ? MAX_LINES_OF_TESTS : MAX_LINES)
  const long = code.filter((path) => textOf(path).trimEnd().split('\n').length > most(path))
  assert.deepEqual(long, [])
})

test('a file is named after what it holds', () => {
  const vague = /((^|[/-])(utils?|helpers?|common|base|manager|misc)|(^|\/)types)(\.test)?\.ts$/
  assert.deepEqual(
    code.filter((path) => vague.test(path)),
    [],
  )
  const unlike = code.filter(
    (path) => /\.tsx?$/.test(path) && !/^[a-z0-9-]+(\.test|\.config|\.d)?\.tsx?$/.test(path.split('/').at(-1)!),
  )
  assert.deepEqual(unlike, [], 'not kebab-case')
})

test('no test file ends its process: it runs in one with other files', () => {
  // Those of the runner itself hold such files in quotes.
  const tests = code.filter((path) => path.endsWith('.test.ts') && !path.startsWith('scripts/'))
  assert.deepEqual(
    tests.filter((path) => /\bprocess\.(exit|abort)\(/.test(textOf(path))),
    [],
  )
})

test('no test is left out, and nothing is left to do', () => {
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

test('no merge was left half done', () => {
  const left = filesIn('.', /\.(ts|tsx|js|mjs|json|md|sql|sh|py|go|yml|yaml|toml|html|css)$/).filter((path) =>
    /^(<{7}|>{7})( |$)/m.test(textOf(path)),
  )
  assert.deepEqual(left, [])
})

test('no file names a package registry or a place of one machine', () => {
  const places = new RegExp(
    `registry\\.${'npmjs'}|registry\\.${'yarnpkg'}|pypi\\.${'org'}|proxy\\.${'golang'}|(?<!\\.)/${'home'}/[a-z]|/${'Users'}/[A-Za-z]|/${'root'}/|/${'work'}/[a-z]`,
  )
  assert.deepEqual(
    texts.filter((path) => places.test(textOf(path))),
    [],
  )
})

test('package-lock.json names packages, not the hosts they came from', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { resolved?: string; link?: boolean }>
  }
  const hosts = Object.entries(packages).filter(([, each]) => each.resolved !== undefined && !each.link)
  assert.deepEqual(
    hosts.map(([path]) => path),
    [],
  )
})

test('package-lock.json holds every optional package that it names: `npm ci` refuses a lock file that does not', () => {
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

test('install scripts run only where they are named', () => {
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
