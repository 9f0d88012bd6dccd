// What rules may ask about the beginning of a purchase, for an increment of it: whether it was the card's first, at a new merchant
// or in a new country. An increment must not pass because its own authorization has made the merchant known. The answers never
// change, so that a process remembers them; they are read without a lock.

import { plainArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { TransactionType } from '../ledger/changes.ts'
import type { CardRow } from '../ledger/rows.ts'
import { merchantKey } from './merchant-key.ts'

export type Beginning = { isFirstPurchase: boolean; isNewMerchant: boolean; isNewCountry: boolean }

const MAX_KNOWN = 10_000
const known = new Map<Uuid, Beginning>()

export function knownBeginning(holdId: Uuid): Beginning | undefined {
  return known.get(holdId)
}

type Card = Pick<CardRow, 'bucket' | 'id' | 'workspace_id'>
type Bought = { id: Uuid; name: string; network_id: string | null; country: string }

export async function loadBeginning(sql: Sql, card: Card, holdId: Uuid): Promise<void> {
  const merchants = await selectMerchantsUntil(sql, card, holdId)
  const own = merchants.find(({ id }) => id === holdId)
  if (!own) return
  const before = merchants.filter(({ id }) => id !== holdId)
  if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!)
  const key = merchantKey(own.network_id, own.name)
  known.set(holdId, {
    isFirstPurchase: before.length === 0,
    isNewMerchant: !before.some(({ network_id, name }) => merchantKey(network_id, name) === key),
    isNewCountry: !before.some(({ country }) => country === own.country),
  })
}

/** The merchant of the authorization, and each merchant of an earlier one once. */
async function selectMerchantsUntil(sql: Sql, { bucket, id, workspace_id }: Card, holdId: Uuid): Promise<Bought[]> {
  const rows = await sql<{ id: Uuid; merchant_id: Uuid }[]>`
    select distinct on (t.merchant_id, t.id = a.id) t.id, t.merchant_id
    from transactions a join transactions t on t.bucket = ${bucket} and t.card_id = ${id} and t.type = ${TransactionType.authorization}
      and t.authorization_id is null and (t.created_at, t.id) <= (a.created_at, a.id)
    where a.bucket = ${bucket} and a.id = ${holdId} and a.workspace_id = ${workspace_id}`
  const merchants = await sql<Bought[]>`
    select m.id, m.name, m.network_id, m.country from unnest(${plainArray(new Set(rows.map((row) => row.merchant_id)))}::text::uuid[]) as r (id)
    join merchants m on m.bucket = ${bucket} and m.id = r.id`
  const byId = new Map(merchants.map((merchant) => [merchant.id, merchant]))
  return rows.flatMap((row) => {
    const merchant = byId.get(row.merchant_id)
    return merchant ? [{ ...merchant, id: row.id }] : []
  })
}
