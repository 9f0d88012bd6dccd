// Each workspace has one address per chain. It is assigned at the first request and never changes.

import type { Workspace } from '../accounts/workspace.ts'
import { checksummed } from '../currencies/addresses/ethereum-address.ts'
import { sandboxAddress } from '../currencies/addresses/sandbox-addresses.ts'
import { type Network, networkCodes } from '../currencies/networks.ts'
import type { Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import type { AddressSource } from './address-book.ts'

type Giver = Pick<Services, 'addresses' | 'clock' | 'log'>

/** The address as people see it; undefined when production has no source for addresses. */
export async function depositAddress(
  tx: Tx,
  services: Giver,
  workspace: Workspace,
  network: Network,
): Promise<string | undefined> {
  const address = await canonicalAddress(tx, services, workspace, network)
  return network === 'ethereum' && address !== undefined ? checksummed(address) : address
}

async function canonicalAddress(
  tx: Tx,
  services: Giver,
  workspace: Workspace,
  network: Network,
): Promise<string | undefined> {
  if (workspace.environment === 'sandbox') return sandboxAddress(network, await readLineage(tx, workspace))
  const [given] = await selectAddress(tx, workspace, network)
  if (given) return given.address
  const source = services.addresses[network]
  return source && allocate(tx, services, workspace, network, source)
}

const LOW_WATER = 100

/** The lock on the key's row guards the next index, so no index is assigned twice, and an uncommitted one is assigned again. */
async function allocate(
  tx: Tx,
  { clock, log }: Giver,
  workspace: Workspace,
  network: Network,
  source: AddressSource,
): Promise<string | undefined> {
  const now = clock()
  const next = await lockNextIndex(tx, network, source, now)
  const [given] = await selectAddress(tx, workspace, network)
  if (given) return given.address // assigned by a request that held the lock before
  const left = source.end - next - 1
  if (left < 0) {
    log.error({ network }, 'the pool of addresses is used up; make a longer one')
    return undefined
  }
  if (left < LOW_WATER) log.warn({ network, left }, 'the pool of addresses is nearly used up; make a longer one')
  const address = source.addressAt(next)
  await insertAddress(tx, workspace, network, { address, keyId: source.keyId, index: next, now })
  return address
}

async function readLineage(tx: Tx, { bucket, id }: Workspace): Promise<Uuid> {
  const [row] = await tx<{ lineage_id: Uuid }[]>`
    select lineage_id from workspaces where bucket = ${bucket} and id = ${id}`
  return row!.lineage_id
}

function selectAddress(tx: Tx, { bucket, id }: Workspace, network: Network) {
  return tx<{ address: string }[]>`
    select address from deposit_addresses
    where bucket = ${bucket} and workspace_id = ${id} and network = ${networkCodes[network]}`
}

async function lockNextIndex(tx: Tx, network: Network, { keyId, first }: AddressSource, now: Date): Promise<number> {
  await tx`
    insert into address_keys (network, key_id, created_at) values (${networkCodes[network]}, ${keyId}, ${now})
    on conflict do nothing`
  const [row] = await tx<{ next_index: bigint }[]>`
    select next_index from address_keys where network = ${networkCodes[network]} and key_id = ${keyId} for no key update`
  return Math.max(Number(row!.next_index), first)
}

async function insertAddress(
  tx: Tx,
  { bucket, id }: Workspace,
  network: Network,
  given: { address: string; keyId: string; index: number; now: Date },
): Promise<void> {
  const code = networkCodes[network]
  const { address, keyId, index, now } = given
  await tx`
    insert into deposit_addresses (bucket, workspace_id, network, address, key_id, key_index, created_at)
    values (${bucket}, ${id}, ${code}, ${address}, ${keyId}, ${index}, ${now})`
  await tx`
    insert into deposit_address_routes (network, address, bucket, workspace_id)
    values (${code}, ${address}, ${bucket}, ${id})`
  await tx`update address_keys set next_index = ${index + 1} where network = ${code} and key_id = ${keyId}`
}
