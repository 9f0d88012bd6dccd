import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../../../test/harness.ts'
import { connect } from '../../database/database.ts'
import { readMigrations } from '../../database/migrate.ts'
import { FIRST_JUDGED } from '../../database/migration-steps.ts'
import { VERSION } from '../../version.ts'
import { asOwner, environmentOf, fails, succeeds } from '../operator-fixture.ts'
import { planUpgrade } from './upgrade-plan.ts'

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
  const last = readMigrations().findLast(({ version }) => version < FIRST_JUDGED)!
  const kept = await owner`delete from schema_migrations where version >= ${last.version} returning *`
  try {
    const alone = await planUpgrade(owner)
    assert.equal(alone.migrations[0]!.kind, 'unjudged')
    assert.deepEqual(alone.obstacles, [])
    await processOf('cardwright 0.0.1')
    const { running, obstacles } = await planUpgrade(owner)
    assert.deepEqual(running, [{ version: '0.0.1', sessions: 1 }])
    assert.match(obstacles.join(), /from before the rules .* 1 sessions of 0\.0\.1 run: stop them first/)
  } finally {
    for (const row of kept) await owner`insert into schema_migrations ${owner(row)}`
  }
})

test('a schema of a newer version, and a transaction that has been open for long, are told', async () => {
  await owner`insert into schema_migrations (version, name, checksum) values (9999, '9999_later.sql', '')`
  const { obstacles } = await planUpgrade(owner)
  assert.match(obstacles.join(), /9999_later\.sql, made by a newer version/)
  await owner`delete from schema_migrations where version = 9999`
})
