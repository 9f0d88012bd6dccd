import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { asOwner, cardwright, environmentOf, fails, succeeds } from './operator-fixture.ts'

const connection = await testDatabase()
const env = environmentOf(connection)
const owner = asOwner(connection)
const address = ['--line1', '1 Road', '--city', 'Dover', '--state', 'DE', '--zip', '19901', '--country', 'us']
const createAccount = (name: string) =>
  succeeds(['accounts', 'create', '--name', name, '--holder-name', 'Jo Acme', ...address, '--json'], env)

test('help needs no database, and tells of every command', async () => {
  const all = await succeeds(['--help'], {})
  const names = all
    .match(
      /(?<=^ {2})(keys|accounts|users|database|addresses|chains|deposits|processors|network) [\w-]+|(?<=^ {2})audit heads|(?<=^ {2})[a-z][\w-]+(?= )/gm,
    )!
    .filter((name) => name !== 'npm')
  assert.deepEqual(names, [
    'keys create',
    'keys list',
    'keys narrow',
    'keys revoke',
    'accounts create',
    'accounts list',
    'users invite',
    'users list',
    'users reset-link',
    'migrate',
    'upgrade',
    'database distribute',
    'database shards',
    'database move-bucket',
    'audit',
    'audit heads',
    'rotate-keys',
    'backup',
    'restore',
    'addresses pool',
    'addresses trust',
    'chains status',
    'chains rescan',
    'deposits held',
    'deposits release',
    'deposits reverse',
    'processors list',
    'processors connect',
    'processors check',
    'processors sync',
    'processors reconcile',
    'network describe',
    'doctor',
  ])
  const helps = await Promise.all(names.map((name) => succeeds([...name.split(' '), '--help'], {})))
  for (const [index, help] of helps.entries()) assert.ok(help.includes(`npm run cardwright -- ${names[index]}`))
})

test('what was called wrongly ends with 2 and says what was meant', async () => {
  assert.match(await fails(['nonsense'], {}, 2), /there is no command "nonsense"; the commands are keys create/)
  assert.match(await fails(['keys'], {}, 2), /say which: keys create, keys list, keys narrow, keys revoke/)
  assert.match(await fails(['keys', 'list', '--foo'], {}, 2), /Unknown option '--foo'/)
  assert.match(await fails(['keys', 'revoke'], {}, 2), /keys revoke needs ID/)
  assert.match(await fails(['migrate', 'now'], {}, 2), /does not know what to do with "now"/)
  assert.match(await fails(['accounts', 'create', '--name', 'x'], {}, 2), /needs --holder-name NAME/)
})

test('the name of an account is a name', async () => {
  const create = (name: string) =>
    fails(['accounts', 'create', '--name', name, '--holder-name', 'Jo Acme', ...address], env)
  assert.match(await create('Acme\nBcc: x'), /^cardwright: --name must not contain line breaks/)
  assert.match(await create('https://example.com'), /^cardwright: --name must be a name, not a URL/)
})

test('what can be mended is told in one sentence', async () => {
  assert.match(await fails(['keys', 'list'], { ...env, PORT: 'x' }), /^cardwright: PORT must be a whole number/)
  const elsewhere = { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/db' }
  const unreachable = await fails(['keys', 'list'], elsewhere)
  assert.match(unreachable, /^cardwright: the database cannot be reached .*; check DATABASE_URL\n$/)
  assert.doesNotMatch(unreachable, /secret/)
  assert.match(
    await fails(['keys', 'list'], { ...env, PGPASSWORD: 'wrong' }),
    /the database refused the user "\w+" of DATABASE_URL: password authentication failed/,
  )
})

test('accounts and keys are made, listed and revoked, and the audit log tells', async () => {
  assert.match(await fails(['keys', 'create'], env), /there is no account yet/)
  const { id } = JSON.parse(await createAccount('Acme'))
  assert.match(await succeeds(['accounts', 'list'], env), new RegExp(`${id}  Acme`))
  assert.equal(JSON.parse(await succeeds(['accounts', 'list', '--json'], env))[0].holder_name, 'Jo Acme')

  assert.match(await succeeds(['keys', 'create', '--name', 'tests'], env), /^sk_test_[A-Za-z0-9]{32}\n/)
  const live = JSON.parse(await succeeds(['keys', 'create', '--live', '--read-only', '--json'], env))
  assert.match(live.key, /^sk_live_/)
  const keys = JSON.parse(await succeeds(['keys', 'list', '--json'], env))
  assert.deepEqual(
    keys.map((key: { environment: string; read_only: boolean }) => [key.environment, key.read_only]),
    [
      ['sandbox', false],
      ['production', true],
    ],
  )
  const list = await succeeds(['keys', 'list'], env)
  assert.ok(list.includes(`sk_live_…${live.key.slice(-4)}`) && !list.includes(live.key))

  assert.equal(await succeeds(['keys', 'revoke', live.id], env), `${live.id} is revoked.\n`)
  assert.match(await fails(['keys', 'revoke', live.id], env), /was revoked already/)
  assert.match(await fails(['keys', 'revoke', `key_${'0'.repeat(28)}`], env), /there is no key/)
  const pasted = await fails(['keys', 'revoke', live.key], env)
  assert.ok(pasted.includes('is not the id of a key') && !pasted.includes(live.key))
  const entries = await owner`select action, subject, actor from audit_log order by action, sequence`
  assert.deepEqual(
    entries.map((entry) => entry.action),
    ['key.create', 'key.create', 'key.revoke'],
  )
  assert.ok(entries.every((entry) => entry.actor.startsWith('operator:')))
  await succeeds(['audit'], env)
})

test('with several accounts a key needs to be told whose it is', async () => {
  const { id } = JSON.parse(await createAccount('Second'))
  assert.match(await fails(['keys', 'create'], env), /there are 2 accounts; say which one/)
  assert.match(await fails(['keys', 'create', '--account', 'x'], env), /there is no account x/)
  assert.equal(JSON.parse(await succeeds(['keys', 'create', '--account', id, '--json'], env)).account.name, 'Second')
  const bad = ['accounts', 'create', '--name', 'x', '--holder-name', 'x', ...address.slice(0, -1), 'USA']
  assert.match(await fails(bad, env), /--country must be a code of two letters/)
})

test('migrate says what it did, or that there was nothing to do', async () => {
  const admin = asOwner({ ...connection, database: 'postgres' } as never)
  const database = `${(connection as { database: string }).database}_empty`
  await admin.unsafe(`create database ${database}`)
  try {
    const empty = { ...env, DATABASE_URL: `postgres:///${database}` }
    assert.match(await succeeds(['migrate'], empty), /^applied 0001_foundation\.sql\n/)
    assert.equal(await succeeds(['migrate'], empty), 'Nothing to do: the schema is up to date.\n')
  } finally {
    await admin.unsafe(`drop database ${database} with (force)`)
  }
})

test('a schema that lacks a migration is not touched by any other command', async () => {
  const [last] =
    await owner`delete from schema_migrations where version = (select max(version) from schema_migrations) returning *`
  assert.match(await fails(['keys', 'list'], env), /the database lacks .*; run: npm run cardwright -- migrate/)
  await owner`insert into schema_migrations (version, name, checksum) values (9999, '9999_later.sql', '')`
  assert.match(await fails(['migrate'], env), /migrated by a newer one/)
  assert.match(await fails(['audit'], env), /made by a newer version/)
  await owner`delete from schema_migrations where version = 9999`
  await owner`insert into schema_migrations ${owner(last!)}`
  assert.equal((await cardwright(['audit'], env)).code, 0)
})
