// What the connections of the service can and cannot do, whatever statement is injected into them, and the two logins
// of a database that is given by its URL.

import assert from 'node:assert/strict'
import { connect as connectSocket, createServer } from 'node:net'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { MASTER_KEY, startTestService, testDatabase } from '../../test/harness.ts'
import { asOwner } from '../../test/operator/operator-fixture.ts'
import { readConfig } from '../config/config.ts'
import { openSchema } from '../start/open-schema.ts'
import { openServices } from '../start/start.ts'
import { type ConnectionOptions, connect, SERVICE_ROLE } from './database.ts'
import { loginsOf, ownsSchema } from './logins.ts'
import { ownerSettings } from './session-settings.ts'
import { targetOf } from './wire/target.ts'

const service = await startTestService()
const { database } = service.services
const owner = asOwner(service.connection)
const api = await service.fundedWorkspace(100)
const { id: card } = (await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })).body
await api.get(`/cards/${card}/details`)
await service.workspace('production')

/** Returns the error code of the database for a statement on a connection of the service. */
function refusal(statement: string, { asLogin = false } = {}): Promise<string> {
  return database
    .transaction(async (tx) => {
      if (asLogin) await tx`set role none` // This is the login beneath the role that the connection was opened with.
      await tx.unsafe(statement)
    })
    .then(
      () => 'done',
      (error) => (error as { code: string }).code,
    )
}

const DENIED = '42501'
const CHECK = '23514'

const REFUSED: [string, string[]][] = [
  [
    'change the schema',
    [
      'create table mine (a integer)',
      'create temporary table cards (a integer)',
      'alter table cards add column a integer',
      'alter table transfers disable trigger all',
      'drop table audit_log',
      'create index on cards (label)',
      'create function f() returns integer language sql as $$ select 1 $$',
      'create or replace function purge_dead_workspace(smallint, uuid, integer, integer) returns integer language sql as $$ select 0 $$',
      'create schema mine',
    ],
  ],
  [
    'rewrite append-only tables',
    [
      'transfers',
      'transactions',
      'transaction_details',
      'audit_log',
      'hold_releases',
      'card_history',
      'merchants',
      'audit_sealing',
    ].flatMap((table) => [
      `update ${table} set ${table === 'audit_sealing' ? 'chains = 0' : 'bucket = bucket'}`,
      `delete from ${table}`,
      `truncate ${table}`,
    ]),
  ],
  [
    'delete keys, chains and workspaces or change their identity',
    [
      'delete from data_keys',
      `update data_keys set purpose = 'x'`,
      'delete from audit_chains',
      'update audit_chains set bucket = 1',
      'delete from workspaces',
      'update workspaces set environment = 1',
      'update workspaces set account_id = account_id',
      'update bins set max_transaction_cents = 1',
    ],
  ],
  [
    'take another role or access the machine',
    [
      'set role cardwright',
      'set session authorization cardwright',
      'create role mine',
      'alter role cardwright_login superuser',
      `copy accounts to program 'true'`,
      `select pg_read_file('postgresql.conf')`,
      'select rolpassword from pg_authid',
    ],
  ],
]

for (const [what, statements] of REFUSED) {
  test(`a connection of the service cannot ${what}`, async () => {
    for (const statement of statements) {
      assert.equal(await refusal(statement), DENIED, statement)
      assert.equal(await refusal(statement, { asLogin: true }), DENIED, `as its login: ${statement}`)
    }
  })
}

test('the service cannot grant rights to itself', async () => {
  // The database only warns about this statement.
  await refusal('grant update, delete on transfers to cardwright_service')
  const [row] = await owner<
    { may: boolean }[]
  >`select has_table_privilege(${SERVICE_ROLE}, 'transfers', 'update, delete') as may`
  assert.equal(row!.may, false)
})

test('a production workspace can neither be marked dead nor purged', async () => {
  assert.equal(await refusal('update workspaces set live = false where environment = 2'), CHECK)
  const [row] = await owner`select bucket, id from workspaces where environment = 2`
  assert.equal(await refusal(`select purge_dead_workspace(${row!.bucket}::smallint, '${row!.id}', 1, 1)`), 'P0001')
})

