import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkMigration, kindOf, type Lock } from './migration-steps.ts'
import { splitStatements } from './sql-statements.ts'

const faultsOf = (sql: string, name = '0099_test.sql') => checkMigration(name, sql).flatMap(({ faults }) => faults)

/** Whatever breaks the version before, or keeps it waiting. */
const REFUSED: [sql: string, fault: RegExp][] = [
  ['drop table merchants', /drops what the version before may use: a contract step/],
  ['alter table cards drop column label', /drops a column/],
  ['alter table cards drop label', /drops a column/],
  ['alter table cards drop column if exists label, add column note text', /drops a column/],
  ['alter table cards rename column label to name', /renames/],
  ['alter table cards rename to plastic', /renames/],
  ['alter table cards alter column label type varchar(10)', /changes a type/],
  ['ALTER TABLE cards ALTER label SET DATA TYPE text', /changes a type/],
  ['alter table cards add column note text not null', /no default/],
  ['alter table cards add note text not null', /no default/],
  ['alter table cards add column x uuid not null default gen_random_uuid()', /writes the whole table anew/],
  ['alter table cards alter column label set not null', /refuses nulls/],
  ['alter table cards alter column label drop default', /takes away a default/],
  [
    'alter table cards add constraint cards_x_ck check (x > 0) not valid',
    /refuses rows that the version before may write/,
  ],
  ['create unique index cards_x_uq on cards (bucket, x)', /refuses rows/],
  ['create index cards_x_ix on cards (bucket, x)', /create it concurrently/],
  ['create index concurrently cards_x_ix on cards (bucket, x)', /begin the file with "-- outside a transaction"/],
  [
    '-- outside a transaction\ncreate index concurrently cards_x_ix on cards (x)',
    /must follow "drop index concurrently if exists cards_x_ix"/,
  ],
  ["update cards set label = ''", /let the worker do it in batches/],
  ['delete from transfers where amount_cents = 0', /in batches/],
  ['truncate events', /locks everybody out/],
  ['lock table cards', /locks everybody out/],
  ['revoke update on cards from cardwright_service', /takes a right away/],
  ['drop function purge_cards(smallint, uuid, integer)', /drops what the version before may use/],
  ['drop index cards_label_ix', /drops what the version before may use/],
  ['alter table events set unlogged', /writes the whole table anew/],
  ['/* a comment; with a semicolon */ drop table merchants -- and another', /drops/],
]

test('what breaks the version before, or keeps it waiting, is refused', () => {
  for (const [sql, fault] of REFUSED) {
    const found = faultsOf(sql)
    assert.ok(
      found.some((each) => fault.test(each)),
      `${sql}: ${found.join('; ') || 'no fault'}`,
    )
  }
})

const ACCEPTED = [
  'create table notes (bucket smallint not null, note text not null, constraint notes_pk primary key (bucket, note))',
  'create table notes (bucket smallint not null); create index notes_ix on notes (bucket); alter table notes add constraint notes_ck check (bucket >= 0)',
  'alter table cards add column note text',
  "alter table cards add column note text not null default ''",
  'alter table cards add column changes integer not null default 0, add column seen_at timestamptz not null default now()',
  'alter table cards alter column label drop not null',
  'alter table cards alter column label set default null',
  'alter table cards validate constraint cards_x_ck',
  'create or replace function f() returns void language sql as $$ drop table cards; $$',
  "comment on table cards is 'drop table cards'",
  'grant select (note) on cards to cardwright_service',
  'revoke execute on function f() from public',
  'create index bins_x_ix on bins (x)',
  'update bins set retired = false',
  '-- outside a transaction\ndrop index concurrently if exists cards_x_ix;\ncreate index concurrently cards_x_ix on cards (bucket, x);',
]

test('what only adds is accepted', () => {
  // The index that is dropped first is the one that is made: an earlier attempt's.
  for (const sql of ACCEPTED) assert.deepEqual(faultsOf(sql), [], sql)
})

test('a contract step may take away, and still neither rename nor keep anybody waiting', () => {
  const name = '0099_drop_labels.after-0.4.0.sql'
  assert.deepEqual(kindOf(name), { kind: 'contract', after: '0.4.0' })
  assert.deepEqual(
    faultsOf('alter table cards drop column label; drop table merchants; revoke insert on x from y', name),
    [],
  )
  assert.deepEqual(faultsOf('alter table cards add constraint cards_x_ck check (x > 0) not valid', name), [])
  assert.match(faultsOf('alter table cards add constraint cards_x_ck check (x > 0)', name).join(), /not valid/)
  assert.match(faultsOf('alter table cards rename column label to name', name).join(), /renames/)
})

const LOCKS: [sql: string, table: string | undefined, lock: Lock, readsAll: boolean][] = [
  ['alter table cards add column note text', 'cards', 'access exclusive', false],
  ['create index cards_x_ix on only cards (x)', 'cards', 'share', true],
  ['alter table cards validate constraint cards_x_ck', 'cards', 'share update exclusive', true],
  [
    'alter table cards add constraint x_fk foreign key (x) references y not valid',
    'cards',
    'share row exclusive',
    false,
  ],
  ['create table notes (x integer)', undefined, 'none', false],
  ['grant select on cards to cardwright_service', undefined, 'none', false],
]

test('it tells which lock a statement takes, and whether it goes through the rows', () => {
  for (const [sql, table, lock, readsAll] of LOCKS) {
    const [step] = checkMigration('0099_test.sql', sql)
    assert.deepEqual([step!.table, step!.lock, step!.readsAll], [table, lock, readsAll], sql)
  }
})

test('statements are cut at their semicolons and nowhere else', () => {
  const body = "create function f() returns text language plpgsql as $body$ begin return 'a;b'; end $body$"
  assert.deepEqual(splitStatements(`-- first; of all\nselect ';' ; ${body};\n\nselect "a;b" - 1/2;;`), [
    "select ';'",
    body,
    'select "a;b" - 1/2',
  ])
})
