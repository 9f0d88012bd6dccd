// Which chain a currency lives on. usdt is a token of ethereum, and shares its addresses.

import type { Currency } from './currencies.ts'

export const networkNames = ['bitcoin', 'ethereum', 'solana'] as const
export type Network = (typeof networkNames)[number]

/** As the database stores them. */
export const networkCodes: Record<Network, number> = { bitcoin: 1, ethereum: 2, solana: 3 }

export const networkOf: Record<Currency, Network> = { btc: 'bitcoin', eth: 'ethereum', sol: 'solana', usdt: 'ethereum' }

/** As the API names them. */
export const publicNetworkNames: Record<Currency, string> = {
  btc: 'bitcoin',
  eth: 'ethereum',
  sol: 'solana',
  usdt: 'erc-20',
}
