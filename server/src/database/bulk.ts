// Many rows in one statement. Each column travels as one array, or, where every row has the same value, as that
// one value: in a batch of authorizations most columns are constant (workspace, time, kind), and an array costs
// the database more than anything else a column does.

import type { Sql } from './database.ts'
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

/** The columns of a table by name; a row has a property of each name. The first one tells rows apart and is always an array. */
export type Columns<Row> = { [Name in keyof Row & string]?: ColumnType }

/** A statement over the rows it is given: `rows` is what it selects from, `value` a column of it. */
export type BulkStatement<Row, Result = never> = (sql: Sql, rows: readonly Row[]) => Promise<Rows<Result>>

/** `unnest($1, $2, $4) as r (id, a, b)`: after each array but the first stands the common value. */
export function bulk<Row extends object, Result = never>(
  columns: Columns<Row>,
  text: (rows: string, value: (name: keyof Row & string) => string) => string,
  readRow?: (row: RowReader) => Result,
): BulkStatement<Row, Result> {
  const names = Object.keys(columns)
  const types = names.map((name) => columns[name as keyof Row & string]!)
  const arrays = names.map((_, index) => `$${Math.max(1, 2 * index)}`)
  const source = `unnest(${arrays.join(', ')}) as r (${names.join(', ')})`
  const value = (name: string) => {
    const index = names.indexOf(name)
    return index === 0 ? `r.${name}` : `coalesce(r.${name}, $${2 * index + 1})`
  }
  const statement: Statement<Result> = {
    text: text(source, value),
    types: types.flatMap((type, index) => (index === 0 ? [arrayOidOf(type)] : [arrayOidOf(type), oidOf(type)])),
    ...(readRow && { readRow }),
  }
  return (sql, rows) => sql.run(statement, (out) => writeColumns(out, names, types, rows))
}

export function insertOf<Row extends object>(
  table: string,
  columns: Columns<Row>,
  onConflict = '',
): BulkStatement<Row> {
  const names = Object.keys(columns) as (keyof Row & string)[]
  return bulk(
    columns,
    (rows, value) =>
      `insert into ${table} (${names.join(', ')}) select ${names.map(value).join(', ')} from ${rows} ${onConflict}`,
  )
}

/** Rows are found by bucket and id; the other columns are set to the new values. */
export function updateOf<Row extends { bucket: number; id: string }>(
  table: string,
  columns: Columns<Row>,
): BulkStatement<Row> {
  const changed = (Object.keys(columns) as (keyof Row & string)[]).filter((name) => name !== 'bucket' && name !== 'id')
  return bulk(
    columns,
    (rows, value) =>
      `update ${table} as t set ${changed.map((name) => `${name} = ${value(name)}`).join(', ')} from ${rows} where t.bucket = ${value('bucket')} and t.id = ${value('id')}`,
  )
}

function writeColumns(out: Writer, names: string[], types: ColumnType[], rows: readonly object[]): void {
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!
    const type = types[index]!
    const values = rows.map((row) => (row as Record<string, ColumnValue>)[name]!)
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
