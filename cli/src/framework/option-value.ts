// Converts typed values to the types of the API.

import type { Option } from './command.ts'
import { UsageError } from './failures.ts'

type Given = string | boolean | (string | boolean)[]

export function typedValue(name: string, { kind }: Option, given: Given): unknown {
  if (kind === 'flag') return true
  if (kind === 'pairs') return pairs(name, given as string[])
  if (kind === 'texts') return given
  const text = String(given)
  if (kind === 'money') return dollars(`--${name}`, text)
  if (kind === 'number') return wholeNumber(name, text)
  if (kind === 'boolean') return truth(name, text)
  if (kind === 'list') return text === '' ? [] : text.split(',').map((each) => each.trim())
  return text
}

/** 1234.5 and 1,234.50 are the same; a third decimal is refused rather than rounded. */
export function dollars(what: string, text: string): number {
  if (/^\d{1,3}(,\d{3})*(\.\d{1,2})?$|^\d{1,12}(\.\d{1,2})?$/.test(text)) return Number(text.replaceAll(',', ''))
  throw new UsageError(`${what} must be an amount in USD, such as 25 or 1,234.50`)
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`--${name} must be a whole number`)
}

function truth(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new UsageError(`--${name} must be true or false`)
}

/** A key without a value is removed, if the API can remove it. */
function pairs(name: string, given: string[]): Record<string, string | null> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new UsageError(`--${name} must be KEY=VALUE`)
      return [pair.slice(0, at), pair.slice(at + 1) || null]
    }),
  )
}

const UNIT_S: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/** `7d`, `1d12h`, `90s`. */
export function seconds(text: string): number {
  if (!/^(\d{1,9}[smhdw])+$/.test(text)) throw new UsageError(`"${text}" is not a duration, such as 90s, 12h or 7d`)
  return [...text.matchAll(/(\d+)([smhdw])/g)].reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_S[unit!]!, 0)
}
