// A Solana node as the reader sees it: a real virtual machine (litesvm) executes transactions, and this file keeps
// slots, blocks and commitment. A slot ends when a test says so, and its block is finalized 32 slots later.

import { createServer } from 'node:http'
import { announce } from './node-process.ts'
import { makePayments, type Payment } from './solana-payments.ts'

type Entry = { transaction: object; meta: object; version: string | number }
type Block = { slot: number; parentSlot: number; blockhash: string; previousBlockhash: string; entries: Entry[] }
type Answer = { result: unknown } | { error: { code: number; message: string } }

const FINALIZED_AFTER = 32
const GENESIS = 'CardwrightTestGenesis11111111111111111111111'

const payments = await makePayments()
let slot = 1
let open: Entry[] = []
const blocks: Block[] = [{ slot: 0, parentSlot: 0, blockhash: GENESIS, previousBlockhash: '1'.repeat(32), entries: [] }]

/** Ends the open slot with a block, then leaves `skipped` slots without one. */
function endSlot(skipped = 0): void {
  const parent = blocks.at(-1)!
  const blockhash = payments.newBlockhash()
  blocks.push({ slot, parentSlot: parent.slot, blockhash, previousBlockhash: parent.blockhash, entries: open })
  open = []
  slot += 1 + skipped
}

function finalizedBlocks(): Block[] {
  return blocks.filter((block) => block.slot <= slot - 1 - FINALIZED_AFTER)
}

/** The format in which Agave returns `transactionDetails: accounts` or `none`. */
function present(block: Block, details: unknown): object {
  const { entries, slot, ...rest } = block
  return {
    ...rest,
    blockHeight: blocks.indexOf(block),
    blockTime: null,
    ...(details === 'accounts' && { transactions: entries }),
  }
}

const methods: Record<string, (...params: never[]) => unknown> = {
  getGenesisHash: () => GENESIS,
  getLatestBlockhash() {
    const latest = finalizedBlocks().at(-1) ?? blocks[0]!
    return { context: { slot: latest.slot }, value: { blockhash: latest.blockhash, lastValidBlockHeight: 0 } }
  },
  getBlocksWithLimit: (start: number, limit: number) =>
    finalizedBlocks()
      .map((block) => block.slot)
      .filter((slot) => slot >= start)
      .slice(0, limit),
  getBlock(wanted: number, config: { transactionDetails?: string }) {
    const block = finalizedBlocks().find((each) => each.slot === wanted)
    if (block) return present(block, config.transactionDetails)
    const isKnown = wanted <= (finalizedBlocks().at(-1)?.slot ?? 0)
    throw isKnown
      ? refusal(-32_007, `Slot ${wanted} was skipped, or missing due to ledger jump to recent snapshot`)
      : refusal(-32_004, `Block not available for slot ${wanted}`)
  },
  /** Executes payments in the open slot. With `fails` a last payment without sufficient funds reverts them all. */
  async pay(wanted: Payment[], options: { fails?: boolean; byLookupTable?: boolean } = {}) {
    const { signature, entry } = await payments.pay(wanted, options)
    open.push(entry)
    return signature
  },
  endSlot(skipped?: number) {
    endSlot(skipped)
    return slot
  },
  /** Finalizes everything so far. */
  finalize() {
    for (let n = 0; n <= FINALIZED_AFTER; n++) endSlot()
    return slot
  },
  /** Puts a transaction of an earlier block into the open one as well, which no real chain should do. */
  repeat(signature: string) {
    const signed = (entry: Entry) => (entry.transaction as { signatures: string[] }).signatures.includes(signature)
    open.push(blocks.flatMap((block) => block.entries).find(signed)!)
    return slot
  },
  /** Deletes the oldest blocks, like a node with a short ledger. */
  prune(keepFrom: number) {
    blocks.splice(0, blocks.length, ...blocks.filter((block) => block.slot >= keepFrom))
    return blocks.length
  },
}

// The type checker's library does not have rawJSON yet.
const rawJson = (JSON as never as { rawJSON(text: string): unknown }).rawJSON

function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}

async function answer({ method, params = [] }: { method: string; params?: unknown[] }): Promise<Answer> {
  try {
    const call = methods[method]
    if (!call) throw refusal(-32_601, 'Method not found')
    return { result: await call(...(params as never[])) }
  } catch (error) {
    const { code = -32_603, message } = error as { code?: number; message: string }
    return { error: { code, message } }
  }
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString())
  const one = async (call: { id: number; method: string }) => ({ jsonrpc: '2.0', id: call.id, ...(await answer(call)) })
  response.setHeader('content-type', 'application/json')
  // Lamports are written as JSON numbers of any length.
  const text = JSON.stringify(
    Array.isArray(body) ? await Promise.all(body.map(one)) : await one(body),
    (_key, value) => (typeof value === 'bigint' ? rawJson(value.toString()) : value),
  )
  response.end(text)
})
server.listen(0, '127.0.0.1', () => announce(`http://127.0.0.1:${(server.address() as { port: number }).port}`))
