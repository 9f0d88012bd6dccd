// The parameters that narrow the list of purchases, and what they mean in the database.

import Type, { type Static } from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { categories } from '../categories/categories.ts'
import type { Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { rangeEnd, rangeStart } from '../http/dates.ts'
import { cardOfFilter } from '../http/key-bounds.ts'
import { Dollars, rangeParameters, Text } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import { type DeclineReason, declineReasons } from '../ledger/decline-reasons.ts'
import { type Cents, centsFromDollars } from '../money.ts'
import { findMerchants, type MatchingMerchants } from '../transactions/transaction-queries.ts'
import { type PurchaseStatusName, purchaseStatusNames } from './purchase-status.ts'

const AmountFilter = Dollars({
  minimum: 0,
  maximum: 1_000_000_000,
  description: 'Compared with the amount of the purchase, USD.',
  'x-error': 'invalid_request',
})

export const purchaseParameters = {
  status: Type.Optional(Type.String({ enum: [...purchaseStatusNames] })),
  reason: Type.Optional(Type.String({ enum: Object.keys(declineReasons), description: 'Of declined purchases.' })),
  card_id: Type.Optional(Text({ maxLength: 100 })),
  merchant: Type.Optional(Text({ maxLength: 200, description: "A part of the merchant's name. Case is ignored." })),
  category: Type.Optional(Text({ maxLength: 100, description: 'The merchant category, a name from GET /categories.' })),
  min_amount: Type.Optional(AmountFilter),
  max_amount: Type.Optional(AmountFilter),
  currency: Type.Optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: 'In which the merchant asked, ISO 4217.', examples: ['EUR'] }),
  ),
  ...rangeParameters,
}

const Query = Type.Object(purchaseParameters)

export type PurchaseFilters = {
  status: PurchaseStatusName | undefined
  reason: DeclineReason | undefined
  cardId: Uuid | undefined
  merchants: MatchingMerchants | undefined
  minAmount: Cents | undefined
  maxAmount: Cents | undefined
  currency: string | undefined
  from: Date | undefined
  to: Date | undefined
}

/** Undefined when nothing can match: an unknown card, an unknown merchant, or a decline reason with another status. */
export async function readPurchaseFilters(
  sql: Sql,
  workspace: Workspace,
  query: Static<typeof Query>,
): Promise<PurchaseFilters | undefined> {
  const { merchant, category } = query
  if (category !== undefined && !categories.some(({ name }) => name === category))
    throw new ApiError('invalid_request', '"category" must be a name of GET /categories.', { param: 'category' })
  const cardId = await cardOfFilter(sql, workspace, query.card_id)
  if (cardId === null) return undefined
  const filters: PurchaseFilters = {
    status: query.status as PurchaseStatusName | undefined,
    reason: query.reason as DeclineReason | undefined,
    cardId,
    from: rangeStart('from', query.from),
    to: rangeEnd('to', query.to),
    minAmount: query.min_amount === undefined ? undefined : centsFromDollars(query.min_amount),
    maxAmount: query.max_amount === undefined ? undefined : centsFromDollars(query.max_amount),
    currency: query.currency,
    merchants:
      merchant === undefined && category === undefined
        ? undefined
        : await findMerchants(sql, workspace, merchant, category),
  }
  const isImpossible = filters.reason !== undefined && (filters.status ?? 'declined') !== 'declined'
  return isImpossible || filters.merchants?.ids.length === 0 ? undefined : filters
}
