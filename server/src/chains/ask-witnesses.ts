// Before money is credited, two nodes must independently confirm that it arrived: the same block at that height, with the same
// payment in it. A single node that lies, or was deceived, can then delay a deposit but not invent one.

import type { ArrivalRow } from './arrival-rows.ts'
import type { Block, ChainReader, Watched } from './chain-reader.ts'

const WITNESSES_NEEDED = 2

type WitnessAnswer = { agrees: true } | { agrees: false; isSilent: boolean; why: string }

/** What a round already knows: blocks, since one may hold several payments, and nodes that did not answer and are not asked again. */
export type AskedNodes = { blocks: Map<ChainReader, Map<number, Promise<Block | undefined>>>; silent: Set<ChainReader> }

/** Why the arrival cannot be believed yet; undefined when enough nodes have confirmed it. */
export async function askWitnesses(
  witnesses: readonly ChainReader[],
  row: ArrivalRow,
  watched: Watched,
  asked: AskedNodes,
): Promise<string | undefined> {
  const doubts: { isSilent: boolean; why: string }[] = []
  let agreeing = 0
  for (const witness of witnesses) {
    const testimony = await ask(witness, row, watched, asked)
    if (!testimony.agrees) doubts.push(testimony)
    else if (++agreeing === WITNESSES_NEEDED) return undefined
  }
  const told = doubts.map(({ why }) => why).join('; ')
  return doubts.some(({ isSilent }) => !isSilent)
    ? `the nodes disagree: ${told}`
    : `no second node confirms it: ${told}`
}

async function ask(witness: ChainReader, row: ArrivalRow, watched: Watched, asked: AskedNodes): Promise<WitnessAnswer> {
  const name = witness.nodes()[0]!.url
  const height = row.block_height!
  const noAnswer = { agrees: false, isSilent: true, why: `${name} does not answer` } as const
  if (asked.silent.has(witness)) return noAnswer
  try {
    const hash = await witness.hashAt(height)
    if (hash === undefined) return { agrees: false, isSilent: true, why: `${name} has no block ${height}` }
    if (hash !== row.block_hash) return { agrees: false, isSilent: false, why: `${name} has another block ${height}` }
    const block = await readOnce(witness, height, watched, asked)
    const isSeen = block?.hash === hash && (await showsArrival(witness, block, row))
    if (isSeen === undefined) return { agrees: false, isSilent: true, why: `${name} cannot show the payment` }
    return isSeen
      ? { agrees: true }
      : { agrees: false, isSilent: false, why: `${name} does not show the payment in block ${height}` }
  } catch {
    asked.silent.add(witness)
    return noAnswer
  }
}

function readOnce(
  witness: ChainReader,
  height: number,
  watched: Watched,
  { blocks }: AskedNodes,
): Promise<Block | undefined> {
  const known = blocks.get(witness) ?? new Map<number, Promise<Block | undefined>>()
  blocks.set(witness, known)
  const block = known.get(height) ?? witness.block(height, watched)
  known.set(height, block)
  return block
}

/** Undefined when this node cannot tell, because it shows no internal transfers and the address has also sent something. */
async function showsArrival(witness: ChainReader, block: Block, row: ArrivalRow): Promise<boolean | undefined> {
  const isSame = block.arrivals.some(
    (each) =>
      each.currency === row.currency &&
      each.txHash === row.tx_hash &&
      each.output === row.output_index &&
      each.address === row.address &&
      each.amount === row.amount_base,
  )
  if (isSame || row.currency !== 'eth' || !witness.nativeBalances) return isSame
  // The arrival was found by another node's traces, or by balances. What the address gained in this block confirms it.
  const isUntraced = block.isTraced === false || row.tx_hash === row.block_hash
  return isUntraced ? gained(witness, block, row) : false
}

async function gained(witness: ChainReader, block: Block, row: ArrivalRow): Promise<boolean | undefined> {
  const balances = async (height: number, hash: string) =>
    (await witness.nativeBalances!([row.address], { height, hash })).get(row.address)
  const before = await balances(block.height - 1, block.parentHash)
  const after = await balances(block.height, block.hash)
  if (!before || !after || before.nonce !== after.nonce) return undefined
  return after.balance - before.balance >= row.amount_base
}
