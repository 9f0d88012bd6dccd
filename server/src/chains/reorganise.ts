// When the chain has replaced blocks that were read, the cursor goes back to the last common block, and every arrival above it
// counts as in no block. Arrivals that are still on the chain are found again when the new blocks are read.

import { networkCodes } from '../currencies/networks.ts'
import { textArray } from '../database/arrays.ts'
import type { Tx } from '../database/database.ts'
import type { BlockRef } from './chain-reader.ts'
import { type Cursor, inStep, insertBlock, moveCursor } from './cursor.ts'
import { forgetBalancesAbove, keptByBalances } from './reconcile-balances.ts'
import type { Watcher } from './watcher.ts'

/**
 * Returns the cursor on the best chain. Undefined when the node is only behind, so that the watcher waits, or when the
 * reorganisation is deeper than allowed, so that the watcher has halted.
 */
export async function followReorganisation(watcher: Watcher, cursor: BlockRef): Promise<BlockRef | undefined> {
  const { reader, log } = watcher
  const hash = await reader.hashAt(cursor.height)
  if (hash === cursor.hash) return cursor
  if (hash === undefined && (await isOnlyBehind(watcher))) return undefined
  const ancestor = await findAncestor(watcher, cursor)
  if (!ancestor) {
    await halt(watcher, cursor, `reorganised deeper than ${watcher.deepest} blocks below ${cursor.height}`)
    return undefined
  }
  log.warn({ network: reader.network, from: cursor.height, to: ancestor.height }, 'the chain was reorganised')
  await rollBack(watcher, cursor, ancestor)
  return ancestor
}

/** A node that is behind has the same blocks but fewer of them; one that was just set up may have none of the blocks that we stored. */
async function isOnlyBehind({ database, reader }: Watcher): Promise<boolean> {
  const tip = await reader.tip()
  const [known] = await database.read<{ hash: string; height: bigint }[]>`
    select hash, height from chain_blocks where network = ${networkCodes[reader.network]} and height >= ${tip.height}
    order by height limit 1`
  return known !== undefined && (Number(known.height) > tip.height || known.hash === tip.hash)
}

async function findAncestor({ database, reader, deepest }: Watcher, cursor: BlockRef): Promise<BlockRef | undefined> {
  const known = await database.read<{ height: bigint; hash: string }[]>`
    select height, hash from chain_blocks
    where network = ${networkCodes[reader.network]} and height < ${cursor.height} and height >= ${cursor.height - deepest}
    order by height desc limit ${deepest}`
  for (const { height, hash } of known) {
    if ((await reader.hashAt(Number(height))) === hash) return { height: Number(height), hash }
  }
  return undefined
}

async function rollBack(watcher: Watcher, cursor: BlockRef, to: BlockRef): Promise<void> {
  await inStep(watcher, cursor, async (tx) => {
    await unmine(tx, watcher, to)
    await moveCursor(tx, watcher, to)
  })
}

/** `kept` are arrivals that are still on the chain but that no reader would show again. */
async function unmine(tx: Tx, { reader, clock }: Watcher, above: BlockRef, kept: string[] = []): Promise<void> {
  const network = networkCodes[reader.network]
  await tx`
    update deposits d set confirmations = 0 from chain_arrivals a
    where a.network = ${network} and a.block_height > ${above.height} and a.state = 1
      and d.bucket = a.bucket and d.id = a.deposit_id and d.workspace_id = a.workspace_id and d.status = 1`
  await tx`
    update chain_arrivals set block_height = null, block_hash = null, missing_since = ${clock()}
    where network = ${network} and block_height > ${above.height} and tx_hash <> all(${textArray(kept)}::text::text[])`
  await tx`delete from chain_blocks where network = ${network} and height > ${above.height}`
  await forgetBalancesAbove(tx, network, above.height)
}

async function halt({ database, reader, log, owner }: Watcher, cursor: BlockRef, reason: string): Promise<void> {
  log.error({ network: reader.network, height: cursor.height }, `${reason}: nothing is credited until: chains rescan`)
  await database.transaction(
    (tx) => tx`
      update chain_cursors set halted = ${reason} where network = ${networkCodes[reader.network]} and lease_owner = ${owner}`,
  )
}

const MAX_SKIPPED = 1_000

/** An operator's command: reads again from `height` on, as if everything above it had been reorganised. */
export async function rescanFrom(watcher: Watcher, cursor: Cursor, height: number): Promise<Cursor> {
  const { reader, log } = watcher
  const to = await blockBelow(watcher, height)
  const kept = await keptByBalances(watcher, to.height)
  log.warn({ network: reader.network, from: height }, 'reading again, as asked by an operator')
  const network = networkCodes[reader.network]
  await inStep(watcher, cursor, async (tx) => {
    await unmine(tx, watcher, to, kept)
    await tx`delete from chain_blocks where network = ${network} and height >= ${Math.min(to.height, cursor.height)}`
    await insertBlock(tx, network, to)
    await moveCursor(tx, watcher, to)
    await tx`update chain_cursors set rescan_from = null, halted = null where network = ${network}`
  })
  return { ...to, halted: null }
}

/** The last block below a height, since a chain may have skipped some heights. */
async function blockBelow({ reader }: Watcher, height: number): Promise<BlockRef> {
  for (let at = height - 1; at >= Math.max(0, height - MAX_SKIPPED); at--) {
    const hash = await reader.hashAt(at)
    if (hash !== undefined) return { height: at, hash }
  }
  throw new Error(`there is no block below ${height} to begin from`)
}
