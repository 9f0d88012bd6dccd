// The last released version keeps working while a newer one migrates the database: migrations add, and remove only what
// no version since a given release uses. docs/adr/0026-backups-and-upgrades-without-a-stop.md

import assert from 'node:assert/strict'
import { test } from 'node:test'
import released from '../../migrations/released.json' with { type: 'json' }
import { readMigrations } from '../../src/database/migrate.ts'
import { checkMigration, FIRST_CHECKED, kindOf } from '../../src/database/migration-steps.ts'
import { isAtLeast } from '../../src/version.ts'

const migrations = readMigrations()
const known: Record<string, string> = released.migrations

test('a migration that was released is there, as it was', () => {
  const now = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const altered = Object.entries(known).filter(([name, checksum]) => now.get(name) !== checksum)
  assert.deepEqual(
    altered.map(([name]) => name),
    [],
    `released with ${released.version}: write a new migration instead`,
  )
})

test('migrations go on beside the version before: they expand, or say in their name since when nobody needs what they take', () => {
  const faults: string[] = []
  for (const { name, sql } of migrations.filter(({ version }) => version >= FIRST_CHECKED)) {
    for (const { statement, faults: found } of checkMigration(name, sql)) {
      faults.push(...found.map((fault) => `${name}: ${fault}\n    ${statement.replace(/\s+/g, ' ').slice(0, 120)}`))
    }
  }
  assert.deepEqual(faults, [])
})

test('a contract step names a release that is out, and comes in a later one', () => {
  const contracts = migrations.map(({ name }) => ({ name, kind: kindOf(name) }))
  const early = contracts.filter(({ name, kind }) => {
    if (kind.kind === 'expand' || name in known) return false
    return !isAtLeast(released.version, kind.after)
  })
  assert.deepEqual(
    early.map(({ name }) => name),
    [],
    `the last release is ${released.version}; what it still uses goes after the next one`,
  )
})
