// Nodes of the three chains, each in a process that ends with the test file.

import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { until } from '../../until.ts'
import { startNodeProcess } from './node-process.ts'
import { type Rpc, rpcOf } from './rpc-client.ts'

/** Whether `npm run chains:install` has been run here. */
export function hasChainNodes(): boolean {
  return existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))
}

export type ChainNode = { url: string; rpc: Rpc; kill(): Promise<void> }

async function start(file: string): Promise<ChainNode> {
  const node = await startNodeProcess(file)
  after(() => node.kill())
  return { url: node.url, rpc: rpcOf(node.url), kill: node.kill }
}

export type SignedPayment = { txid: string; hex: string; take: number }

export type BitcoinNode = ChainNode & {
  mine(blocks?: number): Promise<string[]>
  /** Signs a payment without sending it; with `take` it spends the coin of an earlier payment. */
  sign(payments: [string, number][], take?: number): Promise<SignedPayment>
  /** Sends a payment and waits until it is in the mempool. */
  send(payment: SignedPayment): Promise<string>
  pay(address: string, satoshis: number): Promise<string>
  /** Takes over the blocks of the other node that this one does not have. */
  follow(other: BitcoinNode): Promise<void>
}

// Coins of mined blocks can be spent 100 blocks later.
const FIRST_BLOCKS = 120

export async function startBitcoinNode(firstBlocks = FIRST_BLOCKS): Promise<BitcoinNode> {
  const node = await start('bitcoin-node.ts')
  const { rpc } = node
  const own: string = await rpc('ownaddress')
  const send = async ({ hex, txid }: SignedPayment) => {
    // bcoin responds before it has checked the transaction.
    await rpc('sendrawtransaction', hex)
    await until(`${txid} in the mempool`, async () => (await rpc('getrawmempool')).includes(txid))
    return txid
  }
  const sign = (payments: [string, number][], take?: number) =>
    rpc('fund', payments, ...(take === undefined ? [] : [take]))
  if (firstBlocks > 0) await rpc('generatetoaddress', firstBlocks, own)
  return {
    ...node,
    mine: (blocks = 1) => rpc('generatetoaddress', blocks, own),
    sign,
    send,
    pay: async (address, satoshis) => send(await sign([[address, satoshis]])),
    async follow(other) {
      const best: string = await other.rpc('getbestblockhash')
      let common = Math.min(await rpc('getblockcount'), await other.rpc('getblockcount'))
      while ((await rpc('getblockhash', common)) !== (await other.rpc('getblockhash', common))) common--
      const tip: number = await other.rpc('getblockcount')
      for (let height = common + 1; height <= tip; height++) {
        await rpc('submitblock', await other.rpc('getblock', await other.rpc('getblockhash', height), 0))
      }
      await until('the other node’s tip', async () => (await rpc('getbestblockhash')) === best)
    },
  }
}

export type EthereumNode = ChainNode & {
  accounts: string[]
  mine(blocks?: number): Promise<void>
  pay(address: string, wei: bigint): Promise<string>
}

export async function startEthereumNode(): Promise<EthereumNode> {
  const node = await start('ethereum-node.ts')
  const accounts: string[] = await node.rpc('eth_accounts')
  return {
    ...node,
    accounts,
    // hardhat_mine can create many blocks in one call, but some of them do not name their parent.
    async mine(blocks = 1) {
      for (let n = 0; n < blocks; n++) await node.rpc('evm_mine')
    },
    pay: (to, wei) => node.rpc('eth_sendTransaction', { from: accounts[0], to, value: `0x${wei.toString(16)}` }),
  }
}

export type SolanaNode = ChainNode & {
  pay(payments: [string, bigint][], options?: { fails?: boolean; byLookupTable?: boolean }): Promise<string>
  /** Ends the open slot; the next `skipped` slots have no block. */
  endSlot(skipped?: number): Promise<number>
  finalize(): Promise<number>
}

export async function startSolanaNode(): Promise<SolanaNode> {
  const node = await start('solana-node.ts')
  return {
    ...node,
    pay: (payments, options = {}) =>
      node.rpc(
        'pay',
        payments.map(([address, lamports]) => [address, lamports.toString()]),
        options,
      ),
    endSlot: (skipped = 0) => node.rpc('endSlot', skipped),
    finalize: () => node.rpc('finalize'),
  }
}
