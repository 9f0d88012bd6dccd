// The list of purchases as a CSV file of any length. Each batch continues after the last purchase of the previous one.

import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { CsvAmount, type CsvValue, csvLine } from '../http/csv.ts'
import { centsFromDollars } from '../money.ts'
import { presentPurchase } from './present-purchase.ts'
import type { PurchaseFilters } from './purchase-filters.ts'
import { findPurchases, type PurchaseRow } from './purchase-queries.ts'
import type { Window } from './purchase-search.ts'

const BATCH = 1_000

/** When `filters` is undefined nothing can match, and the file has only its header. */
export async function* csvOfPurchases(
  sql: Sql,
  workspace: Workspace,
  filters: PurchaseFilters | undefined,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns))
  let after: Window['after']
  while (filters) {
    const { rows, stoppedAt } = await findPurchases(sql, workspace, filters, { limit: BATCH, after })
    yield rows.map(lineOf).join('')
    if (rows.length < BATCH && !stoppedAt) return
    after = stoppedAt ?? rows.at(-1)
  }
}

type Shown = ReturnType<typeof presentPurchase>

const usd = (amount: number) => new CsvAmount(centsFromDollars(amount))

const columns: Record<string, (purchase: Shown) => CsvValue> = {
  created_at_utc: ({ created_at }) => created_at,
  status: ({ status }) => status,
  decline_reason: ({ reason }) => reason,
  card_label: ({ card }) => card.label,
  card_last4: ({ card }) => card.last4,
  merchant_name: ({ merchant }) => merchant.name,
  merchant_category: ({ merchant }) => merchant.category,
  merchant_mcc: ({ merchant }) => merchant.mcc,
  merchant_country: ({ merchant }) => merchant.country,
  amount_usd: ({ amount }) => usd(amount),
  held_usd: ({ held_amount }) => usd(held_amount),
  settled_usd: ({ settled_amount }) => usd(settled_amount),
  refunded_usd: ({ refunded_amount }) => usd(refunded_amount),
  merchant_amount: ({ merchant_amount }) => merchant_amount,
  merchant_currency: ({ merchant_currency }) => merchant_currency,
  purchase_id: ({ id }) => id,
  authorization_id: ({ authorization_id }) => authorization_id,
  card_id: ({ card }) => card.id,
}

function lineOf(row: PurchaseRow): string {
  const purchase = presentPurchase(row)
  return csvLine(Object.values(columns).map((column) => column(purchase)))
}
