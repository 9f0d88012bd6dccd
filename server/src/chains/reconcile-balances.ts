// Ether that a contract sends has no transaction of its own. A node with traces shows it. For blocks without traces, balances
// show it: what an address gained while its nonce stayed the same, and what no known arrival explains, came from a contract.
// Only blocks that are deep enough to credit are examined.

import { networkCodes } from '../currencies/networks.ts'
import type { Sql, Tx } from '../database/database.ts'
import type { Arrival, BlockRef, NativeAccount } from './chain-reader.ts'
import { inStep } from './cursor.ts'
import { estimatesFor, recordArrivals } from './record-arrivals.ts'
import type { Watcher } from './watcher.ts'

const ADDRESSES_AT_ONCE = 500
/** Above the numbers that readers use. The transaction is unknown, so the block's hash stands for it, and the address makes it unique. */
const FIRST_OUTPUT = 2_000_000

type Found = { at: BlockRef; arrival: Arrival }

export async function reconcileBalances(watcher: Watcher, cursor: BlockRef): Promise<void> {
  const { reader, database, confirmations } = watcher
  if (!reader.nativeBalances) return
  const network = networkCodes[reader.network]
  const [state] = await selectState(database.read, network)
  if (state?.untraced_from == null) return
  const last = Number(state.reconciled_to ?? state.untraced_from - 1n)
  const height = cursor.height - confirmations.eth + 1
  if (height - last < watcher.reconcileEvery) return
  const [from, to] = [await refAt(watcher, last), await refAt(watcher, height)]
  if (!from || !to) return
  const { found, changed } = await compareBalances(watcher, from, to)
  const arrivals = found.map(({ arrival }) => arrival)
  const estimates = await estimatesFor(watcher, arrivals)
  await inStep(watcher, cursor, async (tx, changes) => {
    for (const { at, arrival } of found) await recordArrivals(tx, changes, watcher, [arrival], at, estimates)
    for (const [address, account] of changed) await saveAccount(tx, network, address, account)
    await saveReconciled(tx, network, height)
  })
  if (found.length > 0)
    watcher.log.info({ network: reader.network, count: found.length }, 'found coin that contracts had sent')
}

async function compareBalances(watcher: Watcher, from: BlockRef, to: BlockRef) {
  const { reader, database } = watcher
  const found: Found[] = []
  const changed = new Map<string, NativeAccount>()
  for (let after = ''; ; ) {
    const rows = await selectAddresses(database.read, networkCodes[reader.network], after)
    if (rows.length === 0) return { found, changed }
    after = rows.at(-1)!.address
    const now = await reader.nativeBalances!(
      rows.map((row) => row.address),
      to,
    )
    const before = await accountsBefore(watcher, rows, from)
    for (const { address, balance } of rows) {
      const [old, young] = [before.get(address), now.get(address)!]
      if (old) found.push(...(await explain(watcher, address, { ...from, ...old }, { ...to, ...young })))
      if (balance === null || old?.balance !== young.balance || old.nonce !== young.nonce) changed.set(address, young)
    }
  }
}

type At = BlockRef & NativeAccount

/** Searches by halving the range of blocks until one is left, and only in ranges with an unexplained gain. */
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
    // The address also sent money in this block, so an unknown arrival cannot be told from what it sent.
    if (unexplained > 0n || !hasSent)
      log.warn({ network: reader.network, address, height: to.height }, 'a balance cannot be explained')
    return []
  }
  const output = FIRST_OUTPUT + (Number.parseInt(address.slice(2, 10), 16) & 0x3fffffff)
  const at = { height: to.height, hash: to.hash }
  return [{ at, arrival: { currency: 'eth', address, txHash: to.hash, output, amount: unexplained } }]
}

/** Undefined when the node has pruned that block's state; the gain then counts as arrived in the last block. */
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

/** Stored balances, or else those of the node. When the node has pruned them, this run only records new ones to compare with next time. */
async function accountsBefore(watcher: Watcher, rows: readonly AddressRow[], at: BlockRef) {
  const accounts = new Map<string, NativeAccount>()
  const unknown: string[] = []
  for (const { address, balance, nonce } of rows) {
    if (balance === null) unknown.push(address)
    else accounts.set(address, { balance: BigInt(balance), nonce: Number(nonce) })
  }
  if (unknown.length === 0) return accounts
  try {
    for (const [address, account] of await watcher.reader.nativeBalances!(unknown, at)) accounts.set(address, account)
  } catch {
    const { log, reader } = watcher
    log.warn(
      { network: reader.network, height: at.height, count: unknown.length },
      'the node has forgotten old balances',
    )
  }
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

export function noteUntraced(tx: Tx, network: number, height: number) {
  return tx`
    update chain_cursors set untraced_from = coalesce(untraced_from, ${height}), untraced_to = ${height} where network = ${network}`
}

/** Once the last untraced block is explained, balances are no longer tracked. */
async function saveReconciled(tx: Tx, network: number, height: number): Promise<void> {
  const done = await tx`
    update chain_cursors set reconciled_to = null, untraced_from = null, untraced_to = null
    where network = ${network} and untraced_to <= ${height}`
  if (done.count > 0) await tx`delete from chain_balances where network = ${network}`
  else await tx`update chain_cursors set reconciled_to = ${height} where network = ${network}`
}

/** For an arrival that was found by balances, the hash of the block stands for its transaction. */
export async function keptByBalances({ database, reader }: Watcher, above: number): Promise<string[]> {
  const rows = await database.read<{ block_height: bigint; block_hash: string }[]>`
    select distinct block_height, block_hash from chain_arrivals
    where network = ${networkCodes[reader.network]} and block_height > ${above} and tx_hash = block_hash`
  const kept: string[] = []
  for (const { block_height, block_hash } of rows)
    if ((await reader.hashAt(Number(block_height))) === block_hash) kept.push(block_hash)
  return kept
}

/** Balances of replaced blocks are deleted, and recorded again later. */
export async function forgetBalancesAbove(tx: Tx, network: number, height: number): Promise<void> {
  const forgotten = await tx`
    update chain_cursors set reconciled_to = null, untraced_from = ${height + 1},
      untraced_to = greatest(untraced_to, ${height + 1})
    where network = ${network} and reconciled_to > ${height}`
  if (forgotten.count > 0) await tx`delete from chain_balances where network = ${network}`
}
