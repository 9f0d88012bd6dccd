// Looks up where cards have bought, by the key of the table. Rows are added only under the card's lock.

import { bulk, smallint, text, uuid } from '../database/bulk.ts'
import type { Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { Needing } from './needs.ts'

export type Bought = { card_id: Uuid; merchant: string }

type Asked = { merchant: string; bucket: number; cardId: Uuid }

const selectCardMerchants = bulk<Asked, Bought>(
  {
    merchant: text((row) => row.merchant),
    bucket: smallint((row) => row.bucket),
    card_id: uuid((row) => row.cardId),
  },
  ({ rows, value, inBucket }) => `
    select c.card_id, c.merchant from ${rows} join card_merchants c
      on ${inBucket('c')} and c.card_id = ${value('card_id')} and c.merchant = r.merchant`,
  (row) => ({ card_id: row.uuid()!, merchant: row.text()! }),
)

/** The pairs named by steps that exist. Sends no statement when no step names one. */
export async function selectBought(tx: Tx, steps: readonly Needing[]): Promise<readonly Bought[]> {
  const asked = steps.flatMap(({ workspace, needs: { boughtAt } }) =>
    boughtAt ? [{ ...boughtAt, bucket: workspace.bucket }] : [],
  )
  return asked.length > 0 ? selectCardMerchants(tx, asked) : []
}
