// Merchants of past purchases, newest first, as suggestions when a merchant is chosen.

import { type Page, useRead } from '../api/read.ts'
import type { Transaction } from '../api/schemas.ts'
import { words } from '../ui/badge.tsx'

export type SeenMerchant = { id: string | null; name: string; hint: string }

const LATEST = 100

/** The merchants of one card, or of all cards. The same merchant may appear several times. */
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
