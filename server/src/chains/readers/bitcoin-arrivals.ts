import type { Arrival, Watched } from '../chain-reader.ts'
import { type AddressPrefixes, addressOf } from './bitcoin-address.ts'
import type { Transaction } from './bitcoin-block.ts'

/** One arrival for every output to an address of ours. */
export async function arrivalsIn(
  transactions: Transaction[],
  prefixes: AddressPrefixes,
  watched: Watched,
): Promise<Arrival[]> {
  const paid = transactions.flatMap(({ txid, outputs }) =>
    outputs.flatMap(({ index, satoshis, script }) => {
      const address = satoshis > 0n ? addressOf(script, prefixes) : undefined
      return address ? [{ currency: 'btc' as const, address, txHash: txid, output: index, amount: satoshis }] : []
    }),
  )
  if (paid.length === 0) return []
  const ours = await watched([...new Set(paid.map(({ address }) => address))])
  return paid.filter(({ address }) => ours.has(address))
}
