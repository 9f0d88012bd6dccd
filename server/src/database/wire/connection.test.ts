import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../../../test/harness.ts'
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

test('rows of any length come whole, however the network cuts them', async () => {
  const { connection, sql } = session('single')
  connection.deadline = performance.now() + 60_000 // 80 MB
  const rows = await sql<{ n: number; text: string }[]>`
    select n, repeat('ü', n * 37) as text from generate_series(1, 1500) as n`
  assert.equal(rows.length, 1500)
  for (const { n, text } of rows) assert.equal(text, 'ü'.repeat(n * 37))
})

test('single statements that fail leave the others alone', async () => {
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

test('in a transaction everything behind a failure is skipped and gets its error, the commit too', async () => {
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
  assert.equal(late.command, 'ROLLBACK', 'a commit of its own answers, but not with the tag of a commit')
  assert.deepEqual(await notes(), [])
  const again = await Promise.all([sql`begin`, sql`insert into notes values (2, 'second')`, sql`commit`])
  assert.equal(again[2].command, 'COMMIT')
  assert.deepEqual(await notes(), [2], 'statements that were skipped are prepared again')
})

test('statements are sent in the order in which they are written, waited for or not', async () => {
  const { sql } = session('transaction')
  await owner`truncate notes`
  sql`begin`
  const unwaited = sql`insert into notes values (1, 'first')`
  const commit = sql`commit`
  assert.equal((await commit).command, 'COMMIT')
  assert.deepEqual(await notes(), [1])
  assert.equal((await unwaited).count, 1)
})

test('a statement that nobody waits for fails its transaction, and never the process', async () => {
  const { sql } = session('transaction')
  await owner`truncate notes`
  sql`begin`
  sql`insert into notes values (1, 'first')`
  sql`insert into notes values (1, 'again')`
  assert.equal(await outcome(sql`commit`), '23505')
  assert.deepEqual(await notes(), [])
})

test('an error carries what the rest of the service reads from it', async () => {
  const { sql } = session('single')
  await owner`insert into notes values (7, 'x') on conflict do nothing`
  const error = (await sql`insert into notes values (7, 'x')`.catch((reason) => reason)) as Record<string, string>
  assert.equal(error.code, '23505')
  assert.equal(error.constraint_name, 'notes_pkey')
  assert.match(error.message!, /notes_pkey/)
})

test('what cannot be written fails alone, and nothing of it is sent', async () => {
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

test('in a transaction it is a failure like any other: what stands behind it is not sent, the commit least of all', async () => {
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
    assert.equal(await outcome(sql`commit`), '25P02', 'nor later')
    assert.equal((await sql`rollback`).command, 'ROLLBACK')
  }
  assert.deepEqual(await notes(), [])
  await Promise.all([sql`begin`, sql`insert into notes values (4, 'fourth')`, sql`commit`])
  assert.deepEqual(await notes(), [4])
})

test('a statement may be read as text and in binary, with the same rows', async () => {
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

test('a session that is lost fails what was due, and is never used again', async () => {
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

test('an idle session that the server ends is lost at once', async () => {
  let lost = 0
  const connection = new Connection(targetOf(database), 'single', () => lost++)
  const sql = sqlOver((request) => connection.send(request))
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  await owner`select pg_terminate_backend(${row!.pid})`
  while (!connection.isLost) await new Promise(setImmediate)
  assert.equal(lost, 1)
})

test('a table may change its shape under a prepared statement: it fails once and is read anew', async () => {
  const { sql } = session('single')
  const read = () => sql<Record<string, unknown>[]>`select * from shapes`
  await owner`create table shapes as select 1 as a`
  assert.deepEqual([...(await read())], [{ a: 1 }])
  await owner`alter table shapes add column b integer default 2`
  assert.equal(await outcome(read()), '0A000')
  assert.deepEqual([...(await read())], [{ a: 1, b: 2 }])
})

test('a table made while its statement waited can be asked for again', async () => {
  const { sql } = session('single')
  const read = () => sql`select * from later`
  assert.equal(await outcome(read()), '42P01')
  await owner`create table later as select 1 as a`
  assert.equal((await read()).length, 1)
})

test('the end waits for what is due', async () => {
  const { connection, sql } = session('single')
  const slow = sql<{ n: number }[]>`select 5 as n from pg_sleep(0.2)`
  await connection.end()
  assert.equal((await slow)[0]!.n, 5)
  assert.equal(await outcome(sql`select 1`), 'CONNECTION_ENDED')
})

test('COPY has no place here and ends the session rather than hang it', async () => {
  const { connection, sql } = session('single')
  assert.equal(await outcome(sql`copy notes from stdin`), 'CONNECTION_CLOSED')
  assert.equal(connection.isLost, true)
})
