// CSV by RFC 4180. A text that a spreadsheet would run as a formula gets a leading apostrophe, as spreadsheets write it
// themselves. This matters because merchants choose their own names.

export type CsvValue = string | number | null | undefined

export const CSV_MEDIA = 'text/csv; charset=utf-8; header=present'

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: CsvValue): string {
  if (typeof value !== 'string') return value == null ? '' : String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
