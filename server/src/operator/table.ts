// Output for people: aligned columns, times to the minute.

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  return [line(headings), ...rows.map(line)].join('\n')
}

export function shortTime(time: Date | null): string {
  return time === null ? '' : `${time.toISOString().slice(0, 16).replace('T', ' ')}Z`
}
