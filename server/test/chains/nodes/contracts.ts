// Contracts for tests, compiled when they are used.

import { readFileSync } from 'node:fs'
import { until } from '../../until.ts'
import type { EthereumNode } from './chain-nodes.ts'
import { chainPackage } from './node-process.ts'

type Compiled = { evm: { bytecode: { object: string }; methodIdentifiers: Record<string, string> } }
type Output = {
  contracts?: Record<string, Record<string, Compiled>>
  errors?: { severity: string; formattedMessage: string }[]
}

export type Contract = {
  address: string
  /** Sends a transaction that calls `name(uint256,address,…)` and returns its hash. */
  send(signature: string, args: (string | bigint)[], wei?: bigint, from?: string): Promise<string>
}

function compile(file: string): Record<string, Compiled> {
  const solc = chainPackage<{ compile(input: string): string }>('solc')
  const content = readFileSync(new URL(`../contracts/${file}`, import.meta.url), 'utf8')
  const outputSelection = { '*': { '*': ['evm.bytecode.object', 'evm.methodIdentifiers'] } }
  const input = { language: 'Solidity', sources: { [file]: { content } }, settings: { outputSelection } }
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input)))
  const faults = output.errors?.filter(({ severity }) => severity === 'error') ?? []
  if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return output.contracts![file]!
}

function words(args: (string | bigint)[]): string {
  return args.map((arg) => BigInt(arg).toString(16).padStart(64, '0')).join('')
}

export async function deploy(node: EthereumNode, file: string, name: string, args: bigint[] = []): Promise<Contract> {
  const { evm } = compile(file)[name]!
  const owner = node.accounts[0]!
  const hash = await node.rpc('eth_sendTransaction', { from: owner, data: `0x${evm.bytecode.object}${words(args)}` })
  const receipt = await until('the receipt', () => node.rpc('eth_getTransactionReceipt', hash))
  const address: string = receipt.contractAddress
  return {
    address,
    send(signature, args, wei = 0n, from = owner) {
      const data = `0x${evm.methodIdentifiers[signature]!}${words(args)}`
      // The gas price is fixed, so that the same call is the same transaction whatever the block before it cost.
      const price = { gas: '0x7a120', gasPrice: '0x2540be400' }
      return node.rpc('eth_sendTransaction', { from, to: address, data, value: `0x${wei.toString(16)}`, ...price })
    },
  }
}
