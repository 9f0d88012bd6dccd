// A backup is one gzipped text that `zcat` can show: a line of JSON that describes the content, then for each table a line
// with its name and number of rows followed by the rows as COPY writes them, then a line with the SHA-256 of everything before.

import { CommandError } from '../../../../cli/src/framework/failures.ts'

export const FORMAT = 1

export type TableLayout = { name: string; columns: string[] }
export type Partition = { table: string; name: string; from: string; to: string }
export type SequenceValue = { name: string; value: string; used: boolean }

export type BackupHeader = {
  cardwright_backup: number
  created_at: string
  schema: { version: number; name: string }
  /** The versions of the master key that wrap its data keys; the keys themselves are not in the file. */
  master_versions: number[]
  tables: (TableLayout & { rows: number })[]
  partitions: Partition[]
  sequences: SequenceValue[]
}

export function tableLine({ name, rows }: { name: string; rows: number }): string {
  return `table ${name} ${rows}`
}

export function checksumLine(hex: string): string {
  return `sha256 ${hex}`
}

export function parseHeader(line: string, path: string): BackupHeader {
  const header = parseJson(line)
  if (typeof header?.cardwright_backup !== 'number')
    throw new CommandError(`${path} is not a backup made by Cardwright`)
  if (header.cardwright_backup !== FORMAT) {
    throw new CommandError(
      `${path} is a backup of format ${header.cardwright_backup}; this version of Cardwright reads format ${FORMAT}`,
    )
  }
  return header
}

function parseJson(line: string): BackupHeader | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** One row of COPY's text format, as texts by column. */
export function parseCopyRow(line: string, columns: readonly string[]): Record<string, string | null> {
  const values = line
    .split('\t')
    .map((value) => (value === '\\N' ? null : value.replace(/\\(.)/g, (_, next: string) => ESCAPES[next] ?? next)))
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))
}

/** Names come from the database's catalogue, or were compared with it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function columnList({ columns }: TableLayout): string {
  return columns.map(quoted).join(', ')
}
