// Many rows in one statement. Each column travels as one array, or, where every row has the same value, as that
// one value: in a batch of authorizations most columns are constant (workspace, time, kind), and an array costs
// the database more than anything else a column does.
//
// On a distributed database such a statement would go to every shard. There, one statement is sent per shard, which
// names its buckets in a parameter of their own, so that it goes only to that shard.

import type { Uuid } from '../ids.ts'
import { textArray as textArrayLiteral } from './arrays.ts'
import { allOrFirstError, type Sql } from './database.ts'
import type { ShardMap } from './distributed/shards.ts'
import {
  arrayOidOf,
  type ColumnType,
  type ColumnValue,
  oidOf,
  writeArray,
  writeEmptyArray,
  writeValue,
} from './wire/column-types.ts'
import type { Rows, Statement } from './wire/request.ts'
import type { RowReader } from './wire/row-reader.ts'
import type { Writer } from './wire/writer.ts'

/**
 * `of` is a separate function for every column, because looking up a property by name takes JavaScript ten times as long.
 * `as` is the type of a column whose values are sent as text: an array, JSON, or a number without bounds.
 */
export type Column<Row> = { type: ColumnType; of: (row: Row) => ColumnValue; as?: string }
/** The columns of a table by name. The first one identifies a row and is always sent as an array. */
export type Columns<Row> = Record<string, Column<Row>>

type Of<Row, Value> = (row: Row) => Value | null
export const smallint = <Row>(of: Of<Row, number>): Column<Row> => ({ type: 'smallint', of })
export const integer = <Row>(of: Of<Row, number>): Column<Row> => ({ type: 'integer', of })
export const bigint = <Row>(of: Of<Row, bigint>): Column<Row> => ({ type: 'bigint', of })
export const uuid = <Row>(of: Of<Row, string>): Column<Row> => ({ type: 'uuid', of })
export const text = <Row>(of: Of<Row, string>): Column<Row> => ({ type: 'text', of })
export const boolean = <Row>(of: Of<Row, boolean>): Column<Row> => ({ type: 'boolean', of })
export const bytea = <Row>(of: Of<Row, string | Buffer>): Column<Row> => ({ type: 'bytea', of })
export const textArray = <Row>(of: Of<Row, readonly string[]>): Column<Row> => asText(of, 'text[]', textArrayLiteral)
export const jsonb = <Row>(of: Of<Row, object>): Column<Row> => asText(of, 'jsonb', JSON.stringify)
export const numeric = <Row>(of: Of<Row, bigint>): Column<Row> => asText(of, 'numeric', String)
export const timestamptz = <Row>(of: Of<Row, Date>): Column<Row> => ({ type: 'timestamptz', of })

function asText<Row, Value>(of: Of<Row, Value>, as: string, write: (value: Value) => string): Column<Row> {
  const text = (row: Row) => {
    const value = of(row)
    return value === null ? null : write(value)
  }
  return { type: 'text', of: text, as }
}

/** A statement over the rows it is given. */
export type BulkStatement<Row, Result = never> = (sql: Sql, rows: readonly Row[]) => Promise<Rows<Result>>
/**
 * `rows` is what the statement selects from, `value` a column of it, `inBucket` the condition that a table's bucket is the
 * row's. `isOfShard` in the statement of one shard.
 */
type Parts = {
  rows: string
  value: (name: string) => string
  inBucket: (table: string) => string
  isOfShard: boolean
}
type Text = (parts: Parts) => string

export function bulk<Row, Result = never>(
  columns: Columns<Row>,
  text: Text,
  readRow?: (row: RowReader) => Result,
): BulkStatement<Row, Result> {
  const list = Object.values(columns)
  const types = list.flatMap(({ type }, index) => (index === 0 ? [arrayOidOf(type)] : [arrayOidOf(type), oidOf(type)]))
  const reader = readRow && { readRow }
  const plain = { text: renderBulk(columns, text), types, ...reader }
  const whole: BulkStatement<Row, Result> = (sql, rows) => sql.run(plain, (out) => writeColumns(out, list, rows))
  const { bucket } = columns
  const ofShard = { text: renderBulk(columns, text, `$${types.length + 1}`), types: [...types, BUCKETS], ...reader }
  // A statement that reads no table adds rows, and the coordinator takes each to its shard.
  if (!bucket || ofShard.text === plain.text) return whole
  shardStatements.push({ ...ofShard, columns: list as Column<unknown>[] })
  return (sql, rows) => {
    if (!sql.shards) return whole(sql, rows)
    return byShard(rows, bucket, sql.shards, (group, buckets) =>
      sql.run(ofShard, (out) => {
        writeColumns(out, list, group)
        writeArray(out, 'smallint', buckets)
      }),
    )
  }
}

