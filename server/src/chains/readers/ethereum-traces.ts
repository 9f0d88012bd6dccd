// Ether that a contract sends has no transaction of its own and no log; only a trace of the calls shows it. Not every
// node offers traces, or has them in time. When none does, the watcher compares balances instead.

import type { Logger } from 'pino'
import type { Arrival, BlockRef } from '../chain-reader.ts'
import { AnswerError, address0x, fields, hash0x, list, quantity, text } from './answer-shape.ts'
import type { JsonRpc, NodeCalls } from './json-rpc.ts'
import { NodeError, RpcError } from './node.ts'

/**
 * The output number of the transaction's own transfer. Internal transfers are numbered from here by their place in the call
 * trace, and USDT from 0 by its place among the transaction's transfers. These numbers stay the same when the transaction is
 * mined again in another block; the log's index in the block would not.
 */
export const NATIVE_OUTPUT = 1_000_000

type Traceable = BlockRef & { transactions: { hash: string }[] }

const TRACER = { tracer: 'callTracer' }
// A node that refused is asked again later, since it may have been replaced or reconfigured. One that was too slow would
// delay every block.
const ASKED_AGAIN_MS = 10 * 60_000
const TRIED_AGAIN_MS = 60_000
const MAX_DEPTH = 1_024
/** DELEGATECALL is left out: its trace repeats the value of the call around it. */
const MOVES_COIN = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])
/** JSON-RPC's "method not found" and "invalid request", and "method not supported" of EIP-1474. */
const UNSUPPORTED = new Set([-32_601, -32_600, -32_004])

export function internalTransfers(rpc: JsonRpc, log: Logger) {
  let refusedUntil = 0

  /** Undefined when no node can tell. */
  async function read(block: Traceable): Promise<Arrival[] | undefined> {
    if (block.transactions.length === 0) return []
    if (performance.now() < refusedUntil) return undefined
    try {
      return await rpc.use((node) => readTraces(node, block), { isOptional: true })
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      refusedUntil = performance.now() + pauseAfter(error.cause)
      log.info({ height: block.height, problem: error.message }, 'no call traces')
      return undefined
    }
  }

  return { read }
}

function pauseAfter(cause: unknown): number {
  if (!(cause instanceof RpcError)) return TRIED_AGAIN_MS
  // Any other refusal concerns only this block, whose state may be pruned.
  return UNSUPPORTED.has(cause.code) ? ASKED_AGAIN_MS : 0
}

async function readTraces(node: NodeCalls, block: Traceable): Promise<Arrival[]> {
  const traces = await node.call('debug_traceBlockByHash', [block.hash, TRACER], list).catch((error) => {
    if (error instanceof RpcError) return undefined
    throw error
  })
  if (!traces) return readTracesOneByOne(node, block)
  if (traces.length !== block.transactions.length)
    throw new AnswerError('debug_traceBlockByHash: not every transaction is traced')
  return block.transactions.flatMap(({ hash }, index) => {
    const { txHash = hash, result } = fields(traces[index])
    if (hash0x(txHash) !== hash) throw new AnswerError('debug_traceBlockByHash: a trace is of another transaction')
    return transfersIn(hash, result)
  })
}

/** Development nodes offer only this method. */
async function readTracesOneByOne(node: NodeCalls, block: Traceable): Promise<Arrival[]> {
  const calls = block.transactions.map(({ hash }) => ({ method: 'debug_traceTransaction', params: [hash, TRACER] }))
  const traces = await node.batch(calls, fields)
  return block.transactions.flatMap(({ hash }, index) => {
    const trace = traces[index]!
    if (trace instanceof RpcError) throw trace
    return transfersIn(hash, trace)
  })
}

/** Every call below the first that moved ether, unless it or a call above it failed. */
function transfersIn(txHash: string, trace: unknown): Arrival[] {
  const arrivals: Arrival[] = []
  let place = 0
  const visit = (value: unknown, depth: number, isUndone: boolean): void => {
    if (depth > MAX_DEPTH) throw new AnswerError('a trace is too deep')
    const { type, to, value: wei, error, calls } = fields(value)
    const output = NATIVE_OUTPUT + place++
    const failed = isUndone || (error !== undefined && error !== null)
    if (!failed && depth > 0 && MOVES_COIN.has(text(type)) && wei !== undefined && quantity(wei) > 0n) {
      arrivals.push({ currency: 'eth', address: address0x(to), txHash, output, amount: quantity(wei) })
    }
    for (const each of calls === undefined ? [] : list(calls)) visit(each, depth + 1, failed)
  }
  visit(trace, 0, false)
  return arrivals
}
