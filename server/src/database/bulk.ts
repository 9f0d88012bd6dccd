// Many rows in one statement. Each column travels as one array parameter, or, where every row has the same
// value, as that one value: in a batch of authorizations most columns are constant (workspace, time, kind),
// and parsing an array costs the database more than anything else a column does.

import { plainArray, textArray, timeArray } from './arrays.ts'
import type { Tx } from './database.ts'

export type ColumnType = 'smallint' | 'integer' | 'bigint' | 'uuid' | 'text' | 'timestamptz'
type Value = string | number | bigint | Date | null
/** The columns of a table by name; a row has a property of each name. The first one tells rows apart and is always an array. */
export type Columns<Row> = { [Name in keyof Row & string]?: ColumnType }

type Shape = { names: string[]; types: ColumnType[]; source: string }
const shapes = new WeakMap<object, Shape>()

/** `unnest($1::…[], $2::…[], $4::…[]) as r (id, a, b)`: after each array but the first stands the common value. */
function shapeOf(columns: Columns<never>): Shape {
  let shape = shapes.get(columns)
  if (!shape) {
    const entries = Object.entries(columns) as [string, ColumnType][]
    const arrays = entries.map(([, type], index) => `$${Math.max(1, 2 * index)}::text::${type}[]`)
    const source = `unnest(${arrays.join(', ')}) as r (${entries.map(([name]) => name).join(', ')})`
    shape = { names: entries.map(([name]) => name), types: entries.map(([, type]) => type), source }
    shapes.set(columns, shape)
  }
  return shape
}

function columnValue({ names, types }: Shape, name: string): string {
  const index = names.indexOf(name)
  return index === 0 ? `r.${name}` : `coalesce(r.${name}, $${2 * index + 1}::text::${types[index]})`
}

const texts = new Map<string, string>()

function statement(key: string, make: () => string): string {
  let text = texts.get(key)
  if (text === undefined) {
    text = make()
    texts.set(key, text)
  }
  return text
}

export function insertRows<Row extends object>(
  tx: Tx,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
  onConflict = '',
) {
  const shape = shapeOf(columns as Columns<never>)
  const text = statement(`insert ${table}`, () => {
    const values = shape.names.map((name) => columnValue(shape, name))
    return `insert into ${table} (${shape.names.join(', ')}) select ${values.join(', ')} from ${shape.source} ${onConflict}`
  })
  return tx.unsafe(text, parameters(shape, rows), { prepare: true })
}

/** Rows are found by bucket and id; the other columns are set to the new values. */
export function updateRows<Row extends object>(tx: Tx, table: string, columns: Columns<Row>, rows: readonly Row[]) {
  const shape = shapeOf(columns as Columns<never>)
  const text = statement(`update ${table}`, () => {
    const changed = shape.names.filter((name) => name !== 'bucket' && name !== 'id')
    const sets = changed.map((name) => `${name} = ${columnValue(shape, name)}`)
    return `update ${table} as t set ${sets.join(', ')} from ${shape.source} where t.bucket = ${columnValue(shape, 'bucket')} and t.id = ${columnValue(shape, 'id')}`
  })
  return tx.unsafe(text, parameters(shape, rows), { prepare: true })
}

/** For statements that do more with their rows: the source and the value of each column. */
export function rowsAs<Row extends object>(
  columns: Columns<Row>,
): { source: string; value(name: keyof Row & string): string; parameters(rows: readonly Row[]): (string | null)[] } {
  const shape = shapeOf(columns as Columns<never>)
  return {
    source: shape.source,
    value: (name) => columnValue(shape, name),
    parameters: (rows) => parameters(shape, rows),
  }
}

function parameters(shape: Shape, rows: readonly object[]): (string | null)[] {
  const list: (string | null)[] = []
  for (let index = 0; index < shape.names.length; index++) {
    const name = shape.names[index]!
    const type = shape.types[index]!
    const values = rows.map((row) => (row as Record<string, Value>)[name]!)
    if (index === 0) list.push(array(type, values))
    else if (isConstant(values)) list.push('{}', single(type, values[0]!))
    else list.push(array(type, values), null)
  }
  return list
}

function isConstant(values: Value[]): boolean {
  const first = values[0]!
  for (let index = 1; index < values.length; index++) if (values[index] !== first) return false
  return true
}

function single(type: ColumnType, value: Value): string | null {
  if (value === null) return null
  return type === 'timestamptz' ? (value as Date).toISOString() : String(value)
}

function array(type: ColumnType, values: Value[]): string {
  if (type === 'text') return textArray(values as (string | null)[])
  return type === 'timestamptz' ? timeArray(values as (Date | null)[]) : plainArray(values as (string | null)[])
}
