// One definition of a table's columns. The select list, the row reader, the insert and the updates are all derived from it,
// so that a column is named in one place.

import {
  type BulkStatement,
  bigint,
  boolean,
  bulk,
  bytea,
  type Column,
  type Columns,
  insertOf,
  integer,
  jsonb,
  numeric,
  type RowKey,
  rowKeyColumns,
  smallint,
  text,
  textArray,
  timestamptz,
  updateOf,
  uuid,
} from './bulk.ts'
import { Fragment } from './wire/fragment.ts'
import type { RowReader } from './wire/row-reader.ts'

/** How a column is written and read. `select` is set when it is not read in the form in which it is stored. */
export type TableColumn<Row, Value> = Column<Row> & {
  read: (row: RowReader) => Value
  select?: (name: string) => string
}

type Of<Row, Value> = (row: Row) => Value

/** Column definitions by type. The type of the row says whether a column can be null. */
export const column = {
  smallint: <Row, V extends number | null>(of: Of<Row, V>) => withReader(smallint(of), (row) => row.int16() as V),
  integer: <Row, V extends number | null>(of: Of<Row, V>) => withReader(integer(of), (row) => row.int32() as V),
  bigint: <Row, V extends bigint | null>(of: Of<Row, V>) => withReader(bigint(of), (row) => row.int64() as V),
  boolean: <Row, V extends boolean | null>(of: Of<Row, V>) => withReader(boolean(of), (row) => row.bool() as V),
  uuid: <Row, V extends string | null>(of: Of<Row, V>) => withReader(uuid(of), (row) => row.uuid() as V),
  text: <Row, V extends string | null>(of: Of<Row, V>) => withReader(text(of), (row) => row.text() as V),
  bytea: <Row, V extends Buffer | null>(of: Of<Row, V>) => withReader(bytea(of), (row) => row.bytes() as V),
  timestamptz: <Row, V extends Date | null>(of: Of<Row, V>) => withReader(timestamptz(of), (row) => row.time() as V),
  textArray: <Row>(of: Of<Row, string[]>) => withReader(textArray(of), (row) => row.texts()!),
  jsonb: <Row, V extends object | null>(of: Of<Row, V>) => withReader(jsonb(of), (row) => row.json() as V),
  /** Whole numbers of any size. */
  numeric: <Row>(of: Of<Row, bigint>) => ({
    ...withReader(numeric(of), (row) => BigInt(row.text()!)),
    select: (name: string) => `${name}::text`,
  }),
}

function withReader<Row, Value>(sent: Column<Row>, read: (row: RowReader) => Value): TableColumn<Row, Value> {
  return { ...sent, read }
}

export type TableColumns<Row> = { [Name in keyof Row]: TableColumn<Row, Row[Name]> }

export type Table<Row> = {
  name: string
  /** The columns of a select from this table under an alias, in the order in which `read` reads them. */
  list(alias: string): string
  /** The same as a fragment, for a statement whose rows are read by `sql.readBy(table.read)`. */
  columns(alias: string): Fragment
  read(row: RowReader): Row
  insert: BulkStatement<Row>
  /** Updates these columns of rows found by bucket and id. */
  update(...names: (keyof Row & string)[]): BulkStatement<Row>
  find: BulkStatement<RowKey, Row>
  /** Locks rows in the order of (bucket, id), which is the order of the places given. */
  lock: BulkStatement<RowKey, Row>
  /** The same, skipping rows that somebody else has locked. */
  lockFree: BulkStatement<RowKey, Row>
}

/** `id` must come first, since it identifies a row. */
export function tableOf<Row extends RowKey>(name: string, columns: TableColumns<Row>): Table<Row> {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const list = (alias: string) =>
    names
      .map((each) => {
        const { select } = columns[each]
        return select ? `${select(`${alias}.${each}`)} as ${each}` : `${alias}.${each}`
      })
      .join(', ')
  const read = readerOf<Row>(names, names.map((each) => columns[each].read) as never)
  const select = (end: string) =>
    bulk<RowKey, Row>(
      rowKeyColumns,
      ({ rows, inBucket }) => `
        select ${list('t')} from ${name} t join ${rows} on ${inBucket('t')} and t.id = r.id ${end}`,
      read,
    )
  const inOrder = 'order by t.bucket, t.id for no key update of t'
  return {
    name,
    list,
    columns: (alias) => new Fragment(() => list(alias)),
    read,
    insert: insertOf(name, columns as Columns<Row>),
    update: (...changed) =>
      updateOf(
        name,
        Object.fromEntries(
          ['id', 'bucket', ...changed].map((each) => [each, columns[each as keyof Row]]),
        ) as Columns<Row>,
      ),
    find: select(''),
    lock: select(inOrder),
    lockFree: select(`${inOrder} skip locked`),
  }
}

function readerOf<Row>(names: readonly string[], readers: readonly ((row: RowReader) => unknown)[]) {
  return (row: RowReader): Row => {
    const result: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index++) result[names[index]!] = readers[index]!(row)
    return result as Row
  }
}
