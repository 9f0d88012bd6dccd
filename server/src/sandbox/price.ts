// The price that a simulated merchant asks for. Without a currency, or with USD, `amount` is in dollars. With another currency it
// is in units of that currency and converted at the current rate.

import Type from 'typebox'
import { type Refusal, refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import {
  centsOf,
  decimalsOf,
  type ForeignAmount,
  foreignUnitsOf,
  isCurrencyCode,
  smallestUnits,
} from '../foreign-money.ts'
import type { ReadContext } from '../http/route.ts'
import type { WorkspaceKey } from '../ids.ts'
import type { Changes, TransactionRow } from '../ledger/changes.ts'
import { addDetails, type DetailedTransaction, foreignDetails } from '../ledger/transaction-details.ts'
import type { TransactionDetails } from '../ledger/transaction-details-row.ts'
import { type Cents, centsFromDollars } from '../money.ts'
import { readRate } from './rates.ts'

const MAX_AMOUNT = 1_000_000_000
const MAX_CENTS = centsFromDollars(MAX_AMOUNT)

export const PriceAmount = Type.Number({
  exclusiveMinimum: 0,
  maximum: MAX_AMOUNT,
  description:
    'The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none for JPY, three for BHD.',
  examples: [25],
  'x-error': 'invalid_amount',
})

export const PriceCurrency = Type.String({
  'x-error': 'invalid_currency',
  'x-documented': { pattern: '^[A-Z]{3}$' },
  default: 'USD',
  description: 'The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`.',
  examples: ['EUR'],
})

/** As a request has them. */
export type Asking = { amount?: number | undefined; currency?: string | undefined }

/** `foreign` is undefined when the merchant asked in USD. */
export type Price = { cents: Cents; foreign: ForeignAmount | undefined }

export function isForeign(currency: string | undefined): currency is string {
  return currency !== undefined && currency !== 'USD'
}

/** Throws for an unknown currency, and for an amount with more decimals than its currency has. */
export function checkPrice({ amount, currency = 'USD' }: Asking): void {
  if (!isCurrencyCode(currency))
    throw new ApiError('invalid_currency', '"currency" must be a currency code of ISO 4217, such as EUR.', {
      param: 'currency',
    })
  if (amount === undefined || smallestUnits(amount, currency) !== undefined) return
  const unit = currency === 'USD' ? 'dollars' : currency
  const most = decimalsOf(currency) === 0 ? 'no' : `at most ${decimalsOf(currency) === 2 ? 'two' : 'three'}`
  throw new ApiError('invalid_amount', `"amount" must be an amount in ${unit} with ${most} decimals.`, {
    param: 'amount',
  })
}

/** For `prepare`. Undefined when there is nothing to convert, or no rate is known. */
export function rateOf(
  { sql, workspace }: Pick<ReadContext<unknown, unknown, unknown>, 'sql'> & { workspace: WorkspaceKey },
  currency: string | undefined,
): Promise<string | undefined> | undefined {
  return isForeign(currency) ? readRate(sql, workspace, currency) : undefined
}

/** `checkPrice` has passed. A refusal depends on the rates, which can be changed. */
export function priceOf({ amount, currency }: Asking & { amount: number }, rate: string | undefined): Price | Refusal {
  if (!isForeign(currency)) return { cents: centsFromDollars(amount), foreign: undefined }
  return convert({ amount: smallestUnits(amount, currency)!, currency }, rate)
}

/**
 * The remaining hold of an authorization in another currency, at the current rate. An unchanged hold is exactly the merchant's
 * amount. For a changed hold, the units are computed at the rate of the authorization.
 */
export function priceOfHold(
  { amount_cents, merchant_amount, merchant_currency, conversion_rate }: DetailedTransaction,
  heldCents: Cents,
  rate: string | undefined,
): Price | Refusal {
  const currency = merchant_currency!
  const isWhole = heldCents === -amount_cents
  const amount = isWhole ? merchant_amount! : foreignUnitsOf(heldCents, currency, conversion_rate!)
  return convert({ amount, currency }, rate)
}

function convert({ amount, currency }: Omit<ForeignAmount, 'rate'>, rate: string | undefined): Price | Refusal {
  if (rate === undefined)
    return refuse(
      'invalid_currency',
      `The sandbox has no rate for ${currency}; set one with PUT /sandbox/rates.`,
      'currency',
    )
  const foreign = { amount, currency, rate }
  const cents = centsOf(foreign)
  if (cents < 1n) return refuse('invalid_amount', '"amount" comes to less than one cent of USD.', 'amount')
  if (cents > MAX_CENTS) return refuse('invalid_amount', '"amount" comes to more than 1000000000 USD.', 'amount')
  return { cents, foreign }
}

/** A part of a converted amount: at the same rate, with as many units as the cents are worth. */
export function partOf({ cents: whole, foreign }: Price, cents: Cents): ForeignAmount | undefined {
  if (!foreign || cents === whole) return foreign
  return { ...foreign, amount: foreignUnitsOf(cents, foreign.currency, foreign.rate) }
}

/** The price that a stored transaction was made at. */
export function priceAsPosted(transaction: TransactionRow & TransactionDetails): Price {
  const { amount_cents, merchant_amount: amount, merchant_currency: currency, conversion_rate: rate } = transaction
  const cents = amount_cents < 0n ? -amount_cents : amount_cents
  return { cents, foreign: amount === null ? undefined : { amount, currency: currency!, rate: rate! } }
}

/** The transaction as it is to be shown, with the foreign amount written beside it. */
export function withForeign(
  changes: Changes,
  transaction: TransactionRow,
  foreign: ForeignAmount | undefined,
): DetailedTransaction {
  return foreign ? addDetails(changes, transaction, foreignDetails(foreign)) : transaction
}
