import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../../../test/harness.ts'
import { connect } from '../../database/database.ts'
import { readMigrations } from '../../database/migrate.ts'
import { FIRST_CHECKED } from '../../database/migration-steps.ts'
import { VERSION } from '../../version.ts'
import { asOwner, environmentOf, fails, succeeds } from '../operator-fixture.ts'
import { checkPending, obstaclesOf, planUpgrade } from './upgrade-plan.ts'

const connection = await testDatabase()
const env = environmentOf(connection)
const owner = asOwner(connection)

/** A process that calls itself by another version. */
async function processOf(name: string) {
  const other = connect(connection, { max: 1 })
  after(() => other.end({ timeout: 1 }))
  await other`select set_config('application_name', ${name}, false)`
  return other
}

test('on the schema of this version there is nothing to do, and nothing is changed', async () => {
  const before = await owner`select version, applied_at from schema_migrations order by version`
  const said = await succeeds(['upgrade', '--check'], env)
  assert.match(said, new RegExp(`The schema is that of ${VERSION}: nothing to migrate`))
  assert.match(said, /It can be done without a stop\.\n$/)
  assert.deepEqual(await owner`select version, applied_at from schema_migrations order by version`, before)
  assert.match(await fails(['upgrade'], env, 2), /say upgrade --check; migrate applies/)
})

test('migrations from before the rules need every process stopped', async () => {
  const last = readMigrations().findLast(({ version }) => version < FIRST_CHECKED)!
  const kept = await owner`delete from schema_migrations where version >= ${last.version} returning *`
  try {
    const alone = await planUpgrade(owner)
    assert.equal(alone.migrations[0]!.kind, 'unchecked')
    assert.deepEqual(alone.obstacles, [])
    await processOf('cardwright 0.0.1')
    const { running, obstacles } = await planUpgrade(owner)
    assert.deepEqual(running, [{ version: '0.0.1', sessions: 1 }])
    assert.match(obstacles.join(), /from before the rules .* 1 sessions of 0\.0\.1 run: stop them first/)
  } finally {
    for (const row of kept) await owner`insert into schema_migrations ${owner(row)}`
  }
})

test('a schema of a newer version is told', async () => {
  await owner`insert into schema_migrations (version, name, checksum) values (9999, '9999_later.sql', '')`
  const { obstacles } = await planUpgrade(owner)
  assert.match(obstacles.join(), /9999_later\.sql, made by a newer version/)
  await owner`delete from schema_migrations where version = 9999`
})

const ROWS = new Map([['cards', 12_345]])
const migration = (name: string, sql: string) => checkPending({ version: FIRST_CHECKED, name, sql }, ROWS)
const old = [{ version: '0.3.9', sessions: 2 }]
const unnamed = [{ version: undefined, sessions: 1 }]
const current = [{ version: '0.4.0', sessions: 3 }]

test('an expand step goes on beside any version, and its locks are told with the rows behind them', () => {
  const expand = migration('0099_notes.sql', 'alter table cards add column note text')
  assert.equal(expand.kind, 'expand')
  assert.deepEqual(expand.locks, [{ table: 'cards', lock: 'access exclusive', readsAll: false, rows: 12_345 }])
  for (const running of [old, unnamed, current]) assert.deepEqual(obstaclesOf(expand, running), [])
})

test('a contract step waits until nothing older than its release runs', () => {
  const contract = migration('0099_no_label.after-0.4.0.sql', 'alter table cards drop column label')
  assert.deepEqual([contract.kind, contract.after], ['contract', '0.4.0'])
  assert.match(obstaclesOf(contract, [...old, ...current]).join(), /before 0\.4\.0 use, and 2 sessions of 0\.3\.9 run/)
  assert.match(
    obstaclesOf(contract, unnamed).join(),
    /1 sessions of a version that does not say which run: replace them/,
  )
  assert.deepEqual(obstaclesOf(contract, current), [])
  assert.deepEqual(obstaclesOf(contract, []), [])
})

test('a step that breaks the rules is an obstacle whatever runs', () => {
  const broken = migration('0099_rename.sql', 'alter table cards rename column label to name')
  assert.match(obstaclesOf(broken, []).join(), /^0099_rename\.sql renames: add the new name/)
})
