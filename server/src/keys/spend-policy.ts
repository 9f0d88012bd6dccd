// The policy of an agent key: which of its spend requests need no person. Reads a requested policy, and shows a stored one.

import Type, { type Static } from 'typebox'
import { confirmAbove, type SpendPolicy as StoredPolicy } from '../accounts/spend-policy.ts'
import { isListed } from '../controls/merchant-patterns.ts'
import { ApiError } from '../errors.ts'
import type { MerchantPattern } from '../ledger/stored-controls.ts'
import { centsFromDollars, dollars, isWholeCents } from '../money.ts'

const MAX_AMOUNT = 5_000

/** In USD. */
export type AskedPolicy = {
  /** Null means that nothing is approved without a person. */
  auto_approve?: { per_request: number; per_day: number } | null
  /** Only at these merchants; an empty list means all. */
  merchants?: readonly AskedMerchant[]
  /** Above this amount a person must have reauthenticated recently. */
  confirm_above?: number
}
type AskedMerchant = { id?: string; name?: string }

export const SpendPolicy = Type.Object(
  {
    auto_approve: Type.Union([Type.Object({ per_request: Type.Number(), per_day: Type.Number() }), Type.Null()], {
      description: 'The amounts that are approved automatically, in USD. Null means that nothing is.',
    }),
    merchants: Type.Array(
      Type.Object(
        { id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) },
        { title: 'PolicyMerchant' },
      ),
      { description: 'Merchants approved automatically. Empty means any merchant.' },
    ),
    confirm_above: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Above this amount, the person who approves must have signed in again within the last five minutes. Null means above 100.00.',
    }),
  },
  { $id: 'SpendPolicy' },
)

export function readPolicy({ auto_approve: auto, merchants = [], confirm_above }: AskedPolicy): StoredPolicy {
  if (auto) {
    cents('auto_approve.per_request', auto.per_request)
    cents('auto_approve.per_day', auto.per_day)
    if (auto.per_request > auto.per_day)
      throw wrong('auto_approve.per_request', 'One request cannot be worth more than a whole day.')
  }
  return {
    auto_approve: auto
      ? { per_request: Number(centsFromDollars(auto.per_request)), per_day: Number(centsFromDollars(auto.per_day)) }
      : null,
    merchants: merchants.map(patternOf),
    confirm_above: confirm_above === undefined ? null : cents('confirm_above', confirm_above, 0),
  }
}

/** The policy of a key after narrowing. Parts that are left out stay as they are. `wider` makes the error for a part that would grow. */
export function narrowedPolicy(
  before: StoredPolicy | null,
  asked: AskedPolicy,
  wider: (param: string, why: string) => ApiError,
): StoredPolicy {
  const { auto_approve: auto, merchants, confirm_above } = readPolicy(asked)
  const was = before ?? { auto_approve: null, merchants: [], confirm_above: null }
  const refuse = (field: string, why: string) => {
    throw wider(`spend_policy.${field}`, why)
  }
  if (auto && !was.auto_approve) refuse('auto_approve', 'a person decides on every spend request of it')
  for (const name of ['per_request', 'per_day'] as const)
    if (auto && was.auto_approve && auto[name] > was.auto_approve[name])
      refuse(`auto_approve.${name}`, `it is ${dollars(BigInt(was.auto_approve[name])).toFixed(2)} USD`)
  if (asked.merchants && was.merchants.length > 0) {
    if (merchants.length === 0) refuse('merchants', 'an empty list means every merchant')
    const outside = merchants.findIndex((merchant) => !isWithin(merchant, was.merchants))
    if (outside >= 0) refuse(`merchants.${outside}`, 'it is not within the merchants of its policy')
  }
  if (confirm_above !== null && BigInt(confirm_above) > confirmAbove(before))
    refuse('confirm_above', `it is ${dollars(confirmAbove(before)).toFixed(2)} USD`)
  return {
    auto_approve: asked.auto_approve === undefined ? was.auto_approve : auto,
    merchants: asked.merchants ? merchants : was.merchants,
    confirm_above: confirm_above ?? was.confirm_above,
  }
}

/**
 * A star in the narrower name is compared like any other character. That is sound: the pieces of a wider pattern between its
 * stars hold no star themselves, so only a star of the wider pattern can match it, and that star matches any text.
 */
function isWithin(merchant: MerchantPattern, among: readonly MerchantPattern[]): boolean {
  if ('id' in merchant) return among.some((each) => 'id' in each && each.id === merchant.id)
  return isListed(among, { id: null, name: merchant.name })
}

function cents(field: string, value: number, least = 0.01): number {
  if (!(value >= least && value <= MAX_AMOUNT) || !isWholeCents(value))
    throw wrong(field, `"${field}" must be USD up to ${MAX_AMOUNT}.00, with at most two decimals.`)
  return Number(centsFromDollars(value))
}

function patternOf({ id, name }: AskedMerchant, index: number): MerchantPattern {
  if ((id === undefined) === (name === undefined))
    throw wrong(`merchants.${index}`, 'A merchant is named by "id" or by "name".')
  return id === undefined ? { name: name! } : { id }
}

function wrong(field: string, message: string): ApiError {
  return new ApiError('invalid_request', message, { param: `spend_policy.${field}` })
}

export function presentPolicy(policy: StoredPolicy | null): Static<typeof SpendPolicy> | null {
  if (!policy) return null
  const { auto_approve: auto, merchants, confirm_above } = policy
  const shown = (value: number) => dollars(BigInt(value))
  return {
    auto_approve: auto && { per_request: shown(auto.per_request), per_day: shown(auto.per_day) },
    merchants: [...merchants],
    confirm_above: confirm_above === null ? null : shown(confirm_above),
  }
}
