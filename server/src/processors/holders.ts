// The holder that a processor requires before it issues a card: one per account, made with its first card.

import { newUuid, type Uuid, uuidFromBytes } from '../ids.ts'
import type { Services } from '../services.ts'
import { type Processor, ProcessorSilent } from './processor.ts'

type Account = { accountId: Uuid; holder_name: string; billing_address: Record<string, string> }
type Needed = Pick<Services, 'database' | 'vault'>

/** `isRepeat`: an earlier attempt may have made the holder without our knowledge. */
export async function holderOf(
  services: Needed,
  processor: Processor,
  account: Account,
  isRepeat = false,
): Promise<string> {
  const { accountId } = account
  const known = await readHolder(services, processor, accountId)
  if (known !== undefined) return known
  const fresh = await readKey(services, processor, accountId)
  const found = isRepeat || fresh ? await processor.findHolder(accountId) : undefined
  const holder = found ?? (await create(services, processor, account, fresh))
  await services.database.write`
    insert into processor_holders (processor, account_id, external_id) values (${processor.name}, ${accountId}, ${holder})
    on conflict (processor, account_id) do nothing`
  // Another process may have stored one meanwhile, and all cards of an account must be found under one holder.
  return (await readHolder(services, processor, accountId)) ?? holder
}

async function readHolder({ database }: Needed, { name }: Processor, accountId: Uuid): Promise<string | undefined> {
  const [row] = await database.readByKey<{ external_id: string }[]>`
    select external_id from processor_holders where processor = ${name} and account_id = ${accountId}`
  return row?.external_id
}

async function create(
  services: Needed,
  processor: Processor,
  { accountId, holder_name, billing_address }: Account,
  fresh: Uuid | undefined,
): Promise<string> {
  // The key depends only on the account, so that two cards at once make one holder.
  const key = fresh ?? uuidFromBytes(services.vault.fingerprint('holder', processor.name, accountId))
  try {
    return await processor.createHolder({ accountId, name: holder_name, billingAddress: billing_address }, key)
  } catch (error) {
    if (error instanceof ProcessorSilent && error.isKeySpent) await replaceKey(services, processor, accountId, key)
    throw error
  }
}

async function readKey({ database }: Needed, { name }: Processor, accountId: Uuid): Promise<Uuid | undefined> {
  const [row] = await database.readByKey<{ holder_key: Uuid }[]>`
    select holder_key from processor_holder_keys where processor = ${name} and account_id = ${accountId}`
  return row?.holder_key
}

/** Of several that failed under the same key, one stores the next key and all use it. */
async function replaceKey({ database }: Needed, { name }: Processor, accountId: Uuid, spent: Uuid): Promise<void> {
  await database.write`
    insert into processor_holder_keys as k (processor, account_id, holder_key) values (${name}, ${accountId}, ${newUuid()})
    on conflict (processor, account_id) do update set holder_key = excluded.holder_key where k.holder_key = ${spent}`
}
