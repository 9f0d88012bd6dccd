// Payments on litesvm, with the data that a block shows: the accounts in order, and their balances before and after.

import { chainPackage } from './node-process.ts'

export type Payment = [address: string, lamports: number | string]
type Entry = { transaction: object; meta: object; version: string | number }
type Compiled = {
  staticAccounts: string[]
  addressTableLookups?: { readonlyIndexes: number[]; writableIndexes: number[] }[]
}
type Signer = { address: string }
type Opaque = { readonly opaque: unique symbol }

type LiteSvm = {
  airdrop(address: string, lamports: bigint): unknown
  getBalance(address: string): bigint | null
  setAccount(account: object): void
  warpToSlot(slot: bigint): void
  latestBlockhash(): string
  expireBlockhash(): void
  setTransactionMessageLifetimeUsingLatestBlockhash(message: Opaque): Opaque
  sendTransaction(transaction: Opaque): { err?: () => unknown }
}
type Kit = {
  generateKeyPairSigner(): Promise<Signer>
  createTransactionMessage(config: { version: 0 | 'legacy' }): Opaque
  setTransactionMessageFeePayerSigner(signer: Signer, message: Opaque): Opaque
  appendTransactionMessageInstructions(instructions: object[], message: Opaque): Opaque
  compressTransactionMessageUsingAddressLookupTables(message: Opaque, tables: Record<string, string[]>): Opaque
  partiallySignTransactionMessageWithSigners(message: Opaque): Promise<Opaque & { messageBytes: Uint8Array }>
  getSignatureFromTransaction(transaction: Opaque): string
  getCompiledTransactionMessageDecoder(): { decode(bytes: Uint8Array): Compiled }
  getAddressEncoder(): { encode(address: string): Uint8Array }
}
type System = { getTransferSolInstruction(transfer: { source: Signer; destination: string; amount: bigint }): object }

const { LiteSVM } = chainPackage<{ LiteSVM: new () => LiteSvm }>('litesvm')
const kit = chainPackage<Kit>('@solana/kit')
const { getTransferSolInstruction } = chainPackage<System>('@solana-program/system')

const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'
const RICH = 10n ** 14n
const BEYOND_COVER = 10n ** 18n

export async function makePayments() {
  const svm = new LiteSVM()
  const payer = await kit.generateKeyPairSigner()
  svm.airdrop(payer.address, RICH)
  if (svm.getBalance(payer.address) !== RICH) throw new Error('the payer got no money')
  const balances = (keys: string[]) => keys.map((key) => svm.getBalance(key) ?? 0n)

  async function pay(payments: Payment[], { fails = false, byLookupTable = false }) {
    const transfers = payments.map(([destination, lamports]) => ({ destination, amount: BigInt(lamports) }))
    if (fails) transfers.push({ destination: payments[0]![0], amount: BEYOND_COVER })
    // Two equal payments are two transactions only if their block hashes differ.
    svm.expireBlockhash()
    const instructions = transfers.map((transfer) => getTransferSolInstruction({ source: payer, ...transfer }))
    let message = kit.createTransactionMessage({ version: byLookupTable ? 0 : 'legacy' })
    message = kit.setTransactionMessageFeePayerSigner(payer, message)
    message = svm.setTransactionMessageLifetimeUsingLatestBlockhash(message)
    message = kit.appendTransactionMessageInstructions(instructions, message)
    const loaded = byLookupTable ? payments.map(([address]) => address) : []
    if (byLookupTable) {
      const table = await makeLookupTable(svm, loaded)
      message = kit.compressTransactionMessageUsingAddressLookupTables(message, { [table]: loaded })
    }
    const transaction = await kit.partiallySignTransactionMessageWithSigners(message)
    const compiled = kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    const keys = [...compiled.staticAccounts, ...loadedKeys(compiled, loaded)]
    const preBalances = balances(keys)
    const error = svm.sendTransaction(transaction).err?.()
    const signature = kit.getSignatureFromTransaction(transaction)
    const accountKeys = keys.map((pubkey, index) => ({
      pubkey,
      signer: index === 0,
      source: index < compiled.staticAccounts.length ? 'transaction' : 'lookupTable',
      writable: true,
    }))
    const entry: Entry = {
      transaction: { accountKeys, signatures: [signature] },
      meta: {
        err: error === undefined ? null : { InstructionError: [0, 'Custom'] },
        fee: 5_000,
        preBalances,
        postBalances: balances(keys),
      },
      version: byLookupTable ? 0 : 'legacy',
    }
    return { signature, entry }
  }

  return {
    pay,
    newBlockhash() {
      svm.expireBlockhash()
      return svm.latestBlockhash()
    },
  }
}

/** The keys of the message come first, then all writable keys of the tables, then all readonly ones. */
function loadedKeys({ addressTableLookups = [] }: Compiled, table: string[]): string[] {
  const writable = addressTableLookups.flatMap(({ writableIndexes }) => writableIndexes)
  const readonly = addressTableLookups.flatMap(({ readonlyIndexes }) => readonlyIndexes)
  return [...writable, ...readonly].map((index) => table[index]!)
}

/** An account as the lookup table program would have written it: never deactivated, and extended long ago. */
async function makeLookupTable(svm: LiteSvm, addresses: string[]): Promise<string> {
  const { address } = await kit.generateKeyPairSigner()
  const header = Buffer.alloc(56)
  header.writeUInt32LE(1, 0)
  header.writeBigUInt64LE(2n ** 64n - 1n, 4)
  const encoder = kit.getAddressEncoder()
  const data = Buffer.concat([header, ...addresses.map((each) => Buffer.from(encoder.encode(each)))])
  svm.warpToSlot(1_000n)
  svm.setAccount({
    address,
    data,
    executable: false,
    lamports: 10n ** 9n,
    programAddress: LOOKUP_TABLE_PROGRAM,
    space: BigInt(data.length),
  })
  return address
}
