import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { connect } from './database.ts'
import { dumpSchema } from './schema-dump.ts'

const sql = connect(await testDatabase(), { max: 1 })
after(() => sql.end())
const dump = () => dumpSchema(sql as never)

beforeEach(async () => {
  await sql.unsafe('drop table if exists sample, other; drop function if exists one(integer)').simple()
})

test('the dump shows a table with its columns, keys, checks, indexes, options and grants', async () => {
  await sql
    .unsafe(`
      create table other (id uuid not null, constraint other_pk primary key (id));
      create table sample (
        b text default 'x', a uuid not null, n bigint generated always as identity, twice bigint generated always as (1 + 1) stored,
        constraint sample_b_ck check (b <> ''), constraint sample_fk foreign key (a) references other (id),
        constraint sample_pk primary key (a)
      ) with (fillfactor = 60);
      create index sample_b_ix on sample (b) where a is not null;
      grant insert, select on sample to cardwright_service`)
    .simple()
  const dumped = await dump()
  assert.ok(
    dumped.includes(`CREATE TABLE sample (
  b text DEFAULT 'x'::text,
  a uuid NOT NULL,
  n bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  twice bigint GENERATED ALWAYS AS ((1 + 1)) STORED,
  CONSTRAINT sample_pk PRIMARY KEY (a),
  CONSTRAINT sample_fk FOREIGN KEY (a) REFERENCES other(id),
  CONSTRAINT sample_b_ck CHECK ((b <> ''::text))
) WITH (fillfactor=60);
CREATE INDEX sample_b_ix ON public.sample USING btree (b) WHERE (a IS NOT NULL);
GRANT INSERT, SELECT ON sample TO cardwright_service;
`),
    /^CREATE TABLE sample.*?^GRANT/ms.exec(dumped)?.[0] ?? 'the dump has no table sample',
  )
})

test('the dump shows who may execute a function', async () => {
  await sql.unsafe("create function one(n integer) returns integer language sql as 'select 1'").simple()
  const made = await dump()
  assert.match(made, /FUNCTION public\.one\(n integer\)/)
  assert.match(made, /^GRANT EXECUTE ON FUNCTION one\(integer\) TO PUBLIC;$/m)
  await sql
    .unsafe(
      'revoke all on function one(integer) from public; grant execute on function one(integer) to cardwright_service',
    )
    .simple()
  assert.match(await dump(), /^GRANT EXECUTE ON FUNCTION one\(integer\) TO cardwright_service;$/m)
})

test('weekly partitions and objects of extensions are not in the dump', async () => {
  const before = await dump()
  await sql`select ensure_partitions(now(), 3)`
  assert.equal(await dump(), before)
  assert.match(before, /^\) PARTITION BY RANGE \(id\);$/m)
  assert.doesNotMatch(before, /similarity|gtrgm/)
})

test('the dump does not depend on the order in which objects were created', async () => {
  await sql
    .unsafe('create table other (id uuid); create table sample (id uuid); create index sample_b_ix on sample (id)')
    .simple()
  const one = await dump()
  await sql.unsafe('drop table other, sample').simple()
  await sql
    .unsafe('create table sample (id uuid); create index sample_b_ix on sample (id); create table other (id uuid)')
    .simple()
  assert.equal(await dump(), one)
})
