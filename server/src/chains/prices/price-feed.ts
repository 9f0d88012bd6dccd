// The current price of each currency. The sources are asked at most once a minute. The last trusted price is stored, so
// that a jump is noticed across processes and restarts.

import type { Logger } from 'pino'
import type { WallClock } from '../../clock.ts'
import { type Currency, currencies, type RateMicros } from '../../currencies/currencies.ts'
import type { Database, Sql, Tx } from '../../database/database.ts'
import type { PriceSources } from '../../ledger/rows.ts'
import { checkPrice, type KnownPrice, type Quote } from './check-price.ts'
import type { PriceSource } from './exchanges.ts'

export type TrustedPrice = { rateMicros: RateMicros; sources: PriceSources; at: Date }
/** `estimate` is the last trusted price, however old; 0 when there never was one. */
export type CurrentPrice = { trusted: TrustedPrice | undefined; estimate: RateMicros; heldBecause: string | undefined }

export interface PriceFeed {
  current(currency: Currency): Promise<CurrentPrice>
}

const FRESH_MS = 60_000
/** How soon the sources are asked again when they could not be trusted. */
const RETRY_MS = 10_000
const TELL_AGAIN_MS = 600_000

export function priceFeed(
  database: Database,
  sources: readonly PriceSource[],
  { clock, log }: { clock: WallClock; log: Logger },
): PriceFeed {
  const known = new Map<Currency, { price: CurrentPrice; askedAt: number }>()

  /** The same reason is logged once in ten minutes. */
  const told = new Map<Currency, { reason: string; at: number }>()
  function isNewer(currency: Currency, reason: string, now: Date): boolean {
    const last = told.get(currency)
    if (last?.reason === reason && now.getTime() - last.at < TELL_AGAIN_MS) return false
    told.set(currency, { reason, at: now.getTime() })
    return true
  }

  async function ask(currency: Currency): Promise<CurrentPrice> {
    const asked = await Promise.allSettled(sources.map((source) => source.quote(currency, clock())))
    const now = clock()
    const quotes = asked.flatMap((end): Quote[] => (end.status === 'fulfilled' ? [end.value] : []))
    const [last] = await selectPrice(database.read, currency)
    const verdict = checkPrice(currency, quotes, last && asKnown(last), now)
    if (!verdict.isTrusted) {
      const failed = asked.flatMap((end, n) =>
        end.status === 'rejected' ? [`${sources[n]!.name}: ${(end.reason as Error).message}`] : [],
      )
      if (isNewer(currency, verdict.reason, now))
        log.warn({ currency, reason: verdict.reason, failed }, 'no price can be trusted; deposits wait')
      return { trusted: undefined, estimate: last?.rate_micros ?? 0n, heldBecause: verdict.reason }
    }
    const trusted = { rateMicros: verdict.rateMicros, sources: verdict.sources, at: now }
    await database.transaction((tx) => savePrice(tx, currency, trusted))
    return { trusted, estimate: verdict.rateMicros, heldBecause: undefined }
  }

  return {
    async current(currency) {
      const before = known.get(currency)
      const age = before ? clock().getTime() - before.askedAt : Infinity
      if (before && age >= 0 && age < (before.price.trusted ? FRESH_MS : RETRY_MS)) return before.price
      const price = await ask(currency)
      known.set(currency, { price, askedAt: clock().getTime() })
      return price
    },
  }
}

type PriceRow = { rate_micros: RateMicros; at: Date }

function asKnown({ rate_micros, at }: PriceRow): KnownPrice {
  return { rateMicros: rate_micros, at }
}

function selectPrice(sql: Sql, currency: Currency) {
  return sql<PriceRow[]>`select rate_micros, at from currency_prices where currency = ${currencies[currency].code}`
}

function savePrice(tx: Tx, currency: Currency, { rateMicros, sources, at }: TrustedPrice) {
  return tx`
    insert into currency_prices (currency, rate_micros, sources, at)
    values (${currencies[currency].code}, ${rateMicros}, ${JSON.stringify(sources)}::text::jsonb, ${at})
    on conflict on constraint currency_prices_pk do update set rate_micros = excluded.rate_micros, sources = excluded.sources, at = excluded.at`
}
