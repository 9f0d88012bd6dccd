// Coin that a contract sent is in no transaction of ethereum. A node that traces shows it; for the blocks of one that does
// not, balances tell: what an address gained while its nonce stayed, and no known arrival explains, came from a contract.
// Looked at only where the chain is deep enough to credit.

import type { Sql, Tx } from '../database/database.ts'
import { networkCodes } from '../deposits/networks.ts'
import type { Arrival, BlockRef, NativeAccount } from './chain-reader.ts'
import { inStep } from './cursor.ts'
import { estimatesFor, recordArrivals } from './record-arrivals.ts'
import type { Watcher } from './watcher.ts'

const ADDRESSES_AT_ONCE = 500
/** Beyond the numbers that readers give: the transaction is not known, so the block's hash stands for it, and the address tells them apart. */
const FIRST_OUTPUT = 2_000_000

type Found = { at: BlockRef; arrival: Arrival }

export async function reconcileBalances(watcher: Watcher, cursor: BlockRef): Promise<void> {
  const { reader, database, confirmations, log } = watcher
  if (!reader.nativeBalances) return
  const network = networkCodes[reader.network]
  const [state] = await selectState(database.read, network)
  const last = Number(state?.reconciled_to ?? (state?.untraced_from ?? 0n) - 1n)
  const height = cursor.height - confirmations.eth + 1
  if (state?.untraced_from == null || height - last < watcher.reconcileEvery) return
  const hash = await reader.hashAt(height)
  const from = await refAt(watcher, last)
  if (hash === undefined || from === undefined) return
  const to = { height, hash }
  const found: Found[] = []
  const accounts = new Map<string, NativeAccount>()
  for (let after = ''; ; ) {
    const rows = await selectAddresses(database.read, network, after)
    if (rows.length === 0) break
    after = rows.at(-1)!.address
    const addresses = rows.map((row) => row.address)
    const now = await reader.nativeBalances(addresses, to)
    const before = await accountsBefore(watcher, rows, from)
    for (const address of addresses) {
      const [old, young] = [before.get(address)!, now.get(address)!]
      found.push(...(await explain(watcher, address, { ...from, ...old }, { ...to, ...young })))
      if (
        old.balance !== young.balance ||
        old.nonce !== young.nonce ||
        !rows.find((row) => row.address === address)!.balance
      )
        accounts.set(address, young)
    }
  }
  const estimates = await estimatesFor(
    watcher,
    found.map(({ arrival }) => arrival),
  )
  await inStep(watcher, cursor, async (tx, changes) => {
    for (const { at, arrival } of found) await recordArrivals(tx, changes, watcher, [arrival], at, estimates)
    for (const [address, account] of accounts) await saveAccount(tx, network, address, account)
    await tx`update chain_cursors set reconciled_to = ${height} where network = ${network}`
  })
  if (found.length > 0) log.info({ network: reader.network, count: found.length }, 'found coin that contracts had sent')
}

type At = BlockRef & NativeAccount

/** Halves the blocks in between until one block is left, and only where something is unexplained. */
async function explain(watcher: Watcher, address: string, from: At, to: At): Promise<Found[]> {
  const known = await sumArrivals(watcher, address, from.height, to.height)
  const unexplained = to.balance - from.balance - known
  const hasSent = from.nonce !== to.nonce
  if (!hasSent && unexplained === 0n) return []
  const middle = to.height - from.height > 1 ? await accountAt(watcher, address, from, to) : undefined
  if (middle)
    return [...(await explain(watcher, address, from, middle)), ...(await explain(watcher, address, middle, to))]
  const { log, reader } = watcher
  if (hasSent || unexplained < 0n) {
    // A sweep: what came in the same block, besides what is known, cannot be told from what went.
    if (unexplained > 0n || !hasSent)
      log.warn({ network: reader.network, address, height: to.height }, 'a balance cannot be explained')
    return []
  }
  const output = FIRST_OUTPUT + (Number.parseInt(address.slice(2, 10), 16) & 0x3fffffff)
  const at = { height: to.height, hash: to.hash }
  return [{ at, arrival: { currency: 'eth', address, txHash: to.hash, output, amount: unexplained } }]
}

/** Undefined where the node has forgotten that block's state: then it counts as having come in the last one. */
async function accountAt(watcher: Watcher, address: string, from: At, to: At): Promise<At | undefined> {
  const ref = await refAt(watcher, Math.floor((from.height + to.height) / 2))
  if (!ref) return undefined
  try {
    const account = (await watcher.reader.nativeBalances!([address], ref)).get(address)
    return account && { ...ref, ...account }
  } catch {
    return undefined
  }
}

async function refAt({ reader }: Watcher, height: number): Promise<BlockRef | undefined> {
  const hash = await reader.hashAt(height)
  return hash === undefined ? undefined : { height, hash }
}

type AddressRow = { address: string; balance: string | null; nonce: bigint | null }

/** As stored; an address that is new since then is asked for, and counts from nothing where nobody remembers. */
async function accountsBefore(watcher: Watcher, rows: readonly AddressRow[], at: BlockRef) {
  const accounts = new Map<string, NativeAccount>()
  const unknown: string[] = []
  for (const { address, balance, nonce } of rows) {
    if (balance === null) unknown.push(address)
    else accounts.set(address, { balance: BigInt(balance), nonce: Number(nonce) })
  }
  const asked =
    unknown.length > 0 ? await watcher.reader.nativeBalances!(unknown, at).catch(() => undefined) : undefined
  for (const address of unknown) accounts.set(address, asked?.get(address) ?? { balance: 0n, nonce: 0 })
  return accounts
}

function selectState(sql: Sql, network: number) {
  return sql<{ untraced_from: bigint | null; reconciled_to: bigint | null }[]>`
    select untraced_from, reconciled_to from chain_cursors where network = ${network}`
}

function selectAddresses(sql: Sql, network: number, after: string) {
  return sql<AddressRow[]>`
    select r.address, b.balance_base::text as balance, b.nonce from deposit_address_routes r
    left join chain_balances b on b.network = r.network and b.address = r.address
    where r.network = ${network} and r.address > ${after} order by r.address limit ${ADDRESSES_AT_ONCE}`
}

async function sumArrivals(
  { database, reader }: Watcher,
  address: string,
  above: number,
  upTo: number,
): Promise<bigint> {
  const [row] = await database.read<{ sum: string }[]>`
    select coalesce(sum(amount_base), 0)::text as sum from chain_arrivals
    where network = ${networkCodes[reader.network]} and address = ${address} and block_height > ${above} and block_height <= ${upTo}
      and currency = 2`
  return BigInt(row!.sum)
}

function saveAccount(tx: Tx, network: number, address: string, { balance, nonce }: NativeAccount) {
  return tx`
    insert into chain_balances (network, address, balance_base, nonce) values (${network}, ${address}, ${String(balance)}, ${nonce})
    on conflict on constraint chain_balances_pk do update set balance_base = excluded.balance_base, nonce = excluded.nonce`
}

/** Balances of blocks that are gone explain nothing: they are taken anew. */
export async function forgetBalancesAbove(tx: Tx, network: number, height: number): Promise<void> {
  const forgotten = await tx`
    update chain_cursors set reconciled_to = null, untraced_from = ${height + 1} where network = ${network} and reconciled_to > ${height}`
  if (forgotten.count > 0) await tx`delete from chain_balances where network = ${network}`
}
