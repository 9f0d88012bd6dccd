// One line per measurement: the rate, the ratio to its yardstick, and the cost of one operation.

/** Microseconds of processor time for one operation. */
export type Cost = { service: number; postgres: number }

export type Row = {
  name: string
  rate?: number
  ratios?: Record<string, number>
  cost?: Cost
  p50?: number
  p95?: number
  p99?: number
  note?: string
}

type Column = { head: string; isNumber: boolean; cell: (row: Row) => string }

const number = (head: string, value: (row: Row) => number | undefined, digits: number): Column => ({
  head,
  isNumber: true,
  cell: (row) => value(row)?.toLocaleString('en-US', { maximumFractionDigits: digits }) ?? '',
})

const columns: Column[] = [
  { head: 'measurement', isNumber: false, cell: ({ name }) => name },
  number('per second', ({ rate }) => rate, 0),
  { head: 'ratio', isNumber: false, cell: ({ ratios = {} }) => showRatios(ratios) },
  number('CPU µs', ({ cost }) => cost?.service, 0),
  number('PostgreSQL µs', ({ cost }) => cost?.postgres, 0),
  number('p50 ms', ({ p50 }) => p50, 1),
  number('p95 ms', ({ p95 }) => p95, 1),
  number('p99 ms', ({ p99 }) => p99, 1),
  { head: '', isNumber: false, cell: ({ note = '' }) => note },
]

export function showTable(rows: Row[]): void {
  const table = [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ cell }) => cell(row)))]
  const widths = columns.map((_, column) => Math.max(...table.map((line) => line[column]!.length)))
  const padded = (text: string, column: number) =>
    columns[column]!.isNumber ? text.padStart(widths[column]!) : text.padEnd(widths[column]!)
  for (const line of table) console.log(line.map(padded).join('  ').trimEnd())
}

function showRatios(ratios: Record<string, number>): string {
  return Object.entries(ratios)
    .map(([of, ratio]) => `${ratio.toFixed(2)} × ${of}`)
    .join(', ')
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
