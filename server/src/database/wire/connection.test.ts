import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { connect } from '../database.ts'
import { rowShape } from '../row-shape.ts'
import { Connection, type ConnectionKind } from './connection.ts'
import { type Sql, sqlOver } from './sql.ts'
import { targetOf } from './target.ts'

const database = await testDatabase()
const owner = connect(database, { max: 2 })
await owner`create table notes (n integer primary key, text text not null)`
const open: Connection[] = []
after(async () => {
  await Promise.all(open.map((connection) => connection.end()))
  await owner.end()
})

function session(kind: ConnectionKind): { connection: Connection; sql: Sql } {
  const connection = new Connection(targetOf(database), kind)
  open.push(connection)
  return { connection, sql: sqlOver((request) => connection.send(request)) }
}

const code = (error: unknown) => (error as { code: string }).code
const outcome = (query: Promise<unknown>) => query.then(() => 'done', code)
const notes = async () => (await owner<{ n: number }[]>`select n from notes order by n`).map((row) => row.n)

test('statements of one turn are answered in order, each with its own rows', async () => {
  const { sql } = session('single')
  const asked = Array.from({ length: 500 }, (_, n) => sql<{ n: number }[]>`select ${n}::integer as n`)
  const answers = await Promise.all(asked)
  assert.deepEqual(
    answers.map(([row]) => row!.n),
    answers.map((_, n) => n),
  )
})

test('rows of any length are received completely, however the network splits them', async () => {
  const { connection, sql } = session('single')
  connection.deadline = performance.now() + 60_000 // The rows are 80 MB.
  const rows = await sql<{ n: number; text: string }[]>`
    select n, repeat('ü', n * 37) as text from generate_series(1, 1500) as n`
  assert.equal(rows.length, 1500)
  for (const { n, text } of rows) assert.equal(text, 'ü'.repeat(n * 37))
})

test('a failing statement outside a transaction does not affect the other statements', async () => {
  const { sql } = session('single')
  const ends = await Promise.all([
    outcome(sql`select 1`),
    outcome(sql`select 1 / ${0}::integer`),
    outcome(sql`selekt`),
    outcome(sql`select ${'x'}::integer`),
    outcome(sql`select 2`),
  ])
  assert.deepEqual(ends, ['done', '22012', '42601', '22P02', 'done'])
})

test('in a transaction every statement after a failure is skipped and fails with its error, including the commit', async () => {
  const { sql } = session('transaction')
  await owner`truncate notes`
  const ends = await Promise.all([
    outcome(sql`begin`),
    outcome(sql`insert into notes values (1, 'first')`),
    outcome(sql`insert into notes values (1, 'again')`),
    outcome(sql`insert into notes values (2, 'second')`),
    outcome(sql`commit`),
  ])
  assert.deepEqual(ends, ['done', 'done', '23505', '23505', '23505'])
  const late = await sql`commit`
  assert.equal(late.command, 'ROLLBACK', 'a later commit must be answered with a rollback')
  assert.deepEqual(await notes(), [])
  const again = await Promise.all([sql`begin`, sql`insert into notes values (2, 'second')`, sql`commit`])
  assert.equal(again[2].command, 'COMMIT')
  assert.deepEqual(await notes(), [2], 'skipped statements must be prepared again')
})

test('statements are sent in the order in which they are written, awaited or not', async () => {
  const { sql } = session('transaction')
  await owner`truncate notes`
  sql`begin`
  const unwaited = sql`insert into notes values (1, 'first')`
  const commit = sql`commit`
  assert.equal((await commit).command, 'COMMIT')
  assert.deepEqual(await notes(), [1])
  assert.equal((await unwaited).count, 1)
})

test('a failing statement that is not awaited fails its transaction but not the process', async () => {
  const { sql } = session('transaction')
  await owner`truncate notes`
  sql`begin`
  sql`insert into notes values (1, 'first')`
  sql`insert into notes values (1, 'again')`
  assert.equal(await outcome(sql`commit`), '23505')
  assert.deepEqual(await notes(), [])
})

test('an error carries its code, its constraint and its message', async () => {
  const { sql } = session('single')
  await owner`insert into notes values (7, 'x') on conflict do nothing`
  const error = (await sql`insert into notes values (7, 'x')`.catch((reason) => reason)) as Record<string, string>
  assert.equal(error.code, '23505')
  assert.equal(error.constraint_name, 'notes_pkey')
  assert.match(error.message!, /notes_pkey/)
})

test('a statement whose parameters cannot be encoded fails without being sent, and the others succeed', async () => {
  const { sql } = session('single')
  const ends = await Promise.all([
    sql`select 1 as one`,
    sql`select ${undefined as never}`.catch((error) => String(error)),
    sql.run({ text: 'select $1', types: [2950] }, (out) => out.uuid('no uuid')).catch((error) => String(error)),
    sql`select 'a\0b'`.catch((error) => String(error)),
    sql`select 2 as two`,
  ])
  assert.deepEqual([ends[0][0].one, ends[4][0].two], [1, 2])
  assert.match(String(ends[1]), /undefined/)
  assert.match(String(ends[2]), /not a uuid/)
  assert.match(String(ends[3]), /zero byte/)
})

