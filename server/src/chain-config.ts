// The variables of the chains: where their nodes are, what addresses come from, and how deep a deposit must lie.

import { type ExtendedKey, looksPrivate, parseExtendedKey } from './addresses/extended-key.ts'
import { ConfigError, type Environment, isUrl, text, wholeNumber } from './config-values.ts'

export type ChainConfig = {
  /** In order of preference; empty where a chain is not watched. */
  rpcUrls: { bitcoin: string[]; ethereum: string[]; solana: string[] }
  btcKey: ExtendedKey | undefined
  ethKey: ExtendedKey | undefined
  solPoolFile: string | undefined
  usdtContract: string
  confirmations: { btc: number; eth: number; sol: number; usdt: number }
}

/** Tether's on the main network. */
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const MOST_URLS = 10

export function readChainConfig(env: Environment): ChainConfig {
  return {
    rpcUrls: {
      bitcoin: urls(env, 'BITCOIN_RPC_URLS'),
      ethereum: urls(env, 'ETHEREUM_RPC_URLS'),
      solana: urls(env, 'SOLANA_RPC_URLS'),
    },
    btcKey: extendedKey(env, 'BTC_XPUB', ['zpub', 'xpub', 'vpub', 'tpub']),
    ethKey: extendedKey(env, 'ETH_XPUB', ['xpub', 'tpub']),
    solPoolFile: poolFile(env),
    usdtContract: contract(env),
    confirmations: {
      btc: depth(env, 'CONFIRMATIONS_BTC', 2),
      eth: depth(env, 'CONFIRMATIONS_ETH', 12),
      usdt: depth(env, 'CONFIRMATIONS_USDT', 12),
      sol: depth(env, 'CONFIRMATIONS_SOL', 32),
    },
  }
}

function depth(env: Environment, name: string, fallback: number): number {
  return wholeNumber(env, name, fallback, 1, 1_000)
}

function urls(env: Environment, name: string): string[] {
  const list = (text(env, name) ?? '').split(',').map((each) => each.trim())
  const given = list.filter((each) => each !== '')
  if (given.every((each) => isUrl(each, ['http:', 'https:'])) && given.length <= MOST_URLS) return given
  throw new ConfigError(
    `${name} must be up to ${MOST_URLS} addresses that begin with http:// or https://, separated by commas`,
  )
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