/**
 * `unnest($1, $2, $4) as r (id, a, b)`: each array but the first is followed by the common value. `buckets` is the parameter
 * with all buckets of the rows: Citus prunes shards by constants, and does not look into the rows.
 */
function renderBulk<Row>(columns: Columns<Row>, text: Text, buckets?: string): string {
  const names = Object.keys(columns)
  const arrays = names.map((_, index) => `$${Math.max(1, 2 * index)}`)
  const value = (name: string) => {
    const index = names.indexOf(name)
    if (index < 0) throw new Error(`${name} is no column of these rows`)
    if (index === 0) return `r.${name}`
    const { as } = columns[name]!
    return `coalesce(r.${name}, $${2 * index + 1})${as === undefined ? '' : `::${as}`}`
  }
  return text({
    rows: `unnest(${arrays.join(', ')}) as r (${names.join(', ')})`,
    value,
    inBucket: (table) =>
      `${table}.bucket = ${value('bucket')}${buckets === undefined ? '' : ` and ${table}.bucket = any(${buckets})`}`,
    isOfShard: 'bucket' in columns && buckets !== undefined,
  })
}

const BUCKETS = arrayOidOf('smallint')

/** The statements per shard, for the doctor and the tests, which check that each goes to one shard only. */
export type ShardStatement = Statement<unknown> & { columns: Column<unknown>[] }
export const shardStatements: ShardStatement[] = []

/** In the order of the shards, so that all transactions take locks in the same order. */
async function byShard<Row, Result>(
  rows: readonly Row[],
  bucket: Column<Row>,
  shards: ShardMap,
  send: (group: Row[], buckets: number[]) => Promise<Rows<Result>>,
): Promise<Rows<Result>> {
  const groups = Map.groupBy(rows, (row) => shards[bucket.of(row) as number]!)
  const sent = [...groups]
    .sort(([one], [other]) => one - other)
    .map(([, group]) => send(group, [...new Set(group.map(bucket.of) as number[])]))
  await allOrFirstError(sent)
  const answers = await Promise.all(sent)
  const count = answers.reduce((sum, answer) => sum + answer.count, 0)
  return Object.assign(answers.flat(), { command: answers[0]?.command ?? '', count }) as Rows<Result>
}

/** The key of a row. */
export type RowKey = { bucket: number; id: Uuid }

export const rowKeyColumns: Columns<RowKey> = {
  id: uuid((place) => place.id),
  bucket: smallint((place) => place.bucket),
}

/** Each place once, in the order in which every transaction locks, so that two transactions cannot deadlock. */
export function inLockOrder(places: Iterable<RowKey>): RowKey[] {
  const distinct = new Map<Uuid, RowKey>()
  for (const place of places) distinct.set(place.id, place)
  return [...distinct.values()].sort((a, b) => a.bucket - b.bucket || (a.id < b.id ? -1 : 1))
}

export function insertOf<Row>(table: string, columns: Columns<Row>, onConflict = ''): BulkStatement<Row> {
  const names = Object.keys(columns)
  return bulk(columns, ({ rows, value, inBucket, isOfShard }) => {
    // The coordinator adds rows quickly, but takes a hundred times as long where they may conflict. A row of the shard
    // that names the bucket lets the shard add them itself.
    const isPinned = isOfShard && onConflict !== ''
    const values = names.map((name) => (isPinned && name === 'bucket' ? 'b.bucket' : value(name)))
    const source = isPinned ? `${rows} join buckets b on ${inBucket('b')}` : rows
    return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${source} ${onConflict}`
  })
}

/** Rows are found by bucket and id; the other columns are set to the new values. */
export function updateOf<Row>(table: string, columns: Columns<Row>): BulkStatement<Row> {
  const changed = Object.keys(columns).filter((name) => name !== 'bucket' && name !== 'id')
  return bulk(
    columns,
    ({ rows, value, inBucket }) =>
      `update ${table} as t set ${changed.map((name) => `${name} = ${value(name)}`).join(', ')} from ${rows} where ${inBucket('t')} and t.id = ${value('id')}`,
  )
}

function writeColumns<Row>(out: Writer, columns: Column<Row>[], rows: readonly Row[]): void {
  for (let index = 0; index < columns.length; index++) {
    const { type, of } = columns[index]!
    const values = rows.map(of)
    if (index === 0) writeArray(out, type, values)
    else if (isConstant(values)) {
      writeEmptyArray(out, type)
      writeValue(out, type, values[0]!)
    } else {
      writeArray(out, type, values)
      writeValue(out, type, null)
    }
  }
}

function isConstant(values: ColumnValue[]): boolean {
  const first = values[0]!
  for (let index = 1; index < values.length; index++) if (values[index] !== first) return false
  return true
}
