// Updates the pattern of a card in the commit of each purchase and decline. A card without a pattern costs nothing.

import type { CardBooks } from '../engine/books.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import type { CardRow } from '../ledger/rows.ts'
import { merchantKey } from './merchant-key.ts'
import { noteDecline, notePurchase } from './pattern.ts'
import { decodePattern, encodePattern } from './pattern-bytes.ts'

/** A new authorization was approved, by us or by somebody else. */
export function notePurchaseOf({ changes, card, now }: CardBooks, merchant: MerchantRow, hasBought: boolean): void {
  if (card.pattern === null) return
  const pattern = decodePattern(card.pattern)
  notePurchase(pattern, now, merchant.country)
  card.pattern = encodePattern(pattern)
  // Only for a card whose merchants are all known.
  if (hasBought || !pattern.knowsEver) return
  changes.cardMerchants.push({
    merchant: merchantKey(merchant.network_id, merchant.name),
    bucket: card.bucket,
    card_id: card.id,
    workspace_id: card.workspace_id,
  })
}

export function noteDeclineOf(card: CardRow, now: Date): void {
  if (card.pattern === null) return
  const pattern = decodePattern(card.pattern)
  noteDecline(pattern, now)
  card.pattern = encodePattern(pattern)
}
