// Every folder of server/src stands on a floor, and imports only from the floors below it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRings, type Import, readImports } from './imports.ts'
import { filesIn, isTest, textOf } from './repository-files.ts'

/**
 * The floors from the bottom up. A folder or a single file imports only entries that come before it in this list. Type
 * imports count too, because a reader follows types as well.
 */
const FLOORS = [
  // values
  'clock.ts',
  'errors.ts',
  'ids.ts',
  'json-object.ts',
  'metrics.ts',
  'money.ts',
  'foreign-money.ts',
  'version.ts',
  'zoned-days.ts',
  'services.ts',
  'currencies',
  // ground
  'config',
  'log.ts',
  'tracing',
  'database',
  'events',
  'vault',
  'iso8583',
  'mail',
  'ledger',
  'engine',
  'accounts',
  'outbound',
  'http',
  // objects
  'processes',
  'request-log',
  'categories',
  'bins',
  'deposits',
  'activity',
  'chains',
  'controls',
  'rules',
  'wallet',
  'keys',
  'transactions',
  'processors',
  'three-ds',
  'cards',
  'people',
  'notifications',
  'purchases',
  'transaction-notes',
  // decisions
  'authorizations',
  'spend-requests',
  'reveal',
  'explanations',
  'due',
  'event-feed',
  'webhooks',
  'decision-hook',
  // interfaces
  'card-network',
  'sandbox',
  'dashboard',
  'mcp',
  'routes.ts',
  'worker.ts',
  'reference',
  // the process
  'start',
  'supervisor',
  'operator',
  'main.ts',
]

/** Imports that point upwards, each with its reason. An exception that is no longer used must leave this list. */
const EXCEPTIONS: { from: string; to: string; why: string }[] = []

/** Import cycles of files that are accepted, each with its reason. */
const ACCEPTED_RINGS: { files: string[]; why: string }[] = []

const imports = readImports().filter((each) => !isTest(`server/src/${each.from}`))
const isOutside = (path: string) => path.startsWith('../')
const inside = imports.filter((each) => /\.(ts|json)$/.test(each.to) && !isOutside(each.to))

const topOf = (path: string) => path.split('/', 1)[0]!
const floorOf = (path: string) => FLOORS.indexOf(topOf(path))
const pair = ({ from, to }: { from: string; to: string }) => `${from} -> ${to}`

test('every folder and file of server/src stands on a floor', () => {
  const tops = new Set(inside.flatMap(({ from, to }) => [from, to]).map(topOf))
  assert.deepEqual([...tops].filter((top) => !FLOORS.includes(top)).sort(), [], 'these have no floor')
  assert.deepEqual(FLOORS.filter((floor) => !tops.has(floor)).sort(), [], 'these are in the list but no longer exist')
})

test('a folder imports only from the floors below it', () => {
  const isUpwards = ({ from, to }: Import) => floorOf(to) > floorOf(from)
  assert.deepEqual([...new Set(inside.filter(isUpwards).map(pair))].sort(), EXCEPTIONS.map(pair).sort())
})

test('no files and no folders import each other in a cycle', (t) => {
  const rings = findRings(inside)
  const folders = inside.map(({ from, to }) => ({ from: topOf(from), to: topOf(to) }))
  const folderRings = findRings(folders.filter(({ from, to }) => from !== to))
  t.diagnostic(`rings of files, types counted: ${rings.length}; rings of folders: ${folderRings.length}`)
  assert.deepEqual(
    rings,
    ACCEPTED_RINGS.map(({ files }) => files),
  )
  assert.deepEqual(folderRings, [])
})

test('the server imports nothing of the other packages but the framework of its commands', () => {
  const outside = imports.filter(({ to }) => isOutside(to))
  const isAllowed = ({ from, to }: Import) => topOf(from) === 'operator' && to.startsWith('../../cli/src/framework/')
  assert.deepEqual(outside.filter((each) => !isAllowed(each)).map(pair), [])
})

test('the framework of commands, which the published package holds, imports only itself and Node', () => {
  const folder = 'cli/src/framework'
  const targets = filesIn(folder, /\.ts$/).flatMap((path) =>
    [...textOf(path).matchAll(/ from '([^']+)'/g)].map(([, target]) => target!),
  )
  assert.ok(targets.length > 0, folder)
  assert.deepEqual(
    targets.filter((target) => !/^(node:|\.\/[\w-]+\.ts$)/.test(target)),
    [],
  )
})

test('features receive a database handle and never open a connection', () => {
  const isFeature = (from: string) => topOf(from) !== 'database' && floorOf(from) < floorOf('start')
  const opens = ({ from, to, names, typeOnly }: Import) =>
    isFeature(from) &&
    ((to === 'postgres' && !typeOnly) || (to === 'database/database.ts' && /\b(connect|openDatabase)\b/.test(names)))
  assert.deepEqual(imports.filter(opens).map(pair), [])
})

test('findRings returns each import cycle once, with all its members', () => {
  const line = (from: string, to: string) => ({ from, to })
  assert.deepEqual(findRings([line('a', 'b'), line('b', 'c')]), [])
  assert.deepEqual(findRings([line('a', 'b'), line('b', 'c'), line('c', 'b'), line('c', 'a')]), [['a', 'b', 'c']])
  assert.deepEqual(findRings([line('a', 'b'), line('b', 'a'), line('c', 'd'), line('d', 'c')]), [
    ['a', 'b'],
    ['c', 'd'],
  ])
})
