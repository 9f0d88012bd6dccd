// The holder that a processor requires before it issues a card: one per account, made with its first card.

import { type Uuid, uuidFromBytes } from '../ids.ts'
import type { Services } from '../services.ts'
import type { Processor } from './processor.ts'

type Account = { accountId: Uuid; holder_name: string; billing_address: Record<string, string> }

export async function holderOf(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  processor: Processor,
  { accountId, holder_name, billing_address }: Account,
): Promise<string> {
  const [known] = await database.readByKey<{ external_id: string }[]>`
    select external_id from processor_holders where processor = ${processor.name} and account_id = ${accountId}`
  if (known) return known.external_id
  // The key depends only on the account, so that two cards at once make one holder.
  const key = uuidFromBytes(vault.fingerprint('holder', processor.name, accountId))
  const holder = await processor.createHolder({ accountId, name: holder_name, billingAddress: billing_address }, key)
  await database.write`
    insert into processor_holders (processor, account_id, external_id) values (${processor.name}, ${accountId}, ${holder})
    on conflict (processor, account_id) do nothing`
  return holder
}
