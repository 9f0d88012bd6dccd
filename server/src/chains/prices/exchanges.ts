// Prices from the public tickers of exchanges, read with plain requests and checked field by field.

import type { Currency } from '../../currencies/currencies.ts'
import { parseRate, type Quote } from './check-price.ts'

export type PriceSource = {
  name: string
  /** Rejects when the source has no price of this currency, or none that can be read. */
  quote(currency: Currency, now: Date): Promise<Quote>
}

/** The addresses of the exchanges; tests use others. */
export type ExchangeUrls = { kraken: string; coinbase: string; bitstamp: string }

const PUBLIC: ExchangeUrls = {
  kraken: 'https://api.kraken.com',
  coinbase: 'https://api.exchange.coinbase.com',
  bitstamp: 'https://www.bitstamp.net',
}

const MAX_AGE_MS = 60_000
const TIMEOUT_MS = 5_000
const MAX_BYTES = 65_536

type Ticker = { rate: unknown; at: Date }
type Fields = Record<string, unknown>

export function exchanges(urls: ExchangeUrls = PUBLIC): PriceSource[] {
  return [
    // Kraken's ticker has no time, so the time of its arrival counts.
    source('kraken', (currency) => `${urls.kraken}/0/public/Ticker?pair=${KRAKEN[currency]}`, readKraken),
    source('coinbase', (currency) => `${urls.coinbase}/products/${currency.toUpperCase()}-USD/ticker`, readCoinbase),
    source('bitstamp', (currency) => `${urls.bitstamp}/api/v2/ticker/${currency}usd/`, readBitstamp),
  ]
}

const KRAKEN: Record<Currency, string> = { btc: 'XBTUSD', eth: 'ETHUSD', sol: 'SOLUSD', usdt: 'USDTUSD' }

/** `{error: [], result: {XXBTZUSD: {c: ["60000.1", "0.01"], …}}}`: c is the last trade. */
function readKraken({ error, result }: Fields, now: Date): Ticker {
  if (!Array.isArray(error) || error.length > 0) throw new Error('kraken answers an error')
  const [pair, ...others] = Object.values((result ?? {}) as Record<string, { c?: unknown[] }>)
  if (!pair || others.length > 0) throw new Error('kraken answers another number of pairs')
  return { rate: pair.c?.[0], at: now }
}

/** `{price: "60000.1", time: "2026-11-15T09:30:00.123Z", …}` */
function readCoinbase({ price, time }: Fields): Ticker {
  return { rate: price, at: new Date(String(time)) }
}

/** `{last: "60000.1", timestamp: "1794735000", …}` */
function readBitstamp({ last, timestamp }: Fields): Ticker {
  return { rate: last, at: new Date(Number(timestamp) * 1_000) }
}

function source(
  name: string,
  urlOf: (currency: Currency) => string,
  read: (fields: Fields, now: Date) => Ticker,
): PriceSource {
  return {
    name,
    async quote(currency, now) {
      const { rate, at } = read(await getJson(urlOf(currency)), now)
      const rateMicros = parseRate(rate)
      if (rateMicros === undefined || Number.isNaN(at.getTime())) throw new Error(`${name} answers no price`)
      return { source: name, rateMicros, at, maxAgeMs: MAX_AGE_MS }
    },
  }
}

async function getJson(url: string): Promise<Fields> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json', 'user-agent': 'cardwright' },
  })
  if (!response.ok) throw new Error(`HTTP status ${response.status}`)
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > MAX_BYTES) throw new Error('the answer is too long')
  }
  const body: unknown = JSON.parse(text)
  if (body === null || typeof body !== 'object') throw new Error('the answer is no object')
  return body as Fields
}
