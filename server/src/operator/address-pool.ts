// The pool of solana addresses. It is made where the seed is, not on the service's machine, and its signer must be trusted.

import { readFileSync, writeFileSync } from 'node:fs'
import { text as allText } from 'node:stream/consumers'
import { CommandError, UsageError } from '../../../cli/src/framework/failures.ts'
import { machineClock } from '../clock.ts'
import {
  MAX_ADDRESSES,
  makeSolanaPool,
  type SolanaPool,
  seedOfWords,
  solanaAddress,
} from '../currencies/addresses/solana-pool.ts'
import { insertSigner, readPoolFile } from '../deposits/address-book.ts'
import { type Call, type Command, type Input, withSchema } from './command.ts'

export const makeAddressPool: Command = {
  name: 'addresses pool',
  summary: 'create a signed pool of Solana addresses from a seed, offline',
  options: {
    count: { kind: 'text', value: 'N', help: 'how many addresses', required: true },
    out: {
      kind: 'text',
      value: 'FILE',
      help: 'the file to write; an existing file is not replaced',
      required: true,
    },
    first: { kind: 'text', value: 'INDEX', help: 'the index of the first address (0)' },
    seed: { kind: 'text', value: 'FILE', help: 'read the seed from this file instead of standard input' },
    passphrase: {
      kind: 'text',
      value: 'FILE',
      help: 'read the passphrase of the seed words from this file, if they have one',
    },
    expect: {
      kind: 'text',
      value: 'ADDRESS',
      help: 'the first address as your wallet shows it; a different one is refused',
    },
  },
  notes:
    "The command needs no database and no network: run it on the machine that has the seed, and take only the pool to the service.\nThe seed is 12 to 24 words or hexadecimal digits, read from standard input. The addresses have the paths m/44'/501'/INDEX'/0',\nwhich ordinary wallets use.",
  async run(call) {
    const [count, first] = [
      wholeNumber(call, 'count', 1, MAX_ADDRESSES),
      wholeNumber(call, 'first', 0, 2 ** 31 - 1 - MAX_ADDRESSES),
    ]
    const seed = await readSeed(call)
    const begins = solanaAddress(seed, first)
    const expected = call.text('expect')
    if (expected !== undefined && expected !== begins)
      throw new CommandError('the first address of the seed is not the expected one; nothing was written')
    const pool = makeSolanaPool(seed, first, count)
    writeNew(call.text('out')!, `${JSON.stringify(pool, null, 1)}\n`)
    call.print(describePool(pool))
    if (expected === undefined)
      call.print(
        '\nCompare the first address with your wallet before you use the pool: a wrong word leads to another wallet.',
      )
  },
}

export const trustAddressPool: Command = {
  name: 'addresses trust',
  summary: 'accept a pool of Solana addresses that was signed by a new key',
  args: ['FILE'],
  options: {},
  notes: 'The person who signs the pool receives the deposits. Compare the signer with the output of addresses pool.',
  async run(call) {
    const pool = readPoolFile(call.args[0]!)
    await withSchema(call, ({ database }) =>
      database.transaction((tx) => insertSigner(tx, pool.signer, machineClock())),
    )
    call.print(`${describePool(pool)}\n\nPools by this signer are accepted from now on.`)
  },
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    throw new CommandError(`${path} exists and is not replaced`)
  }
}

function describePool({ addresses, first, signer }: SolanaPool): string {
  return `${addresses.length.toLocaleString('en')} addresses, index ${first} to ${first + addresses.length - 1}
First   ${addresses[0]}
Signer  ${signer}`
}

function wholeNumber(input: Input, name: string, least: number, most: number): number {
  const value = input.text(name) ?? String(least)
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= least && number <= most) return number
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}`)
}

async function readSeed(call: Call): Promise<Uint8Array> {
  const file = call.text('seed')
  const text = (file === undefined ? await allText(call.io.stdin) : readFileSync(file, 'utf8')).trim()
  const passphrase = call.text('passphrase')
  if (/^([0-9a-f]{2}){16,64}$/i.test(text) && passphrase === undefined) return new Uint8Array(Buffer.from(text, 'hex'))
  const words = text.split(/\s+/)
  if (![12, 15, 18, 21, 24].includes(words.length))
    throw new CommandError('a seed is 12 to 24 words, or 32 to 128 hexadecimal digits without a passphrase')
  return seedOfWords(text, passphrase === undefined ? '' : readFileSync(passphrase, 'utf8').replace(/\r?\n$/, ''))
}
