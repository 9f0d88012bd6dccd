// A chain in memory, for tests of the watcher: blocks, a mempool, and reorganisations of any depth.

import { randomBytes } from 'node:crypto'
import type { Arrival, Block, ChainReader, NativeAccount, Network } from './chain-reader.ts'

export class FakeChain {
  readonly network: Network
  blocks: Block[] = []
  mempool: Arrival[] = []
  isMempoolComplete = true
  id = 'fake'
  url = 'fake:'
  /** False: internal transfers are not in the blocks, and only balances show them. */
  isTraced: boolean | undefined
  /** By address, what each block brought besides its arrivals, and how many transactions the address sent in it. */
  readonly hidden = new Map<string, { address: string; amount: bigint; sent: number }[]>()
  /** Balances of older blocks are not known any more. */
  forgottenBelow = 0
  /** Awaited before every answer; throws to make the node fail. */
  onCall: (method: string) => void | Promise<void> = () => {}

  constructor(network: Network, height = 5) {
    this.network = network
    for (let n = 0; n <= height; n++) this.mine()
  }

  get tip(): Block {
    return this.blocks.at(-1)!
  }

  mine(...arrivals: Arrival[]): Block {
    const taken = new Set(arrivals.map((arrival) => arrival.txHash))
    this.mempool = this.mempool.filter((arrival) => !taken.has(arrival.txHash))
    const block: Block = {
      height: this.blocks.length,
      hash: randomBytes(8).toString('hex'),
      parentHash: this.blocks.at(-1)?.hash ?? '',
      arrivals,
      ...(this.isTraced !== undefined && { isTraced: this.isTraced }),
    }
    this.blocks.push(block)
    return block
  }

  mineEmpty(count: number): void {
    for (let n = 0; n < count; n++) this.mine()
  }

  /** Another node with the same blocks so far. */
  copy(url: string): FakeChain {
    const other = new FakeChain(this.network, -1)
    Object.assign(other, { url, id: this.id, isTraced: this.isTraced, blocks: [...this.blocks] })
    return other
  }

  /** Drops the last `depth` blocks and returns what was in them. */
  drop(depth: number): Arrival[] {
    return this.blocks.splice(this.blocks.length - depth).flatMap((block) => block.arrivals)
  }

  reader(): ChainReader {
    const chain = this
    const asked = (method: string) => chain.onCall(method)
    return {
      network: chain.network,
      async chainId() {
        await asked('chainId')
        return chain.id
      },
      async tip() {
        await asked('tip')
        return { height: chain.tip.height, hash: chain.tip.hash }
      },
      async hashAt(height) {
        await asked('hashAt')
        return chain.blocks[height]?.hash
      },
      async block(height, watched) {
        await asked('block')
        const block = chain.blocks[height]
        if (!block) return undefined
        const ours = await watched([...new Set(block.arrivals.map((arrival) => arrival.address))])
        return { ...block, arrivals: block.arrivals.filter((arrival) => ours.has(arrival.address)) }
      },
      ...(chain.network === 'bitcoin' && {
        async unconfirmed(watched) {
          await asked('unconfirmed')
          const ours = await watched([...new Set(chain.mempool.map((arrival) => arrival.address))])
          return {
            arrivals: chain.mempool.filter((arrival) => ours.has(arrival.address)),
            isComplete: chain.isMempoolComplete,
          }
        },
      }),
      ...(chain.network === 'ethereum' && {
        async nativeBalances(addresses, at) {
          await asked('nativeBalances')
          if (at.height < chain.forgottenBelow) throw new Error('missing trie node')
          return new Map(addresses.map((address) => [address, chain.accountAt(address, at.height)]))
        },
      }),
      nodes: () => [{ url: chain.url, healthy: true, lastError: undefined }],
      close: () => {},
    }
  }

  accountAt(address: string, height: number): NativeAccount {
    let [balance, nonce] = [0n, 0]
    for (const block of this.blocks.slice(0, height + 1)) {
      for (const arrival of block.arrivals)
        if (arrival.address === address && arrival.currency === 'eth') balance += arrival.amount
      for (const each of this.hidden.get(block.hash) ?? []) {
        if (each.address !== address) continue
        balance += each.amount
        nonce += each.sent
      }
    }
    return { balance, nonce }
  }
}

let count = 0

export function arrival(address: string, amount: bigint, more: Partial<Arrival> = {}): Arrival {
  count += 1
  return {
    currency: 'btc',
    address,
    txHash: `tx${count}-${randomBytes(4).toString('hex')}`,
    output: 0,
    amount,
    ...more,
  }
}
