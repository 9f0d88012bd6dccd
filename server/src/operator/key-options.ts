// The options that say what a key may do, and how they are read.

import { CommandError, UsageError } from '../../../cli/src/framework/failures.ts'
import { type KeyKindName, MAX_CARD_IDS, MAX_IP_RANGES } from '../accounts/key-rights.ts'
import { ApiError } from '../errors.ts'
import type { AskedRights } from '../keys/asked-rights.ts'
import { windows } from '../ledger/stored-controls.ts'
import type { Input, Option } from './command.ts'

export const rightsOptions: Record<string, Option> = {
  scope: {
    kind: 'texts',
    value: 'NAME[,…]',
    help: 'what the key may do, such as cards:read; can be repeated; the default is everything',
  },
  card: {
    kind: 'texts',
    value: 'ID[,…]',
    help: `the only cards that the key may use; can be repeated, up to ${MAX_CARD_IDS} cards`,
  },
  'own-cards': { kind: 'flag', help: 'let the key use only cards that were created with it' },
  budget: {
    kind: 'text',
    value: 'USD/WINDOW',
    help: `how much the key may move to cards, such as 200/month (${windows.join(', ')})`,
  },
  expires: {
    kind: 'text',
    value: 'TIME',
    help: 'when the key expires: 30d, 12h, 15m, or a time such as 2027-01-31T00:00:00Z',
  },
  ip: {
    kind: 'texts',
    value: 'NETWORK[,…]',
    help: `the networks from which the key may be used, such as 192.0.2.0/24; can be repeated, up to ${MAX_IP_RANGES}`,
  },
}

/** For an agent key: which of its spend requests need no person. */
export const policyOptions: Record<string, Option> = {
  'auto-approve': {
    kind: 'text',
    value: 'USD/USD',
    help: 'approve spend requests automatically up to these amounts for each request and each day, such as 20/100; or none',
  },
  'auto-merchant': {
    kind: 'texts',
    value: 'NAME',
    help: 'approve automatically only at this merchant (* stands for any text); can be repeated',
  },
  'confirm-above': {
    kind: 'text',
    value: 'USD',
    help: 'above this amount, a person who approves a request must have signed in again recently; the default is 100',
  },
}

export function askedPolicy(input: Input): Pick<AskedRights, 'spend_policy'> {
  const [auto, confirm] = [input.text('auto-approve'), input.text('confirm-above')]
  const names = input.texts('auto-merchant')
  if (auto === undefined && confirm === undefined && names.length === 0) return {}
  return {
    spend_policy: {
      ...(auto !== undefined && { auto_approve: autoApproval(auto) }),
      ...(names.length > 0 && { merchants: names.map((name) => ({ name })) }),
      ...(confirm !== undefined && { confirm_above: Number(confirm) }),
    },
  }
}

function autoApproval(text: string): { per_request: number; per_day: number } | null {
  if (text === 'none') return null
  const [, each, day] = /^(\d+(?:\.\d{1,2})?)\/(\d+(?:\.\d{1,2})?)$/.exec(text) ?? []
  if (each === undefined || day === undefined)
    throw new UsageError('--auto-approve must be like 20/100 (USD for each request and for each day), or none')
  return { per_request: Number(each), per_day: Number(day) }
}

const UNIT_MS: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000 }

export function askedRights(input: Input, now: Date, kind?: KeyKindName): AskedRights {
  const [scopes, cards, networks] = [listed(input, 'scope'), listed(input, 'card'), listed(input, 'ip')]
  const [budget, expires] = [input.text('budget'), input.text('expires')]
  return {
    ...(kind && { kind }),
    ...(scopes.length > 0 && { scopes }),
    ...(cards.length > 0 && { card_ids: cards }),
    ...(input.flag('own-cards') && { own_cards: true }),
    ...(budget && { budget: budgetOf(budget) }),
    ...(expires && { expires_at: expiryOf(expires, now) }),
    ...(networks.length > 0 && { ip_allow: networks }),
  }
}

function listed(input: Input, name: string): string[] {
  return input.texts(name).flatMap((text) => text.split(',').map((each) => each.trim()))
}

function budgetOf(text: string): { amount: number; window: string } {
  const [, amount, window] = /^(\d+(?:\.\d{1,2})?)\/(\w+)$/.exec(text) ?? []
  if (amount === undefined || window === undefined)
    throw new UsageError(`--budget must be like 200/month; the windows are ${windows.join(', ')}`)
  return { amount: Number(amount), window }
}

function expiryOf(text: string, now: Date): string {
  const [, count, unit] = /^(\d{1,5})([dhm])$/.exec(text) ?? []
  if (count === undefined || unit === undefined) return text
  return new Date(now.getTime() + Number(count) * UNIT_MS[unit]!).toISOString()
}

/** Turns an error of the API into one that names the options of the command line. */
export async function refusedByOptions<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error) => {
    throw error instanceof ApiError ? new CommandError(error.message.replace(/\.$/, '')) : error
  })
}
