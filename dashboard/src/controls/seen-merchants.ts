// Merchants that have been bought from, newest first: offered where a merchant is chosen.

import { type Page, useRead } from '../api/read.ts'
import type { Transaction } from '../api/schemas.ts'
import { words } from '../ui/badge.tsx'

export type SeenMerchant = { id: string | null; name: string; hint: string }

const LATEST = 100

/** Of one card; without it, of all. The same merchant may be there several times. */
export function useSeenMerchants(cardId?: string): SeenMerchant[] {
  const { data } = useRead<Page<Transaction>>({
    noun: 'transactions',
    path: '/v1/transactions',
    query: { card_id: cardId, per_page: LATEST },
  })
  return (data?.data ?? []).map(({ merchant, merchant_id, merchant_city }) => ({
    id: merchant_id,
    name: merchant.name,
    hint: `${words(merchant.category)} · ${merchant_city ?? merchant.country}`,
  }))
}
