// How far a chain was read, and by which process. Every step locks this row.

import { networkCodes } from '../currencies/networks.ts'
import type { Sql, Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { Changes } from '../ledger/changes.ts'
import { record } from '../ledger/record.ts'
import type { BlockRef } from './chain-reader.ts'
import type { Watcher } from './watcher.ts'

export type Cursor = BlockRef & { halted: string | null }

/** Another process has taken the lease or moved the cursor, so what was read is no longer useful. */
export class CursorLost extends Error {}

/** The chain is not the one that was read before, or this installation's addresses do not belong to it. */
export class WrongChain extends Error {}

type CursorRow = { height: bigint; hash: string; lease_owner: Uuid | null; halted: string | null }

/** Blocks stored below the first one, so that a new cursor survives a reorganisation too. */
const FIRST_BLOCKS = 20

/** A chain is read from its tip on, since nobody had an address before the first watcher. `chains rescan` reads older blocks. */
export async function openCursor(watcher: Watcher): Promise<void> {
  const { database, reader, clock, deepest } = watcher
  const network = networkCodes[reader.network]
  const [known] = await selectChainId(database.read, network)
  const chainId = await reader.chainId()
  const fault = watcher.refuse?.(chainId)
  if (fault !== undefined) throw new WrongChain(fault)
  if (known && known.chain_id !== chainId)
    throw new WrongChain(`the nodes of ${reader.network} are on another chain than the one read before`)
  if (known) return
  const tip = await reader.tip()
  const blocks = [tip]
  for (let height = tip.height - 1; height >= 0 && blocks.length < Math.min(FIRST_BLOCKS, deepest); height--) {
    const hash = await reader.hashAt(height)
    if (hash !== undefined) blocks.push({ height, hash })
  }
  await database.transaction(async (tx) => {
    const made = await tx`
      insert into chain_cursors (network, chain_id, height, hash, tip_height, moved_at)
      values (${network}, ${chainId}, ${tip.height}, ${tip.hash}, ${tip.height}, ${clock()})
      on conflict do nothing`
    if (made.count > 0) for (const block of blocks) await insertBlock(tx, network, block)
  })
}

/** Takes or renews the lease and returns the cursor; undefined while another process holds the lease. */
export async function takeLease({ database, reader, owner, leaseMs }: Watcher): Promise<Cursor | undefined> {
  const [row] = await database.transaction(
    (tx) => tx<CursorRow[]>`
      update chain_cursors set lease_owner = ${owner}, lease_until = now() + ${leaseMs} * interval '1 millisecond'
      where network = ${networkCodes[reader.network]} and (lease_owner = ${owner} or lease_owner is null or lease_until < now())
      returning height, hash, lease_owner, halted`,
  )
  return row && { height: Number(row.height), hash: row.hash, halted: row.halted }
}

/** Called by a process that stops, so that the next one need not wait. */
export async function giveUpLease({ database, reader, owner }: Watcher): Promise<void> {
  await database.transaction(
    (tx) => tx`
      update chain_cursors set lease_owner = null, lease_until = null
      where network = ${networkCodes[reader.network]} and lease_owner = ${owner}`,
  )
}

/** Runs a step in one transaction, after locking the cursor and checking that it is where the step expects it. */
export function inStep<T>(
  { database, reader, owner }: Watcher,
  cursor: BlockRef,
  step: (tx: Tx, changes: Changes) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx, withCommit) => {
    const [row] = await lockCursor(tx, networkCodes[reader.network])
    if (row?.lease_owner !== owner || Number(row.height) !== cursor.height || row.hash !== cursor.hash)
      throw new CursorLost()
    const changes = new Changes()
    const result = await step(tx, changes)
    withCommit(record(tx, changes))
    return result
  })
}

function lockCursor(tx: Tx, network: number) {
  return tx<CursorRow[]>`
    select height, hash, lease_owner, halted from chain_cursors where network = ${network} for no key update`
}

/** Moves the cursor, which also renews the lease. */
export async function moveCursor(tx: Tx, watcher: Watcher, to: BlockRef): Promise<void> {
  const { reader, clock, leaseMs } = watcher
  await tx`
    update chain_cursors set height = ${to.height}, hash = ${to.hash}, moved_at = ${clock()},
      tip_height = greatest(tip_height, ${to.height}), lease_until = now() + ${leaseMs} * interval '1 millisecond'
    where network = ${networkCodes[reader.network]}`
}

export async function saveTip({ database, reader, owner }: Watcher, height: number): Promise<void> {
  await database.transaction(
    (tx) => tx`
      update chain_cursors set tip_height = ${height}
      where network = ${networkCodes[reader.network]} and lease_owner = ${owner} and tip_height <> ${height}`,
  )
}

export async function readRescan({ database, reader }: Watcher): Promise<number | undefined> {
  const [row] = await database.read<{ rescan_from: bigint | null }[]>`
    select rescan_from from chain_cursors where network = ${networkCodes[reader.network]}`
  return row?.rescan_from == null ? undefined : Number(row.rescan_from)
}

function selectChainId(sql: Sql, network: number) {
  return sql<{ chain_id: string }[]>`select chain_id from chain_cursors where network = ${network}`
}

export function insertBlock(tx: Tx, network: number, { height, hash }: BlockRef) {
  return tx`
    insert into chain_blocks (network, height, hash) values (${network}, ${height}, ${hash})
    on conflict on constraint chain_blocks_pk do update set hash = excluded.hash`
}

/** Stores the last error, for `chains status` and the metrics. */
export async function saveError({ database, reader, clock }: Watcher, message: string): Promise<void> {
  await database.transaction(
    (tx) => tx`
      update chain_cursors set last_error = ${message.slice(0, 500)}, last_error_at = ${clock()}
      where network = ${networkCodes[reader.network]}`,
  )
}
