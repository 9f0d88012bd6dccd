// The merchant that asks for the money. A workspace stores each merchant once, under an id that is a hash of its data, so
// that an authorization knows the id without a look-up.

import { createHash } from 'node:crypto'
import Type from 'typebox'
import { MAX_MERCHANT_ID } from '../controls/control-schemas.ts'
import { Strict, Text } from '../http/schemas.ts'
import { type Uuid, uuidFromBytes } from '../ids.ts'
import type { Changes } from '../ledger/changes.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'

export const MerchantName = Text({ minLength: 1, maxLength: 200, examples: ['Acme Ads'] })

export const MerchantInput = Strict({
  name: MerchantName,
  mcc: Type.String({
    pattern: '^[0-9]{4}$',
    description: 'The merchant category code, ISO 18245.',
    examples: ['7311'],
  }),
  country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 code of two letters.', examples: ['US'] }),
  id: Type.Optional(
    Text({
      minLength: 1,
      maxLength: MAX_MERCHANT_ID,
      description: "The network's id of the merchant.",
      examples: ['445566778899001'],
    }),
  ),
  city: Type.Optional(Text({ minLength: 1, maxLength: 100, examples: ['Austin'] })),
})
export type Merchant = { name: string; mcc: string; country: string; id?: string; city?: string }

/** The row of a merchant, added to the changes unless it is known to be stored. */
export function merchantRow(
  changes: Changes,
  workspace: { bucket: number; id: Uuid },
  merchant: Merchant,
): MerchantRow {
  const key = keyOf(workspace.id, merchant)
  const stored = changes.knownMerchants.get(key)
  if (stored) return stored
  const id = uuidFromBytes(createHash('sha256').update(key).digest())
  const { name, mcc, country, id: networkId = null, city = null } = merchant
  const row = {
    bucket: workspace.bucket,
    id,
    workspace_id: workspace.id,
    name,
    mcc,
    country,
    network_id: networkId,
    city,
  }
  changes.merchants.set(id, row)
  changes.onCommit(() => changes.knownMerchants.set(key, row))
  return row
}

/** Without an id and a city, the key is the same as before merchants had them, so that old rows are found again. */
function keyOf(workspaceId: Uuid, { name, mcc, country, id = '', city = '' }: Merchant): string {
  const before = `${workspaceId}\n${mcc}${country}${name}`
  return id === '' && city === '' ? before : `${before}\n${id}\n${city}`
}
