// The variables of the chains: the addresses of their nodes, the keys that deposit addresses come from, and the confirmations
// that a deposit needs.

import { type ExtendedKey, looksPrivate, parseExtendedKey } from '../currencies/addresses/extended-key.ts'
import { type Currency, currencies } from '../currencies/currencies.ts'
import { ConfigError, type Environment, flag, isLoopback, isUrl, text, wholeNumber } from './config-values.ts'

export type ChainConfig = {
  /** In order of preference; empty when a chain is not watched. */
  rpcUrls: { bitcoin: string[]; ethereum: string[]; solana: string[] }
  btcKey: ExtendedKey | undefined
  ethKey: ExtendedKey | undefined
  solPoolFile: string | undefined
  usdtContract: string
  confirmations: Record<Currency, number>
  guards: DepositGuards
}

/** The limits below which a deposit is credited without an operator. */
export type DepositGuards = {
  /**
   * A deposit worth more must be confirmed by a second node; with only one node configured, it waits for an operator.
   */
  secondNodeAboveCents: bigint
  /** The limit for all deposits of the service together; 0 for no limit. */
  creditsPerHourCents: bigint
}

/** Tether's contract on the main network. */
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const MAX_URLS = 10

export function readChainConfig(env: Environment): ChainConfig {
  const allowsHttp = flag(env, 'CHAIN_ALLOW_PLAIN_HTTP', false)
  return {
    rpcUrls: {
      bitcoin: urls(env, 'BITCOIN_RPC_URLS', allowsHttp),
      ethereum: urls(env, 'ETHEREUM_RPC_URLS', allowsHttp),
      solana: urls(env, 'SOLANA_RPC_URLS', allowsHttp),
    },
    btcKey: extendedKey(env, 'BTC_XPUB', ['zpub', 'xpub', 'vpub', 'tpub']),
    ethKey: extendedKey(env, 'ETH_XPUB', ['xpub', 'tpub']),
    solPoolFile: poolFile(env),
    usdtContract: contract(env),
    confirmations: {
      btc: confirmations(env, 'btc'),
      eth: confirmations(env, 'eth'),
      usdt: confirmations(env, 'usdt'),
      sol: confirmations(env, 'sol'),
    },
    guards: {
      secondNodeAboveCents: dollarsAsCents(env, 'DEPOSIT_SECOND_NODE_ABOVE_USD', 10_000),
      creditsPerHourCents: dollarsAsCents(env, 'DEPOSIT_CREDITS_PER_HOUR_USD', 100_000),
    },
  }
}

function confirmations(env: Environment, currency: Currency): number {
  return wholeNumber(env, `CONFIRMATIONS_${currency.toUpperCase()}`, currencies[currency].confirmations, 1, 1_000)
}

function dollarsAsCents(env: Environment, name: string, fallback: number): bigint {
  return BigInt(wholeNumber(env, name, fallback, 0, 1_000_000_000)) * 100n
}

function urls(env: Environment, name: string, allowsHttp: boolean): string[] {
  const list = (text(env, name) ?? '').split(',').map((each) => each.trim())
  const given = list.filter((each) => each !== '')
  if (!given.every((each) => isUrl(each, ['http:', 'https:'])) || given.length > MAX_URLS)
    throw new ConfigError(
      `${name} must be up to ${MAX_URLS} addresses that begin with http:// or https://, separated by commas`,
    )
  const parsed = given.map((each) => new URL(each))
  if (!allowsHttp && parsed.some(({ protocol, hostname }) => protocol === 'http:' && !isLoopback(hostname)))
    throw new ConfigError(
      `${name} names a node on another machine by http://: whoever is in between could invent deposits. Use https://, or allow it with CHAIN_ALLOW_PLAIN_HTTP=true where the network is yours`,
    )
  // A second node only adds certainty when it is a different node.
  if (new Set(parsed.map(({ host, pathname }) => `${host}${pathname}`)).size < parsed.length)
    throw new ConfigError(`${name} names the same node twice`)
  return given
}

function extendedKey(env: Environment, name: string, prefixes: string[]): ExtendedKey | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  if (looksPrivate(value)) throw new ConfigError(privateKey(name, `an extended public key (${prefixes.join(', ')})`))
  const key = parseExtendedKey(value, prefixes)
  if (key) return key
  throw new ConfigError(
    `${name} must be the extended public key (${prefixes.join(', ')}) of an account, or of its receiving branch`,
  )
}

function poolFile(env: Environment): string | undefined {
  const value = text(env, 'SOL_ADDRESS_POOL')
  if (value !== undefined && looksPrivate(value))
    throw new ConfigError(
      privateKey('SOL_ADDRESS_POOL', 'the path of a file made by: npm run cardwright -- addresses pool'),
    )
  return value
}

function privateKey(name: string, wanted: string): string {
  return `${name} holds something that could spend; the service must never have that. Give it ${wanted}, and consider what was given as exposed`
}

function contract(env: Environment): string {
  const value = text(env, 'USDT_CONTRACT')
  if (value === undefined) return USDT
  if (/^0x[0-9a-fA-F]{40}$/.test(value)) return value.toLowerCase()
  throw new ConfigError('USDT_CONTRACT must be 0x and 40 hexadecimal digits')
}
