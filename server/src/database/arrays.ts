// Arrays travel to PostgreSQL as text literals that the statement casts (`$1::text::bigint[]`): building
// them by `join` costs a fraction of the driver's own array encoding, which matters on the hot path.

/** Numbers, bigints, uuids, booleans and null: values that need no quoting in an array literal. */
export function plainArray(values: Iterable<string | number | bigint | boolean | null>): string {
  let text = ''
  for (const value of values) text += text === '' ? `${value ?? 'null'}` : `,${value ?? 'null'}`
  return `{${text}}`
}

export function timeArray(values: Iterable<Date | null>): string {
  let text = ''
  for (const value of values) text += `${text === '' ? '' : ','}${value === null ? 'null' : value.toISOString()}`
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
