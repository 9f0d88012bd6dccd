// The statements that `database distribute` would run, generated from the catalogue of a migrated database. With
// CITUS_DATABASE_URL that database is already distributed, and the plan is generated as if it were not.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect } from '../../src/database/database.ts'
import { placedByName, placementOf } from '../../src/database/distributed/placement.ts'
import { type Facts, inSql, planDistribution, readFacts } from '../../src/database/distributed/plan-distribution.ts'
import { testDatabase } from '../harness.ts'

const owner = connect(await testDatabase(), { max: 1 })
after(() => owner.end())

const { tables } = await readFacts(owner)
const undone: Facts = {
  tables: tables.map((table) => ({ ...table, citus: undefined })),
  genericFunctions: ['purge_dead_workspace(smallint,uuid,integer,integer)'],
}
const sql = inSql(planDistribution(undone, 32))

test('every table has a placement, and no placement names a table that does not exist', () => {
  const lost = tables.filter((table) => placementOf(table) === undefined).map(({ name }) => name)
  assert.deepEqual(lost, [], 'name these in server/src/database/distributed/placement.ts')
  const names = new Set(tables.map(({ name }) => name))
  assert.deepEqual(
    placedByName.filter((name) => !names.has(name)),
    [],
  )
})

test('a table without a placement stops the plan with its name', () => {
  const stray = { name: 'stray', hasBucketFirst: false, parents: [], citus: undefined }
  assert.throws(
    () => planDistribution({ ...undone, tables: [...undone.tables, stray] }),
    /the table stray has no place/,
  )
})

test('all tenant tables are distributed by bucket and colocated with the workspaces', () => {
  const spread = tables.filter(({ hasBucketFirst, name }) => hasBucketFirst && name !== 'webhook_leases')
  for (const { name } of spread) {
    const place = name === 'workspaces' ? "colocate_with => 'none', shard_count => 32" : "colocate_with => 'workspaces'"
    assert.ok(
      sql.includes(`select create_distributed_table('${name}', 'bucket', ${place});`),
      `${name} is not distributed by bucket`,
    )
  }
  assert.equal(sql.match(/'bucket'/g)!.length, spread.length)
})

test('a table is distributed after the tables that its foreign keys reference', () => {
  const at = (name: string) => sql.search(new RegExp(`create_\\w+_table\\('${name}'`))
  for (const { name, parents } of tables)
    for (const parent of parents)
      if (at(name) >= 0 && at(parent) >= 0) assert.ok(at(parent) < at(name), `${parent} must come before ${name}`)
})

test('card numbers are distributed by their index, small tables are replicated, and other routes stay on the coordinator', () => {
  assert.match(sql, /create_distributed_table\('card_number_routes', 'number_index', colocate_with => 'none'/)
  for (const name of ['bins', 'data_keys'])
    assert.ok(sql.includes(`create_reference_table('${name}')`), `${name} is not a reference table`)
  for (const name of ['workspace_routes', 'api_keys', 'accounts'])
    assert.ok(!sql.includes(`'${name}'`), `${name} must stay on the coordinator`)
})

test('the plan leaves out tables that are already distributed', () => {
  const done: Facts = {
    genericFunctions: [],
    tables: tables.map((table) => {
      const placement = placementOf(table)!
      if (placement.kind === 'here') return { ...table, citus: undefined }
      const citus =
        placement.kind === 'spread'
          ? ({ type: 'distributed', column: placement.by } as const)
          : ({ type: 'reference', column: null } as const)
      return { ...table, citus }
    }),
  }
  assert.deepEqual(planDistribution(done), [])
  const half = {
    ...done,
    tables: done.tables.map((table) => (table.name === 'cards' ? { ...table, citus: undefined } : table)),
  }
  assert.deepEqual(
    planDistribution(half)
      .filter(({ sql }) => sql.includes('create_distributed_table'))
      .map(({ sql }) => sql),
    ["select create_distributed_table('cards', 'bucket', colocate_with => 'workspaces')"],
  )
})