test('in a transaction a parameter that cannot be encoded fails every later statement, including the commit', async () => {
  const { sql } = session('transaction')
  await owner`truncate notes`
  for (const faulty of [
    () => sql`insert into notes values (2, ${undefined as never})`.then(String, String),
    () => sql.run({ text: 'select $1', types: [2950] }, (out) => out.uuid('no uuid')).then(String, String),
  ]) {
    const ends = await Promise.all([
      outcome(sql`begin`),
      outcome(sql`insert into notes values (1, 'first')`),
      faulty(),
      outcome(sql`insert into notes values (3, 'third')`),
      outcome(sql`commit`),
    ])
    assert.deepEqual([ends[0], ends[1], ends[3], ends[4]], ['done', 'done', '25P02', '25P02'])
    assert.match(ends[2], /TypeError/)
    assert.equal(await outcome(sql`commit`), '25P02', 'a later commit was accepted')
    assert.equal((await sql`rollback`).command, 'ROLLBACK')
  }
  assert.deepEqual(await notes(), [])
  await Promise.all([sql`begin`, sql`insert into notes values (4, 'fourth')`, sql`commit`])
  assert.deepEqual(await notes(), [4])
})

test('a statement returns the same rows in text and in binary format', async () => {
  const { sql } = session('single')
  type Row = { n: number; id: string; at: Date; big: bigint; word: string | null; shown: string }
  const shape = rowShape<Row>({
    '1::smallint as n': 'int16',
    'gen.id': 'uuid',
    'gen.at': 'time',
    '2::bigint as big': 'int64',
    'null::text as word': 'text',
    '3.5::numeric::text as shown': 'text',
  })
  const id = '019a88f0-e3f4-7c3d-8a4b-5f60718293a4'
  const read = (tag: typeof sql | ReturnType<typeof sql.readBy<Row>>): Promise<Row[]> => tag`
    select ${shape.columns} from (select ${id}::uuid as id, ${new Date(5)} as at) as gen`
  const inText = [...(await read(sql))]
  assert.deepEqual(inText, [{ n: 1, id, at: new Date(5), big: 2n, word: null, shown: '3.5' }])
  for (let again = 0; again < 2; again++) {
    assert.deepEqual([...(await read(sql.readBy(shape.read)))], inText)
    assert.deepEqual([...(await read(sql))], inText)
  }
})

test('a lost connection fails its pending statements and is never used again', async () => {
  const { connection, sql } = session('transaction')
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  await sql`begin`
  const slow = outcome(sql`select pg_sleep(30)`)
  const behind = outcome(sql`commit`)
  connection.flush()
  await owner`select pg_terminate_backend(${row!.pid})`
  assert.deepEqual([await slow, await behind], ['CONNECTION_CLOSED', 'CONNECTION_CLOSED'])
  assert.equal(connection.isLost, true)
  assert.equal(await outcome(sql`select 1`), 'CONNECTION_ENDED')
})

test('an idle connection that the server closes is reported as lost immediately', async () => {
  let lost = 0
  const connection = new Connection(targetOf(database), 'single', () => lost++)
  const sql = sqlOver((request) => connection.send(request))
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  await owner`select pg_terminate_backend(${row!.pid})`
  await until('the session is lost', () => connection.isLost)
  assert.equal(lost, 1)
})

test('a prepared statement whose table has changed fails once and is then prepared again', async () => {
  const { sql } = session('single')
  const read = () => sql<Record<string, unknown>[]>`select * from shapes`
  await owner`create table shapes as select 1 as a`
  assert.deepEqual([...(await read())], [{ a: 1 }])
  await owner`alter table shapes add column b integer default 2`
  assert.equal(await outcome(read()), '0A000')
  assert.deepEqual([...(await read())], [{ a: 1, b: 2 }])
})

test('a statement that failed because its table was missing succeeds after the table is created', async () => {
  const { sql } = session('single')
  const read = () => sql`select * from later`
  assert.equal(await outcome(read()), '42P01')
  await owner`create table later as select 1 as a`
  assert.equal((await read()).length, 1)
})

test('end waits for pending statements', async () => {
  const { connection, sql } = session('single')
  const slow = sql<{ n: number }[]>`select 5 as n from pg_sleep(0.2)`
  await connection.end()
  assert.equal((await slow)[0]!.n, 5)
  assert.equal(await outcome(sql`select 1`), 'CONNECTION_ENDED')
})

test('COPY is not supported and closes the connection instead of blocking it', async () => {
  const { connection, sql } = session('single')
  assert.equal(await outcome(sql`copy notes from stdin`), 'CONNECTION_CLOSED')
  assert.equal(connection.isLost, true)
})
