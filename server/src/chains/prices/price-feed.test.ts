// Sources over loopback, answering as the real ones do.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { startTestService } from '../../../test/harness.ts'
import type { Currency } from '../../currencies/currencies.ts'
import { text } from '../readers/answer-shape.ts'
import { JsonRpc } from '../readers/json-rpc.ts'
import { chainlink, mainFeeds } from './chainlink.ts'
import { exchanges } from './exchanges.ts'
import { priceFeed } from './price-feed.ts'

const log = pino({ level: 'silent' })
let wall = new Date('2026-11-15T12:00:00Z')
const clock = () => wall
const later = (seconds: number) => {
  wall = new Date(wall.getTime() + seconds * 1_000)
}

/** What each source answers to a path; a number is an HTTP status. */
type Said = Record<'kraken' | 'coinbase' | 'bitstamp', unknown>
const asked: string[] = []
let said: Said

async function serve(name: keyof Said): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(`${name} ${request.url}`)
    const answer = said[name]
    if (typeof answer === 'number') response.writeHead(answer).end()
    else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const urls = { kraken: await serve('kraken'), coinbase: await serve('coinbase'), bitstamp: await serve('bitstamp') }

const kraken = (price: string) => ({
  error: [],
  result: { XXBTZUSD: { a: ['1', '1', '1'], b: ['1', '1', '1'], c: [price, '0.01'], v: ['1', '2'] } },
})
const coinbase = (price: string, at = wall) => ({
  trade_id: 1,
  price,
  size: '0.1',
  time: at.toISOString(),
  bid: '1',
  ask: '1',
})
const bitstamp = (last: string, at = wall) => ({ last, timestamp: String(Math.floor(at.getTime() / 1_000)), bid: '1' })
const all = (price: string): Said => ({ kraken: kraken(price), coinbase: coinbase(price), bitstamp: bitstamp(price) })

const { services } = await startTestService()
const feed = () => priceFeed(services.database, exchanges(urls), { clock, log })

test('each exchange is asked by its name of the pair', async () => {
  said = all('60000')
  asked.length = 0
  for (const currency of ['btc', 'usdt'] as Currency[])
    await Promise.all(exchanges(urls).map((source) => source.quote(currency, wall)))
  assert.deepEqual(asked.toSorted(), [
    'bitstamp /api/v2/ticker/btcusd/',
    'bitstamp /api/v2/ticker/usdtusd/',
    'coinbase /products/BTC-USD/ticker',
    'coinbase /products/USDT-USD/ticker',
    'kraken /0/public/Ticker?pair=USDTUSD',
    'kraken /0/public/Ticker?pair=XBTUSD',
  ])
})

test('the median is believed, with who said so; within a minute nobody is asked again', async () => {
  said = { kraken: kraken('60000.00000'), coinbase: coinbase('60010.12'), bitstamp: bitstamp('60020') }
  const each = feed()
  const price = await each.current('btc')
  assert.equal(price.trusted!.rateMicros, 60_010_120_000n)
  assert.deepEqual(
    price.trusted!.sources.map(({ source, rate }) => [source, rate]),
    [
      ['kraken', '60000'],
      ['coinbase', '60010.12'],
      ['bitstamp', '60020'],
    ],
  )
  asked.length = 0
  later(59)
  assert.deepEqual(await each.current('btc'), price)
  assert.deepEqual(asked, [])
  later(1)
  said = all('60015')
  assert.equal((await each.current('btc')).trusted!.rateMicros, 60_015_000_000n)
})

test('one that fails is done without; two that fail are one too many', async () => {
  later(60)
  for (const fault of [
    500,
    'no json',
    '[]',
    'null',
    {},
    { error: ['EService:Busy'] },
    { price: 7, time: 'x' },
    'x'.repeat(70_000),
  ]) {
    said = { ...all('60000'), kraken: fault }
    assert.equal((await feed().current('btc')).trusted?.rateMicros, 60_000_000_000n)
    said = { ...said, bitstamp: fault }
    const price = await feed().current('btc')
    assert.deepEqual([price.trusted, price.estimate], [undefined, 60_000_000_000n])
    assert.match(price.heldBecause!, /fresh/)
  }
})

