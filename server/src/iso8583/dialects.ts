// The dialects that are shipped, and those that an operator describes in a file.

import { compileDialect } from './compile-dialect.ts'
import type { Dialect } from './dialect.ts'
import { checkTable, DialectError, type DialectTable } from './dialect-table.ts'
import iso87Ascii from './dialects/iso87-ascii.json' with { type: 'json' }
import iso87AsciiBinaryBitmap from './dialects/iso87-ascii-binary-bitmap.json' with { type: 'json' }
import iso87Binary from './dialects/iso87-binary.json' with { type: 'json' }
import iso93Ascii from './dialects/iso93-ascii.json' with { type: 'json' }

const shipped = new Map<string, unknown>(
  [iso87Ascii, iso87AsciiBinaryBitmap, iso87Binary, iso93Ascii].map((table) => [table.name, table]),
)

export const DEFAULT_DIALECT = 'iso87-ascii'
export const shippedDialects: readonly string[] = [...shipped.keys()]

export function shippedDialect(name: string): Dialect | undefined {
  const table = shipped.get(name)
  return table === undefined ? undefined : openDialect(table)
}

/** Opens the table of a dialect, given as a JSON value. */
export function openDialect(value: unknown): Dialect {
  const table = checkTable(value)
  return compileDialect(table, table.base === undefined ? undefined : mergedTable(table.base))
}

/** A shipped table with that of its own base worked in. */
function mergedTable(name: string): DialectTable {
  const table = shipped.get(name) as DialectTable | undefined
  if (!table) throw new DialectError(`/base must be one of ${shippedDialects.join(', ')}`)
  if (table.base === undefined) return table
  const base = mergedTable(table.base)
  const numbers = new Set([...Object.keys(base.fields), ...Object.keys(table.fields)])
  const fields = Object.fromEntries([...numbers].map((n) => [n, { ...base.fields[n], ...table.fields[n] }]))
  return { ...base, ...table, fields }
}
