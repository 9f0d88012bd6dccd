// Reads a node's mempool. Each transaction is fetched once; a full mempool is read over several calls.

import type { Arrival, Unconfirmed, Watched } from '../chain-reader.ts'
import { AnswerError, hash, hexBytes, list } from './answer-shape.ts'
import type { AddressPrefixes } from './bitcoin-address.ts'
import { arrivalsIn } from './bitcoin-arrivals.ts'
import { parseTransaction, type Transaction } from './bitcoin-block.ts'
import type { JsonRpc } from './json-rpc.ts'
import { RpcError } from './node.ts'

// This takes about a second of a node's time. The largest mempools, of 300,000 transactions, take a few minutes of polling.
const MAX_FETCHED = 2_000
/** The transaction has left the mempool since it was listed: -5 in Bitcoin Core, -1 in bcoin. */
const NOT_FOUND = new Set([-5, -1])

const nothing: Arrival[] = []

export function bitcoinMempool(rpc: JsonRpc, findPrefixes: () => Promise<AddressPrefixes>, maxFetched = MAX_FETCHED) {
  let known = new Map<string, Arrival[]>()

  /** `isComplete` is false while some transactions have not been read, so a missing one may still be waiting. */
  async function read(watched: Watched): Promise<Unconfirmed> {
    const prefixes = await findPrefixes()
    const { present, fetched } = await rpc.use(async (node) => {
      const present = await node.call('getrawmempool', [], (ids) => list(ids).map(hash))
      const unknown = present.filter((txid) => !known.has(txid)).slice(0, maxFetched)
      const calls = unknown.map((txid) => ({ method: 'getrawtransaction', params: [txid, 0] }))
      const answers = await node.batch(calls, (value) => parseTransaction(hexBytes(value)))
      return { present, fetched: unknown.map((txid, index) => checked(txid, answers[index]!)) }
    })
    const found = fetched.filter((transaction) => transaction !== undefined)
    const arrivals = Map.groupBy(await arrivalsIn(found, prefixes, watched), ({ txHash }) => txHash)
    const isKnown = new Map(found.map(({ txid }) => [txid, arrivals.get(txid) ?? nothing]))
    // A new map forgets the transactions that have left the mempool.
    known = new Map(
      present.flatMap((txid) => {
        const arrivals = known.get(txid) ?? isKnown.get(txid)
        return arrivals ? [[txid, arrivals] as const] : []
      }),
    )
    const gone = fetched.length - found.length
    return { arrivals: [...known.values()].flat(), isComplete: known.size + gone >= present.length }
  }

  return { read }
}

function checked(txid: string, answer: Transaction | RpcError): Transaction | undefined {
  if (answer instanceof RpcError) {
    if (NOT_FOUND.has(answer.code)) return undefined
    throw answer
  }
  if (answer.txid !== txid) throw new AnswerError(`getrawtransaction: asked for ${txid}, got ${answer.txid}`)
  return answer
}
