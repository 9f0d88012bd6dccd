// What a person must know before sending money to an address. A coin sent on the wrong chain is lost.

import type { Deposit } from '../api/schemas.ts'

export type Currency = Deposit['currency']

type Words = { name: string; code: string; network: string; only: string; warning: string }

export const currencies: Record<Currency, Words> = {
  usdt: {
    name: 'Tether',
    code: 'USDT',
    network: 'Ethereum (ERC-20)',
    only: 'Send only USDT, and only on Ethereum (ERC-20)',
    warning: 'USDT sent on Tron (TRC-20), BNB Smart Chain, Solana, Polygon or any other network is lost.',
  },
  btc: {
    name: 'Bitcoin',
    code: 'BTC',
    network: 'Bitcoin',
    only: 'Send only BTC, and only on the Bitcoin network',
    warning: 'Bitcoin Cash, wrapped bitcoin and coins sent over Lightning or any other network are lost.',
  },
  eth: {
    name: 'Ether',
    code: 'ETH',
    network: 'Ethereum',
    only: 'Send only ETH or USDT, and only on Ethereum',
    warning: 'Ether sent on Arbitrum, Base, Optimism or any other network, and other tokens, are lost.',
  },
  sol: {
    name: 'Solana',
    code: 'SOL',
    network: 'Solana',
    only: 'Send only SOL, and only on Solana',
    warning: 'Tokens on Solana, USDT and USDC among them, and wrapped SOL are lost.',
  },
}

/** `25,000 USDT`. The amount is exact text and is not converted to a number: only its whole part gets separators. */
export function coins({ amount_crypto, currency }: Pick<Deposit, 'amount_crypto' | 'currency'>): string {
  const [whole = '', fraction] = amount_crypto.split('.')
  const grouped = BigInt(whole).toLocaleString('en-US')
  return `${fraction === undefined ? grouped : `${grouped}.${fraction}`} ${currencies[currency].code}`
}

export const currencyNames = Object.keys(currencies) as Currency[]

export function isCurrency(text: string | undefined): text is Currency {
  return text !== undefined && text in currencies
}
