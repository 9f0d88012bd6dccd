// CSV by RFC 4180. A text that a spreadsheet would run as a formula gets a leading apostrophe, as spreadsheets write it
// themselves. This matters because merchants choose their own names.

import type { Cents } from '../money.ts'

export type CsvValue = string | number | CsvAmount | null | undefined

/** An amount with two decimals, whatever they are, so that a column of amounts lines up. A minus is a sign, and no formula. */
export class CsvAmount {
  readonly text: string

  constructor(cents: Cents) {
    const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
    this.text = `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
  }
}

export const CSV_MEDIA = 'text/csv; charset=utf-8; header=present'

/** Spreadsheets skip a line feed before a formula, and take the full-width signs of East Asian keyboards as the plain ones. */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: CsvValue): string {
  if (value instanceof CsvAmount) return value.text
  if (typeof value !== 'string') return value == null ? '' : String(value)
  const text = FORMULA_START.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
