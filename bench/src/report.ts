// One line a measurement: the rate, and what it is a ratio of.

export type Row = {
  name: string
  rate?: number
  ratios?: Record<string, number>
  p50?: number
  p95?: number
  p99?: number
  note?: string
}

export function showTable(rows: Row[]): void {
  const lines = rows.map((row) => [
    row.name,
    row.rate === undefined ? '' : Math.round(row.rate).toLocaleString('en-US'),
    Object.entries(row.ratios ?? {})
      .map(([of, ratio]) => `${ratio.toFixed(2)} × ${of}`)
      .join(', '),
    row.p50 === undefined ? '' : row.p50.toFixed(1),
    row.p95 === undefined ? '' : row.p95.toFixed(1),
    row.p99 === undefined ? '' : row.p99.toFixed(1),
    row.note ?? '',
  ])
  const table = [['measurement', 'per second', 'ratio', 'p50 ms', 'p95 ms', 'p99 ms', ''], ...lines]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((line) => line[column]!.length)))
  for (const line of table)
    console.log(
      line
        .map((cell, column) =>
          column === 1 || (column >= 3 && column <= 5) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
