// Many rows in one statement. Each column travels as one array, or, where every row has the same value, as that
// one value: in a batch of authorizations most columns are constant (workspace, time, kind), and an array costs
// the database more than anything else a column does.
//
// On a distributed database such a statement would go to every shard. There, one statement is sent per bucket, which
// names the bucket as a plain parameter, so that it goes only to the shard of that bucket.

import type { Uuid } from '../ids.ts'
import { textArray as textArrayLiteral } from './arrays.ts'
import { allOrFirstError, type Sql } from './database.ts'
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

/** A statement over the rows it is given: `rows` is what it selects from, `value` a column of it. */
export type BulkStatement<Row, Result = never> = (sql: Sql, rows: readonly Row[]) => Promise<Rows<Result>>
type Text = (rows: string, value: (name: string) => string) => string

export function bulk<Row, Result = never>(
  columns: Columns<Row>,
  text: Text,
  readRow?: (row: RowReader) => Result,
): BulkStatement<Row, Result> {
  const list = Object.values(columns)
  const types = list.flatMap(({ type }, index) => (index === 0 ? [arrayOidOf(type)] : [arrayOidOf(type), oidOf(type)]))
  const send = (statement: Statement<Result>) => (sql: Sql, rows: readonly Row[]) =>
    sql.run(statement, (out) => writeColumns(out, list, rows))
  const whole = send({ text: renderBulk(columns, text), types, ...(readRow && { readRow }) })
  const { bucket } = columns
  if (!bucket) return whole
  const shard = { text: renderBulk(columns, text, 'bucket'), types, ...(readRow && { readRow }) }
  shardStatements.push({ ...shard, columns: list as Column<unknown>[], bucketAt: list.indexOf(bucket) })
  const ofBucket = send(shard)
  return (sql, rows) => (sql.isDistributed ? byBucket(rows, bucket, (group) => ofBucket(sql, group)) : whole(sql, rows))
}

/**
 * `unnest($1, $2, $4) as r (id, a, b)`: each array but the first is followed by the common value. The `fixed` column has one
 * value in all rows.
 */
function renderBulk<Row>(columns: Columns<Row>, text: Text, fixed?: string): string {
  const names = Object.keys(columns)
  const arrays = names.map((_, index) => `$${Math.max(1, 2 * index)}`)
  return text(`unnest(${arrays.join(', ')}) as r (${names.join(', ')})`, (name) => {
    const index = names.indexOf(name)
    if (index < 0) throw new Error(`${name} is no column of these rows`)
    if (index === 0) return `r.${name}`
    const common = `$${2 * index + 1}`
    if (name === fixed) return common
    const { as } = columns[name]!
    return `coalesce(r.${name}, ${common})${as === undefined ? '' : `::${as}`}`
  })
}

/** The statements per bucket, for the doctor and the tests, which check that each goes to one shard only. */
export type ShardStatement = Statement<unknown> & { columns: Column<unknown>[]; bucketAt: number }
export const shardStatements: ShardStatement[] = []

/** In the order of the buckets, so that locks are taken in the same order as by a single statement. */
async function byBucket<Row, Result>(
  rows: readonly Row[],
  bucket: Column<Row>,
  send: (group: Row[]) => Promise<Rows<Result>>,
): Promise<Rows<Result>> {
  const groups = Map.groupBy(rows, bucket.of)
  const sent = [...groups].sort(([one], [other]) => Number(one) - Number(other)).map(([, group]) => send(group))
  await allOrFirstError(sent)
  const answers = await Promise.all(sent)
  const count = answers.reduce((sum, answer) => sum + answer.count, 0)
  return Object.assign(answers.flat(), { command: answers[0]?.command ?? '', count }) as Rows<Result>
}

/** The key of a row. */
export type Place = { bucket: number; id: Uuid }

export const placeColumns: Columns<Place> = { id: uuid((place) => place.id), bucket: smallint((place) => place.bucket) }

/** Each place once, in the order in which every transaction locks, so that two transactions cannot deadlock. */
export function inLockOrder(places: Iterable<Place>): Place[] {
  const distinct = new Map<Uuid, Place>()
  for (const place of places) distinct.set(place.id, place)
  return [...distinct.values()].sort((a, b) => a.bucket - b.bucket || (a.id < b.id ? -1 : 1))
}

export function insertOf<Row>(table: string, columns: Columns<Row>, onConflict = ''): BulkStatement<Row> {
  const names = Object.keys(columns)
  return bulk(
    columns,
    (rows, value) =>
      `insert into ${table} (${names.join(', ')}) select ${names.map(value).join(', ')} from ${rows} ${onConflict}`,
  )
}

/** Rows are found by bucket and id; the other columns are set to the new values. */
export function updateOf<Row>(table: string, columns: Columns<Row>): BulkStatement<Row> {
  const changed = Object.keys(columns).filter((name) => name !== 'bucket' && name !== 'id')
  return bulk(
    columns,
    (rows, value) =>
      `update ${table} as t set ${changed.map((name) => `${name} = ${value(name)}`).join(', ')} from ${rows} where t.bucket = ${value('bucket')} and t.id = ${value('id')}`,
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
