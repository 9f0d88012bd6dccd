// Arrays in ordinary statements travel as text literals that the statement casts (`$1::text::bigint[]`). Where there
// are many rows they travel in binary, column by column: see bulk.ts.

/** Numbers, bigints, uuids, booleans and null: values that need no quoting in an array literal. */
export function plainArray(values: Iterable<string | number | bigint | boolean | null>): string {
  let text = ''
  for (const value of values) text += text === '' ? `${value ?? 'null'}` : `,${value ?? 'null'}`
  return `{${text}}`
}

/** Any text, quoted. */
export function textArray(values: Iterable<string | null>): string {
  let text = ''
  for (const value of values) text += `${text === '' ? '' : ','}${value === null ? 'null' : quote(value)}`
  return `{${text}}`
}

function quote(value: string): string {
  return /["\\]/.test(value) ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : `"${value}"`
}