test('the service logs in as its own role, which owns nothing', async () => {
  const [row] = await database.read<{ login: string; superuser: boolean; owned: number }[]>`
    select session_user::text as login, rolsuper as superuser, (select count(*)::integer from pg_class c where c.relowner = r.oid) as owned
    from pg_roles r where rolname = session_user`
  assert.deepEqual({ ...row }, { superuser: false, owned: 0, login: 'cardwright_login' })
  assert.equal(await ownsSchema(database.read), false)
  assert.equal(await ownsSchema(owner), true)
})

test('no connection of the owner remains open after the service has started', async () => {
  const [row] = await owner<{ count: number }[]>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`
  assert.equal(row!.count, 0)
})

/** Returns a TCP URL of a database. A relay is needed because the test server listens only on a socket. */
async function addressOf(connection: ConnectionOptions, user: string, password: string): Promise<string> {
  const [socket] = targetOf(connection, ownerSettings).addresses
  const relay = createServer((client) => {
    const server = connectSocket(socket!)
    for (const [from, to] of [[client, server] as const, [server, client] as const])
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
    client.pipe(server).pipe(client)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  after(() => relay.close())
  const { port } = relay.address() as { port: number }
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${(connection as { database: string }).database}`
}

const log = pino({ level: 'silent' })
const common = { CARDWRIGHT_MASTER_KEY: MASTER_KEY, CARDWRIGHT_DATA_DIR: '/nonexistent', PORT: '0' }

async function opened<T>(open: (undo: (() => Promise<unknown>)[]) => Promise<T>): Promise<T> {
  const undo: (() => Promise<unknown>)[] = []
  try {
    return await open(undo)
  } finally {
    for (const step of undo) await step()
  }
}

test('with two URLs the owner creates the login of the service, which then starts without the owner', async () => {
  const connection = (await testDatabase()) as Exclude<ConnectionOptions, { url: string }>
  const login = `app_${connection.database}`
  after(() => asOwner({ ...connection, database: 'postgres' }).unsafe(`drop role if exists ${login}`))
  const service = await addressOf(connection, login, 'it is secret')
  const ownerUrl = await addressOf(connection, connection.username, connection.password)
  const env = { ...common, DATABASE_URL: service }

  const start = (more: Record<string, string> = {}) => {
    const config = readConfig({ ...env, ...more })
    return opened((undo) =>
      openServices(config, log, { url: service }, undo).then(({ bins }) => bins.offered('sandbox').length),
    )
  }
  await assert.rejects(start(), { code: '28P01' })
  const both = readConfig({ ...env, DATABASE_OWNER_URL: ownerUrl })
  await opened((undo) => openSchema(both, log, loginsOf({ url: service }, ownerUrl), undo))
  assert.ok((await start()) > 0, 'no BINs without the owner')
  assert.ok((await start({ DATABASE_OWNER_URL: ownerUrl })) > 0, 'no BINs with the owner')

  const asLogin = connect({ url: service }, { max: 1 })
  assert.equal(await ownsSchema(asLogin), false)
  await asLogin.end()
  const tables = asOwner(connection)
  await tables`update bins set max_monthly_cents = max_monthly_cents + 1`
  await assert.rejects(start(), /the BINs of the catalogue are not those of the database; run migrate/)
  await tables`delete from schema_migrations where version = (select max(version) from schema_migrations)`
  await assert.rejects(start(), /the database lacks \d{4}_.*; run migrate with DATABASE_OWNER_URL set/)
})

test('a single URL of the owner still works, with a warning', async () => {
  const connection = (await testDatabase()) as Exclude<ConnectionOptions, { url: string }>
  const url = await addressOf(connection, connection.username, connection.password)
  const lines: string[] = []
  const heard = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  await opened((undo) => openServices(readConfig({ ...common, DATABASE_URL: url }), heard, { url }, undo))
  assert.match(lines.join(), /the login of DATABASE_URL owns the tables/)
})

test('DATABASE_OWNER_URL without DATABASE_URL is rejected', () => {
  assert.throws(() => readConfig({ DATABASE_OWNER_URL: 'postgres://a@b/c' }), /which is not set/)
})
