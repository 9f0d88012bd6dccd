// Prices of Chainlink's feeds, read from the same ethereum nodes as the deposits. A feed updates when its price moves, or at
// its heartbeat; an older price means that the feed has stopped.

import type { Currency } from '../../currencies/currencies.ts'
import { text } from '../readers/answer-shape.ts'
import type { JsonRpc } from '../readers/json-rpc.ts'
import type { Quote } from './check-price.ts'
import type { PriceSource } from './exchanges.ts'

type Feed = { address: string; description: string; heartbeatSeconds: number }
export type Feeds = Partial<Record<Currency, Feed>>

/** Feeds on ethereum's main network. Each is trusted only when it reports this description. */
export const mainFeeds: Feeds = {
  btc: { address: '0xf4030086522a5beea4988f8ca5b36dbc97bee88c', description: 'BTC / USD', heartbeatSeconds: 3_600 },
  eth: { address: '0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419', description: 'ETH / USD', heartbeatSeconds: 3_600 },
  sol: { address: '0x4ffc43a60e009b551865a93d232e33fce9f01507', description: 'SOL / USD', heartbeatSeconds: 86_400 },
  usdt: { address: '0x3e7d1eab13ad0104d2750b8863b489d65364e32d', description: 'USDT / USD', heartbeatSeconds: 86_400 },
}

const GRACE_SECONDS = 300
/** Selectors of the three functions. */
const LATEST_ROUND = '0xfeaf968c'
const DECIMALS = '0x313ce567'
const DESCRIPTION = '0x7284e416'

export function chainlink(rpc: JsonRpc, feeds: Feeds = mainFeeds): PriceSource {
  const verified = new Map<string, bigint>()
  const call = (to: string, data: string) =>
    rpc.use((node) => node.call('eth_call', [{ to, data }, 'latest'], bytesOf), { isOptional: true })

  /** One dollar in the feed's units, after its description was checked. */
  async function unitOf({ address, description }: Feed): Promise<bigint> {
    const known = verified.get(address)
    if (known !== undefined) return known
    const [name, decimals] = await Promise.all([call(address, DESCRIPTION), call(address, DECIMALS)])
    if (textOf(name) !== description) throw new Error(`the feed at ${address} is not ${description}`)
    const places = word(decimals, 0)
    if (places < 6n || places > 18n) throw new Error(`the feed at ${address} has ${places} decimals`)
    verified.set(address, 10n ** places)
    return 10n ** places
  }

  return {
    name: 'chainlink',
    async quote(currency): Promise<Quote> {
      const feed = feeds[currency]
      if (!feed) throw new Error('there is no feed')
      const unit = await unitOf(feed)
      // (roundId, answer, startedAt, updatedAt, answeredInRound)
      const round = await call(feed.address, LATEST_ROUND)
      const answer = BigInt.asIntN(256, word(round, 1))
      if (answer <= 0n) throw new Error('the feed answers no price')
      return {
        source: 'chainlink',
        rateMicros: (answer * 1_000_000n) / unit,
        at: new Date(Number(word(round, 3)) * 1_000),
        maxAgeMs: (feed.heartbeatSeconds + GRACE_SECONDS) * 1_000,
      }
    },
  }
}

function bytesOf(value: unknown): Buffer {
  return Buffer.from(text(value).replace(/^0x/, ''), 'hex')
}

function word(bytes: Buffer, index: number): bigint {
  const piece = bytes.subarray(index * 32, index * 32 + 32)
  if (piece.length !== 32) throw new Error('the feed answers something else')
  return BigInt(`0x${piece.toString('hex')}`)
}

/** ABI: an offset, a length, the bytes. */
function textOf(bytes: Buffer): string {
  const length = Number(word(bytes, 1))
  return bytes.subarray(64, 64 + length).toString('utf8')
}
