// A card whose number we make and store: the number, its sealed form, and its holder.

import type { Bin } from '../bins/bin-directory.ts'
import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { CardRow, NumberedCard } from '../ledger/rows.ts'
import type { Services } from '../services.ts'
import { VaultError } from '../vault/vault.ts'

export type Holder = { holder_name: string; billing_address: Record<string, string> }

export async function readHolder(sql: Sql, accountId: Uuid): Promise<Holder> {
  const [holder] = await sql<Holder[]>`select holder_name, billing_address from accounts where id = ${accountId}`
  return holder!
}

/** Undefined when every number of the BIN has been issued. */
export function cardNumber({ vault }: Services, bin: Bin, counter: bigint): string | undefined {
  try {
    return vault.cardNumber(bin, counter)
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

export function numberedCard({ vault }: Services, card: CardRow, number: string, holder: Holder): NumberedCard {
  return {
    card,
    numberIndex: vault.blindIndex(number),
    secrets: {
      ...holder,
      bucket: card.bucket,
      card_id: card.id,
      workspace_id: card.workspace_id,
      number_sealed: vault.seal(number, numberContext(card)),
      cvk_version: vault.currentVersions().cvk,
      exp_month: card.expires_at.getUTCMonth() + 1,
      exp_year: card.expires_at.getUTCFullYear(),
    },
  }
}

/** A sealed number opens only for the card and workspace that it was sealed for, so rows cannot be swapped. */
export function numberContext(card: { workspace_id: Uuid; id: Uuid }): string {
  return `card:${card.workspace_id}:${card.id}`
}