test('a stale ticker is done without', async () => {
  later(60)
  const old = new Date(wall.getTime() - 61_000)
  said = { kraken: kraken('60000'), coinbase: coinbase('1', old), bitstamp: bitstamp('60000') }
  assert.equal((await feed().current('btc')).trusted!.sources.length, 2)
  said = { kraken: kraken('60000'), coinbase: coinbase('1', old), bitstamp: bitstamp('1', old) }
  assert.equal((await feed().current('btc')).trusted, undefined)
})

test('a jump is seen by another process too, and holds for an hour', async () => {
  later(60)
  said = all('60000')
  await feed().current('btc')
  later(60)
  said = all('70000')
  const held = await feed().current('btc')
  assert.equal(held.trusted, undefined)
  assert.match(held.heldBecause!, /10 %/)
  later(3_600)
  said = all('70000')
  assert.equal((await feed().current('btc')).trusted!.rateMicros, 70_000_000_000n)
})

test('what could not be trusted is asked again after ten seconds', async () => {
  later(60)
  said = { kraken: 500, coinbase: 500, bitstamp: 500 }
  const each = feed()
  assert.equal((await each.current('eth')).trusted, undefined)
  assert.equal((await each.current('eth')).estimate, 0n)
  said = all('3000')
  assert.equal((await each.current('eth')).trusted, undefined)
  later(10)
  said = all('3000')
  assert.equal((await each.current('eth')).trusted!.rateMicros, 3_000_000_000n)
})

const word = (value: bigint | number) => BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0')
const abiText = (value: string) => word(32) + word(value.length) + Buffer.from(value).toString('hex').padEnd(64, '0')

/** A node of ethereum that holds feeds. */
async function feedNode(answers: { description?: string; decimals?: number; answer?: bigint; updatedAt?: Date }) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const { id, method, params } = JSON.parse(body)
    const by: Record<string, string> = {
      '0x7284e416': abiText(answers.description ?? 'BTC / USD'),
      '0x313ce567': word(answers.decimals ?? 8),
      '0xfeaf968c': [
        7,
        answers.answer ?? 6_000_012_345_678n,
        0,
        Math.floor((answers.updatedAt ?? wall).getTime() / 1_000),
        7,
      ]
        .map(word)
        .join(''),
    }
    const result =
      method === 'eth_chainId' ? '0x1' : params[0].to === mainFeeds.btc!.address ? `0x${by[params[0].data]}` : '0x'
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const rpc = new JsonRpc({ urls: [url], log, identify: (node) => node.call('eth_chainId', [], text), maxBehind: 3 })
  after(() => {
    rpc.close()
    server.close()
  })
  return chainlink(rpc)
}

test('chainlink: the answer of the feed, in micro-dollars, by its heartbeat', async () => {
  const quote = await (await feedNode({})).quote('btc', wall)
  assert.deepEqual(quote, {
    source: 'chainlink',
    rateMicros: 60_000_123_456n,
    at: new Date(Math.floor(wall.getTime() / 1_000) * 1_000),
    maxAgeMs: 3_900_000,
  })
})

test('chainlink: a feed of another name, without a price, or that is not there is not believed', async () => {
  await assert.rejects((await feedNode({ description: 'ETH / USD' })).quote('btc', wall), /is not BTC/)
  await assert.rejects((await feedNode({ answer: 0n })).quote('btc', wall), /no price/)
  await assert.rejects((await feedNode({ answer: -5n })).quote('btc', wall), /no price/)
  await assert.rejects((await feedNode({ decimals: 99 })).quote('btc', wall), /decimals/)
  await assert.rejects((await feedNode({})).quote('eth', wall))
})

test('chainlink counts as one of two', async () => {
  later(60)
  said = { kraken: kraken('60000'), coinbase: 500, bitstamp: 500 }
  const sources = [...exchanges(urls), await feedNode({})]
  later(4_000) // so that the price before is no measure
  const stale = await priceFeed(services.database, sources, { clock, log }).current('btc')
  assert.equal(stale.trusted?.sources.map(({ source }) => source).join(' '), 'kraken chainlink')
})
