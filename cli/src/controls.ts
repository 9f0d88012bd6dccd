// The controls of a card as options. Each option replaces one part of them; an empty value empties it.

import { readFileSync } from 'node:fs'
import type { Call, Option } from './command.ts'
import { UsageError } from './framework/failures.ts'
import { dollars } from './framework/option-value.ts'

const often = 'can be repeated'

export const controlOptions: Record<string, Option> = {
  limit: {
    kind: 'texts',
    value: 'WINDOW=LIMIT',
    help: `a limit such as day=250, month=10x or day=250,5x,advertising; ${often}`,
  },
  uses: { kind: 'text', value: 'N', help: 'terminate the card after this many purchases; none removes the limit' },
  'allow-merchant': {
    kind: 'texts',
    value: 'NAME',
    help: `approve only this merchant: a name (* stands for any text) or id:ID; ${often}`,
  },
  'block-merchant': {
    kind: 'texts',
    value: 'NAME',
    help: `decline this merchant: a name (* stands for any text) or id:ID; ${often}`,
  },
  'block-category': {
    kind: 'texts',
    value: 'NAME',
    help: `decline this category: a name or a four-digit code; ${often}`,
  },
  'allow-country': { kind: 'texts', value: 'CODE', help: `approve only this country, such as US; ${often}` },
  'block-country': { kind: 'texts', value: 'CODE', help: `decline this country, such as KP; ${often}` },
  'merchant-lock': {
    kind: 'text',
    choices: ['first', 'none'],
    help: 'bind the card to the first merchant that is approved',
  },
  'active-from': { kind: 'text', value: 'TIME', help: 'decline payments before this time; none removes the limit' },
  'active-until': { kind: 'text', value: 'TIME', help: 'decline payments from this time on; none removes the limit' },
  controls: { kind: 'text', value: 'FILE', help: 'all controls as JSON, either the text itself or the path of a file' },
}

const windows = ['per_transaction', 'day', 'week', 'month', 'year', 'all_time']

type Parts = Record<string, unknown>
type Merchants = { allowed: object[]; blocked: object[] }
type Shown = { controls: { merchants: Merchants } }

/**
 * The parameters of a command with `controlOptions`. `current` returns the card as it is: allowed and blocked merchants are one
 * part, and changing one of the lists must keep the other.
 */
export async function settingsOf(call: Call, current?: () => Promise<Shown>): Promise<Parts> {
  const given = call.params()
  const names = Object.keys(controlOptions).map((name) => name.replaceAll('-', '_'))
  const settings = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))
  const whole = given.controls === undefined ? undefined : wholeControls(String(given.controls))
  const parts = { ...partsOf(given), ...(await merchantsOf(given, current)) }
  if (whole === null && Object.keys(parts).length > 0)
    throw new UsageError('--controls null cannot be combined with another control')
  if (whole === undefined && Object.keys(parts).length === 0) return settings
  return { ...settings, controls: whole === null ? null : { ...whole, ...parts } }
}

function partsOf(given: Parts): Parts {
  const { limit, uses, block_category, allow_country, block_country, merchant_lock, active_from, active_until } = given
  return {
    ...(limit !== undefined && { limits: filled(limit).map(limitOf) }),
    ...(uses !== undefined && { uses: uses === 'none' ? null : count('--uses', String(uses)) }),
    ...(block_category !== undefined && { categories: { blocked: listed(block_category) } }),
    ...((allow_country ?? block_country) !== undefined && {
      countries: { allowed: countries(allow_country), blocked: countries(block_country) },
    }),
    ...(merchant_lock !== undefined && { merchant_lock: orNull(merchant_lock) }),
    ...(active_from !== undefined && { active_from: orNull(active_from) }),
    ...(active_until !== undefined && { active_until: orNull(active_until) }),
  }
}

async function merchantsOf(given: Parts, current: (() => Promise<Shown>) | undefined): Promise<Parts> {
  const { allow_merchant: allow, block_merchant: block } = given
  if (allow === undefined && block === undefined) return {}
  const isWhole = allow !== undefined && block !== undefined
  const kept = isWhole || !current ? { allowed: [], blocked: [] } : (await current()).controls.merchants
  return {
    merchants: {
      allowed: allow === undefined ? kept.allowed : filled(allow).map(merchantOf),
      blocked: block === undefined ? kept.blocked : filled(block).map(merchantOf),
    },
  }
}

/** `day=250`, `month=10x`, `day=250,5x,advertising,7311`: an amount, a count and the categories that are counted. */
export function limitOf(text: string): Parts {
  const [window = '', ...rest] = text.split('=')
  const values = rest
    .join('=')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (!windows.includes(window) || values.length === 0)
    throw new UsageError(`--limit "${text}" must be WINDOW=LIMIT, such as day=250,5x; windows: ${windows.join(', ')}`)
  const amounts = values.filter(isAmount)
  const counts = values.filter((each) => /^\d+x$/.test(each))
  if (amounts.length > 1 || counts.length > 1)
    throw new UsageError(`--limit "${text}" has more than one amount or count; give --limit again for another limit`)
  const categories = values.filter((each) => !amounts.includes(each) && !counts.includes(each))
  return {
    window,
    ...(amounts[0] !== undefined && { amount: dollars('--limit', amounts[0].replace(/^\$/, '')) }),
    ...(counts[0] !== undefined && { count: count('--limit', counts[0].slice(0, -1)) }),
    ...(categories.length > 0 && { categories }),
  }
}

/** An amount comes first. Four digits further on are the code of a category, as in `day=5x,7311`. */
function isAmount(value: string, index: number): boolean {
  return /^\$?\d+(\.\d{1,2})?$/.test(value) && (index === 0 || !/^\d{4}$/.test(value))
}

function merchantOf(text: string): object {
  return text.startsWith('id:') ? { id: text.slice('id:'.length) } : { name: text }
}

/** An empty value gives an empty list. */
function filled(given: unknown): string[] {
  return (given as string[]).filter((each) => each !== '')
}

function listed(given: unknown): string[] {
  return filled(given).flatMap((each) => each.split(',').map((one) => one.trim()))
}

function countries(given: unknown): string[] {
  return given === undefined ? [] : listed(given).map((each) => each.toUpperCase())
}

function orNull(value: unknown): unknown {
  return value === 'none' ? null : value
}

function count(what: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`${what} must be a whole number of purchases`)
}

/** A text that begins like JSON is JSON; anything else is a file name. */
function wholeControls(given: string): Parts | null {
  const isJson = /^\s*(\{|null\s*$)/.test(given)
  const parsed = parse(isJson ? given : contentOf(given), isJson ? '--controls' : given)
  if (parsed === null || (typeof parsed === 'object' && !Array.isArray(parsed))) return parsed as Parts | null
  throw new UsageError('--controls must be an object, such as {"uses": 1}')
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--controls: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${what} must be JSON`)
  }
}
