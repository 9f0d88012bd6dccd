// A file imports only its own layer and lower ones.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCycles, type Import, readImports } from './imports.ts'
import { isTest } from './repository-files.ts'

/** From the ground up. A file imports its own layer and those below; features may import each other. */
const LAYERS = [
  [
    'money.ts',
    'foreign-money.ts',
    'ids.ts',
    'clock.ts',
    'zoned-days.ts',
    'config.ts',
    'environment.ts',
    'hide-environment.ts',
    'config-values.ts',
    'database-url.ts',
    'chain-config.ts',
    'processor-config.ts',
    'edge-config.ts',
    'rate-limits.ts',
    'deposits/addresses',
    'deposits/currencies.ts',
    'log.ts',
    'mail-config.ts',
    'metrics.ts',
    'tracing-config.ts',
    'tracing',
    'version.ts',
  ],
  ['database'],
  ['events', 'vault', 'ledger'],
  ['accounts', 'people/roles.ts', 'people/user-sessions.ts', 'engine'],
  ['http'],
  [
    'bins',
    'categories',
    'cards',
    'controls',
    'keys',
    'card-templates',
    'reveal',
    'spend-requests',
    'deposits',
    'wallet',
    'authorizations',
    'rules',
    'transactions',
    'transaction-notes',
    'notifications',
    'mail',
    'purchases',
    'three-ds',
    'webhooks',
    'decision-hook',
    'events/feed',
    'request-log',
    'activity',
    'chains',
    'people',
    'processors',
    'dashboard',
  ],
  ['sandbox', 'mcp'],
  ['routes.ts', 'worker.ts', 'reference'],
  ['app.ts', 'base-app.ts', 'doors-app.ts'],
  [
    'first-start.ts',
    'open-connection.ts',
    'log-start-failure.ts',
    'processes',
    'service-gauges.ts',
    'serve-metrics.ts',
  ],
  ['start.ts', 'open-schema.ts'],
  ['operator', 'supervisor', 'main.ts'],
]

/** Made of types alone: what the process has at hand, named from where it is used. */
const TYPES_ONLY = 'services.ts'

/** What points upwards today. Each should go; one that is gone must leave this list. */
const KNOWN: { from: string; to: string; why: string }[] = [
  { from: 'database/unavailable.ts', to: 'http/errors.ts', why: 'a lost connection becomes service_unavailable here' },
]

const imports = readImports().filter((each) => !isTest(`server/src/${each.from}`))
const inside = imports.filter((each) => /\.(ts|json)$/.test(each.to))

/** A folder within a folder may have a layer of its own. */
function layerOf(path: string): number {
  const [top, second] = path.split('/')
  const inner = LAYERS.findIndex((layer) => layer.includes(`${top}/${second}`))
  return inner < 0 ? LAYERS.findIndex((layer) => layer.includes(top!)) : inner
}

const pair = ({ from, to }: { from: string; to: string }) => `${from} -> ${to}`

test('every folder and file of server/src has its layer', () => {
  const tops = new Set(
    inside.flatMap(({ from, to }) => [from, to]).filter((path) => path !== TYPES_ONLY && layerOf(path) < 0),
  )
  assert.deepEqual([...tops], [])
})

test('imports run downwards', () => {
  const isUpwards = ({ from, to }: Import) => to !== TYPES_ONLY && from !== TYPES_ONLY && layerOf(to) > layerOf(from)
  assert.deepEqual([...new Set(inside.filter(isUpwards).map(pair))].sort(), KNOWN.map(pair).sort())
})

test('services.ts is made of types, and imported as a type', () => {
  const faults = imports.filter(({ from, to, typeOnly }) => (from === TYPES_ONLY || to === TYPES_ONLY) && !typeOnly)
  assert.deepEqual(faults.map(pair), [])
})

test('no files import each other in a ring', () => {
  assert.deepEqual(
    findCycles(inside).map((cycle) => cycle.join(' -> ')),
    [],
  )
})

test('features get a handle and never open a connection', () => {
  const isFeature = (from: string) => layerOf(from) !== layerOf('database') && layerOf(from) < layerOf('start.ts')
  const opens = ({ from, to, names, typeOnly }: Import) =>
    isFeature(from) &&
    ((to === 'postgres' && !typeOnly) || (to === 'database/database.ts' && /\b(connect|openDatabase)\b/.test(names)))
  assert.deepEqual(imports.filter(opens).map(pair), [])
})

test('a ring is found, and a type does not close one', () => {
  const line = (from: string, to: string, typeOnly = false) => ({ from, to, names: '', typeOnly })
  assert.deepEqual(findCycles([line('a', 'b'), line('b', 'c'), line('c', 'a', true)]), [])
  assert.deepEqual(findCycles([line('a', 'b'), line('b', 'c'), line('c', 'b')]), [['b', 'c', 'b']])
})
