// Reads block after block up to the tip. One transaction writes the arrivals of a block and moves the cursor.

import { networkCodes } from '../currencies/networks.ts'
import type { Tx } from '../database/database.ts'
import type { Block, BlockRef } from './chain-reader.ts'
import { inStep, insertBlock, moveCursor } from './cursor.ts'
import { noteUntraced } from './reconcile-balances.ts'
import { estimatesFor, recordArrivals } from './record-arrivals.ts'
import { watchedBy } from './watched.ts'
import type { Watcher } from './watcher.ts'

/** `tip`: nothing more to read. `more`: enough for one round. `parted`: the next block does not follow from the cursor. */
export type Read = { cursor: BlockRef; end: 'tip' | 'more' | 'parted' }

const FAR_BEHIND = 100

export async function readForward(watcher: Watcher, from: BlockRef, tip: BlockRef): Promise<Read> {
  const { log, reader, maxBlocks } = watcher
  if (tip.height - from.height > FAR_BEHIND)
    log.info(
      { network: reader.network, height: from.height, behind: tip.height - from.height },
      'reading what was missed',
    )
  let cursor = from
  let count = 0
  for await (const block of blocksAfter(watcher, cursor, tip.height)) {
    if (block.height <= cursor.height) continue
    if (block.parentHash !== cursor.hash) return { cursor, end: 'parted' }
    cursor = await takeBlock(watcher, cursor, block)
    if (++count === maxBlocks) return { cursor, end: 'more' }
  }
  return { cursor, end: 'tip' }
}

/** Fetches several blocks at once when far behind: a node answers in tens of milliseconds, and a day has thousands of blocks. */
async function* blocksAfter(watcher: Watcher, cursor: BlockRef, tip: number): AsyncGenerator<Block> {
  const { reader, ahead } = watcher
  const watched = watchedBy(watcher)
  const asked = new Map<number, Promise<Block | undefined>>()
  for (let next = cursor.height + 1; next <= tip; ) {
    for (let height = next; height < Math.min(next + ahead, tip + 1); height++) {
      if (asked.has(height)) continue
      const answer = reader.block(height, watched)
      answer.catch(() => {}) // its error is handled when its turn comes
      asked.set(height, answer)
    }
    const block = await asked.get(next)
    if (!block) return
    yield block
    next = Math.max(block.height, next) + 1
    for (const height of asked.keys()) if (height < next) asked.delete(height)
  }
}

async function takeBlock(watcher: Watcher, cursor: BlockRef, block: Block): Promise<BlockRef> {
  const { reader, deepest } = watcher
  const network = networkCodes[reader.network]
  const to = { height: block.height, hash: block.hash }
  const estimates = await estimatesFor(watcher, block.arrivals)
  await inStep(watcher, cursor, async (tx, changes) => {
    await recordArrivals(tx, changes, watcher, block.arrivals, to, estimates)
    await deepen(tx, network, block.height)
    await insertBlock(tx, network, to)
    await tx`delete from chain_blocks where network = ${network} and height < ${block.height - deepest}`
    if (block.isTraced === false) await noteUntraced(tx, network, block.height)
    await moveCursor(tx, watcher, to)
  })
  return to
}

/** Each new block is one more confirmation for every waiting arrival. */
function deepen(tx: Tx, network: number, height: number) {
  return tx`
    update deposits d set confirmations = ${height} - a.block_height + 1 from chain_arrivals a
    where a.network = ${network} and a.state = 1 and a.block_height <= ${height}
      and d.bucket = a.bucket and d.id = a.deposit_id and d.workspace_id = a.workspace_id and d.status = 1`
}
