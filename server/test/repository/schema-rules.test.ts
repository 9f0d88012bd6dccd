// Checks the rules of docs/adr/0003-buckets.md on the catalogue of a migrated database.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect } from '../../src/database/database.ts'
import { testDatabase } from '../harness.ts'
import { filesIn, textOf } from './repository-files.ts'

/**
 * Small tables without a bucket, which are written by operators, by people, at a creation, by the watcher of a chain or
 * for a processor. A new one is added here by name.
 */
const SHARED = [
  'accounts',
  'address_keys',
  'api_keys',
  'audit_sealing',
  'bins',
  'card_number_routes',
  'chain_arrivals',
  'chain_balances',
  'chain_blocks',
  'chain_cursors',
  'currency_prices',
  'data_keys',
  'deposit_address_routes',
  'link_mails',
  'mail_outbox',
  'processor_card_routes',
  'processor_holder_keys',
  'processor_holders',
  'processor_minutes',
  'processor_parked',
  'processor_states',
  'readiness_probes',
  'schema_migrations',
  'sign_in_failures',
  'user_credentials',
  'user_links',
  'user_notification_settings',
  'user_passkeys',
  'user_past_passwords',
  'user_second_factors',
  'user_sessions',
  'user_verifications',
  'user_views',
  'users',
  'webhook_workers',
  'workspace_routes',
]

const sql = connect(await testDatabase(), { max: 1 })
after(() => sql.end())

const ours = sql`c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

test('every table without a bucket as its first column is a listed shared table', async () => {
  const rows = await sql<{ table: string }[]>`
    select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
    where ${ours} and not (a.attname = 'bucket' and a.atttypid = 'smallint'::regtype and a.attnotnull) order by 1`
  assert.deepEqual(
    rows.map((row) => row.table),
    SHARED,
  )
})

test('bucket leads every primary key, unique key and foreign key of a tenant table', async () => {
  const rows = await sql`
    select i.indexrelid::regclass::text as key from pg_class c join pg_index i on i.indrelid = c.oid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where ${ours} and c.relname <> all(${SHARED}) and i.indisunique and a.attname <> 'bucket'
    union all
    select k.conname::text from pg_class c join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
    where ${ours} and c.relname <> all(${SHARED}) and (a.attname <> 'bucket' or f.attname <> 'bucket')`
  assert.deepEqual([...rows], [])
})

test('every constraint and index has an explicit name of its table and purpose, with at most 45 characters', async () => {
  const rows = await sql<{ table: string; name: string; suffix: string }[]>`
    select c.relname as table, k.conname as name,
      case k.contype when 'p' then '_pk' when 'u' then '_uq' when 'f' then '_fk' when 'c' then '_ck' else '_ex' end as suffix
    from pg_class c join pg_constraint k on k.conrelid = c.oid and k.contype <> 'n' where ${ours}
    union all
    select c.relname, x.relname, case when i.indisunique then '_uq' else '_ix' end
    from pg_class c join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid
    where ${ours} and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)`
  const isOurs = (row: (typeof rows)[number]) =>
    row.name.startsWith(row.table) && row.name.endsWith(row.suffix) && row.name.length <= 45
  assert.deepEqual(
    rows.filter((row) => !isOurs(row)).map((row) => row.name),
    [],
  )
})

test('the schema has no triggers, rules, serial ids or keys that a deletion sets to null', async () => {
  const rows = await sql`
    select 'trigger ' || t.tgname as fault from pg_class c join pg_trigger t on t.tgrelid = c.oid
    where ${ours} and not t.tgisinternal
    union all select 'rule ' || r.rulename from pg_class c join pg_rewrite r on r.ev_class = c.oid where ${ours}
    union all select 'identity ' || c.relname || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where ${ours} and a.attidentity <> '' and a.atttypid <> 'bigint'::regtype
    union all select 'serial ' || d.adrelid::regclass from pg_attrdef d
    where pg_get_expr(d.adbin, d.adrelid) like 'nextval%' and d.adrelid in (select c.oid from pg_class c where ${ours})
    union all select 'on delete ' || k.conname from pg_class c join pg_constraint k on k.conrelid = c.oid
    where ${ours} and k.contype = 'f' and k.confdeltype in ('n', 'd')`
  assert.deepEqual([...rows], [])
})

test('a function that runs as the owner fixes its search path', async () => {
  const rows = await sql`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and not exists (select from unnest(p.proconfig) as setting where setting like 'search_path=%')`
  assert.deepEqual([...rows], [])
})

test('migrations are numbered without gaps and contain nothing that a sharded database rejects', () => {
  const files = filesIn('server/migrations', /\/\d{4}_.*\.sql$/)
  assert.deepEqual(
    files.map((file) => Number(file.slice('server/migrations/'.length).slice(0, 4))),
    files.map((_, index) => index + 1),
  )
  for (const file of files) {
    const text = textOf(file).replace(/--.*$/gm, '')
    assert.doesNotMatch(text, /\bmerge\s+into\b/i, file)
    for (const statement of text.split(';')) {
      assert.doesNotMatch(
        statement,
        /\badd\s+column\b[^,]*\bcheck\b/i,
        `${file}: a column and its check are added in one command`,
      )
    }
  }
})
