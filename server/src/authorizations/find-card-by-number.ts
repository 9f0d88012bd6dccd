// Finds a card by the keyed hash of its number, without opening any stored number.

import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { Vault } from '../vault/vault.ts'

export type NumberedCard = { cardId: Uuid; cvkVersion: number; expiry: { month: number; year: number } }

/** Undefined when the number was never issued, or not by this workspace. */
export async function findCardByNumber(
  sql: Sql,
  vault: Vault,
  workspace: Workspace,
  number: string,
): Promise<NumberedCard | undefined> {
  // Two reads instead of a join, because the routing table is not stored with the cards (docs/adr/0003-buckets.md).
  const [route] = await sql<{ bucket: number; workspace_id: Uuid; card_id: Uuid }[]>`
    select bucket, workspace_id, card_id from card_number_routes where number_index = ${vault.blindIndex(number)}`
  if (route?.workspace_id !== workspace.id) return undefined
  const [secrets] = await sql<{ cvk_version: number; exp_month: number; exp_year: number }[]>`
    select cvk_version, exp_month, exp_year from card_secrets
    where bucket = ${route.bucket} and card_id = ${route.card_id} and workspace_id = ${workspace.id}`
  return (
    secrets && {
      cardId: route.card_id,
      cvkVersion: secrets.cvk_version,
      expiry: { month: secrets.exp_month, year: secrets.exp_year },
    }
  )
}
