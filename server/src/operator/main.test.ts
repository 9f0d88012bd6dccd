import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOf } from '../../../cli/test/running-program.ts'
import { testDatabase } from '../../test/harness.ts'
import {
  asOwner,
  cardwright,
  environmentOf,
  fails,
  start,
  startReally,
  succeeds,
} from '../../test/operator/operator-fixture.ts'
import { until } from '../../test/until.ts'

const connection = await testDatabase()
const env = environmentOf(connection)
const owner = asOwner(connection)
const address = ['--line1', '1 Road', '--city', 'Dover', '--state', 'DE', '--zip', '19901', '--country', 'us']
const createAccount = (name: string) =>
  succeeds(['accounts', 'create', '--name', name, '--holder-name', 'Jo Acme', ...address, '--json'], env)

test('help lists every command without a database', async () => {
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
  for (const [index, help] of helps.entries()) assert.ok(help.includes(`npm run cardwright -- ${names[index]}`), help)
})

test('a wrong call ends with 2 and says what is wrong', async () => {
  assert.match(await fails(['nonsense'], {}, 2), /there is no command "nonsense"; see npm run cardwright -- --help/)
  assert.match(await fails(['keys'], {}, 2), /choose one of: keys create, keys list, keys narrow, keys revoke/)
  assert.match(await fails(['keys', 'list', '--foo'], {}, 2), /there is no option --foo/)
  assert.match(await fails(['keys', 'revoke'], {}, 2), /keys revoke needs ID/)
  assert.match(await fails(['migrate', 'now'], {}, 2), /takes no argument "now"/)
  assert.match(await fails(['accounts', 'create', '--name', 'x'], {}, 2), /needs --holder-name NAME/)
})

test('accounts create refuses a name with line breaks or a URL', async () => {
  const create = (name: string) =>
    fails(['accounts', 'create', '--name', name, '--holder-name', 'Jo Acme', ...address], env)
  assert.match(await create('Acme\nBcc: x'), /^cardwright: --name must not contain line breaks/)
  assert.match(await create('https://example.com'), /^cardwright: --name must be a name, not a URL/)
})

test('a failure that the operator can fix is reported in one sentence', async () => {
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

test('accounts and keys can be created, listed and revoked, and the audit log records it', async () => {
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
  assert.ok(list.includes(`sk_live_…${live.key.slice(-4)}`) && !list.includes(live.key), list)

  assert.equal(await succeeds(['keys', 'revoke', live.id], env), `${live.id} is revoked.\n`)
  assert.match(await fails(['keys', 'revoke', live.id], env), /was already revoked/)
  assert.match(await fails(['keys', 'revoke', `key_${'0'.repeat(28)}`], env), /there is no key/)
  const pasted = await fails(['keys', 'revoke', live.key], env)
  assert.ok(pasted.includes('is not the id of a key') && !pasted.includes(live.key), pasted)
  const entries = await owner`select action, subject, actor from audit_log order by action, sequence`
  assert.deepEqual(
    entries.map((entry) => entry.action),
    ['key.create', 'key.create', 'key.revoke'],
  )
  assert.ok(
    entries.every((entry) => entry.actor.startsWith('operator:')),
    entries.map((entry) => entry.actor).join(', '),
  )
  await succeeds(['audit'], env)
})

test('keys create needs --account if there are several accounts', async () => {
  const { id } = JSON.parse(await createAccount('Second'))
  assert.match(await fails(['keys', 'create'], env), /there are 2 accounts; choose one/)
  assert.match(await fails(['keys', 'create', '--account', 'x'], env), /there is no account x/)
  assert.equal(JSON.parse(await succeeds(['keys', 'create', '--account', id, '--json'], env)).account.name, 'Second')
  const bad = ['accounts', 'create', '--name', 'x', '--holder-name', 'x', ...address.slice(0, -1), 'USA']
  assert.match(await fails(bad, env), /--country must be a code of two letters/)
})

test('migrate prints the migrations that it applied, or that there was nothing to do', async () => {
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

test('other commands refuse a schema that lacks a migration or is newer', async () => {
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

test('with --json, a failure is a line of JSON', async () => {
  assert.deepEqual(JSON.parse(await fails(['keys', 'create', '--account', 'x', '--json'], env)), {
    error: 'failed',
    message: 'there is no account x; accounts list shows them',
    code: null,
    request_id: null,
  })
  assert.equal(JSON.parse(await fails(['keys', 'list', '--nmae', '--json'], env, 2)).error, 'usage')
})

test('a misspelt word gets a suggestion, and the help of the command follows', async () => {
  assert.match(await fails(['kyes', 'list'], {}, 2), /there is no command "kyes"; did you mean "keys"\?/)
  assert.match(await fails(['keys', 'lst'], {}, 2), /there is no command "keys lst"; did you mean "keys list"\?/)
  const said = await fails(['keys', 'list', '--jsno'], {}, 2)
  assert.match(said, /there is no option --jsno; did you mean --json\?\n\n.*\n\n {2}npm run cardwright -- keys list/)
})

test('the started program has the same output and exit code as a call in this process', async () => {
  for (const args of [
    ['accounts', 'list'],
    ['keys', 'create', '--account', 'x'],
    ['keys', 'lst'],
  ])
    assert.deepEqual(await endOf(startReally(args, env)), await cardwright(args, env))
})

test('the program ends with 0 when the reader of its output closes the pipe', async () => {
  const child = startReally(['keys', 'list', '--json'], env)
  child.stdout.destroy()
  assert.equal(await child.ended, 0)
})

for (const [place, begin] of [
  ['in this process', start],
  ['as a process', startReally],
] as const)
  test(`${place}, an interrupted command prints nothing and ends with 130`, async () => {
    const waiting = () => owner`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await asOwner(connection).begin(async (tx) => {
      await tx`lock table schema_migrations in access exclusive mode`
      const running = begin(['keys', 'list'], env)
      await until('the command waits for the lock', async () => (await waiting()).length > 0)
      running.kill('SIGINT')
      assert.deepEqual(await endOf(running), { code: 130, out: '', err: '' })
    })
  })
