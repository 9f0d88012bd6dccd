// Prints answers: tables for people, JSON for programs. Standard output holds only the answer.

import { clean, shownValue } from './format.ts'
import type { Environment, Io } from './framework/io.ts'
import { maskSecrets } from './mask-secrets.ts'

export type Row = Record<string, unknown>

/** A heading and the path of its value, such as `merchant.name`. */
export type Column = readonly [heading: string, path: string]

export type Output = {
  isJson: boolean
  paint: Paint
  /** One object: a line for each field. */
  object(value: object): void
  /** Prints a list; `more` holds the fields beside `data` in the JSON. */
  list(rows: readonly object[], columns: readonly Column[], more?: object): void
  /** Prints one line of JSON for something that happened, or a line for people. */
  happening(value: object, text: string): void
  /** For people only: goes to standard error, so that the answer can be piped. */
  note(text: string): void
  text(text: string): void
}

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
export type Paint = (colour: Colour, text: string) => string

const CODES: Record<Colour, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 }

export function painter(isOn: boolean): Paint {
  return (colour, text) => (isOn ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text)
}

/** https://no-color.org: any value but an empty one. */
export function wantsColour(stream: { isTTY?: boolean }, env: Environment): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

export type OutputOptions = { isJson: boolean; hasColour: boolean; reveals: readonly string[] | undefined }

export function makeOutput(
  { stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>,
  { isJson, hasColour, reveals }: OutputOptions,
): Output {
  const print = (text: string) => void stdout.write(`${text}\n`)
  const paint = painter(hasColour)
  const masked = (value: object) => maskSecrets(value, reveals) as Row
  const json = (value: object, indent?: number) => print(JSON.stringify(masked(value), null, indent))
  return {
    isJson,
    paint,
    object: (value) => (isJson ? json(value, 2) : print(objectText(masked(value), paint))),
    list: (rows, columns, more = {}) =>
      isJson ? json({ data: rows, ...more }, 2) : print(tableText(rows.map(masked), columns, paint)),
    happening: (value, text) => (isJson ? json(value) : print(text)),
    note: (text) => void (isJson || stderr.write(`${text}\n`)),
    text: print,
  }
}

function objectText(value: Row, paint: Paint): string {
  const lines = Object.entries(value).flatMap(([name, each]) => fieldLines(name, each))
  const width = Math.max(...lines.map(([name]) => name.length))
  return lines.map(([name, text]) => `${paint('dim', name.padEnd(width))}  ${coloured(text, paint)}`).join('\n')
}

function fieldLines(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value) && typeof value[0] === 'object')
    return value.map((each, index) => [index === 0 ? name : '', Object.entries(each).map(pairText).join('  ')])
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const inner = Object.entries(value)
    return inner.length === 0 ? [[name, '-']] : inner.flatMap(([key, each]) => fieldLines(`${name}.${key}`, each))
  }
  return [[clean(name), shownValue(name.split('.').at(-1)!, value)]]
}

function pairText([name, value]: [string, unknown]): string {
  return shownValue(name, value)
}

export function tableText(rows: readonly Row[], columns: readonly Column[], paint: Paint): string {
  if (rows.length === 0) return 'None.'
  const cells = rows.map((row) => columns.map(([, path]) => shownValue(path.split('.').at(-1)!, at(row, path))))
  const isNumber = columns.map(([, path]) => rows.some((row) => typeof at(row, path) === 'number'))
  const widths = columns.map(([heading], index) => Math.max(heading.length, ...cells.map((row) => row[index]!.length)))
  const line = (texts: readonly string[], colour: (padded: string, text: string) => string) =>
    texts
      .map((text, index) => colour(isNumber[index] ? text.padStart(widths[index]!) : text.padEnd(widths[index]!), text))
      .join('  ')
      .trimEnd()
  const head = line(
    columns.map(([heading]) => heading),
    (padded) => paint('bold', padded),
  )
  // A function, because `$&` in a replacement text has a meaning, and labels may contain it.
  const body = cells.map((row) => line(row, (padded, text) => padded.replace(text, () => coloured(text, paint))))
  return [head, ...body].join('\n')
}

function at(row: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Row | undefined)?.[name], row)
}

const GOOD = new Set(['active', 'confirmed', 'succeeded', 'completed'])
const BAD = new Set(['terminated', 'failed', 'decline', 'declined', 'expired'])
const WAITING = new Set(['frozen', 'pending'])

function coloured(text: string, paint: Paint): string {
  if (GOOD.has(text)) return paint('green', text)
  if (BAD.has(text)) return paint('red', text)
  return WAITING.has(text) ? paint('yellow', text) : text
}
