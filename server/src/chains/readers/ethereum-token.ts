// USDT by the logs of its contract. Only the address identifies the contract, since anyone can make a token with that name.

import type { Arrival } from '../chain-reader.ts'
import { AnswerError, address0x, type Fields, fields, hash0x, list, number0x, quantity } from './answer-shape.ts'
import type { NodeCalls } from './json-rpc.ts'

/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export async function readTokenTransfers(
  node: NodeCalls,
  contract: string | undefined,
  blockHash: string,
): Promise<Arrival[]> {
  if (contract === undefined) return []
  const filter = { blockHash, address: contract, topics: [TRANSFER] }
  return node.call('eth_getLogs', [filter], (value) => {
    const logs = list(value)
      .map((each) => readLog(fields(each), contract, blockHash))
      .sort((a, b) => a.index - b.index)
    return [...Map.groupBy(logs, ({ txHash }) => txHash).values()].flatMap((ofOne) =>
      ofOne.flatMap(({ txHash, to, value }, output) =>
        // Scammers use transfers of zero to appear in somebody's history.
        value > 0n ? [{ currency: 'usdt' as const, address: to, txHash, output, amount: value }] : [],
      ),
    )
  })
}

/** The value in the log is what arrived. A fee that the contract keeps has its own log. */
function readLog(log: Fields, contract: string, blockHash: string) {
  const [event, from, to, ...more] = list(log.topics)
  if (address0x(log.address) !== contract) throw new AnswerError('a log is of another contract')
  if (hash0x(log.blockHash) !== blockHash || log.removed === true) throw new AnswerError('a log is of another block')
  if (event !== TRANSFER || more.length > 0) throw new AnswerError('a log is no transfer')
  addressInTopic(from)
  const txHash = hash0x(log.transactionHash)
  return { txHash, index: number0x(log.logIndex), to: addressInTopic(to), value: quantity(hash0x(log.data)) }
}

function addressInTopic(topic: unknown): string {
  const word = hash0x(topic)
  if (!word.startsWith(`0x${'0'.repeat(24)}`)) throw new AnswerError('a topic is no address')
  return `0x${word.slice(26)}`
}
