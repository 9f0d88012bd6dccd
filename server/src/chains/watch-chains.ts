// Watches each configured chain in a loop of its own while this process does background work.

import { type Network, networkNames } from '../currencies/networks.ts'
import { newUuid } from '../ids.ts'
import { describeFailure } from '../log.ts'
import type { Services } from '../services.ts'
import type { ChainReader, ReaderOptions } from './chain-reader.ts'
import { giveUpLease, saveError } from './cursor.ts'
import { chainlink } from './prices/chainlink.ts'
import { type ExchangeUrls, exchanges } from './prices/exchanges.ts'
import { type PriceFeed, priceFeed } from './prices/price-feed.ts'
import { text } from './readers/answer-shape.ts'
import { bitcoinReader } from './readers/bitcoin.ts'
import { MAIN_GENESIS } from './readers/bitcoin-address.ts'
import { ethereumReader } from './readers/ethereum.ts'
import { JsonRpc, type NodeCalls } from './readers/json-rpc.ts'
import { solanaReader } from './readers/solana.ts'
import { watchOnce } from './watch-once.ts'
import type { Watcher } from './watcher.ts'

/** For tests: other exchanges, other intervals. */
export type WatchOptions = Partial<
  Pick<Watcher, 'leaseMs' | 'vanishedAfterMs' | 'recheckHeldMs' | 'deepest' | 'ahead' | 'maxBlocks' | 'reconcileEvery'>
> & { pollMs?: number; exchangeUrls?: ExchangeUrls }

type NetworkSettings = Pick<Watcher, 'deepest' | 'reconcileEvery'> & {
  pollMs: number
  makeReader(options: ReaderOptions): ChainReader
}

/** Blocks come every ten minutes, twelve seconds, and 0.4 seconds. */
const settingsByNetwork: Record<Network, NetworkSettings> = {
  bitcoin: { pollMs: 10_000, deepest: 100, reconcileEvery: 1, makeReader: bitcoinReader },
  ethereum: { pollMs: 4_000, deepest: 128, reconcileEvery: 25, makeReader: ethereumReader },
  solana: { pollMs: 2_000, deepest: 512, reconcileEvery: 1, makeReader: solanaReader },
}

const usual = { leaseMs: 30_000, vanishedAfterMs: 120_000, recheckHeldMs: 30_000, ahead: 8, maxBlocks: 500 }

export function readerOf({ config, log }: Pick<Services, 'config' | 'log'>, network: Network): ChainReader {
  const { rpcUrls, usdtContract } = config.chains
  return settingsByNetwork[network].makeReader({ urls: rpcUrls[network], usdtContract, log })
}

/** Half of a reader's usual timeout, so that a round that waits for a dead node does not lose its lease. */
const WITNESS_TIMEOUT_MS = 10_000

/** One reader per node when there are several, since two nodes must confirm an arrival before it is credited. */
function witnessesOf({ config, log }: Pick<Services, 'config' | 'log'>, network: Network): ChainReader[] {
  const { rpcUrls, usdtContract } = config.chains
  const urls = rpcUrls[network]
  if (urls.length < 2) return []
  const timeoutMs = WITNESS_TIMEOUT_MS
  return urls.map((url) => settingsByNetwork[network].makeReader({ urls: [url], usdtContract, log, timeoutMs }))
}

/** Starts the watchers and returns a function that stops them. */
export function watchChains(services: Services, options: WatchOptions = {}): () => Promise<void> {
  const { config, log } = services
  const networks = networkNames.filter((network) => config.chains.rpcUrls[network].length > 0)
  warnOnPartialConfig(services)
  if (networks.length === 0) return async () => {}
  const stopping = new AbortController()
  const prices = openPrices(services, options)
  const watchers = networks.map((network) => makeWatcher(services, network, prices.feed, options))
  const loops = watchers.map((watcher) =>
    loop(watcher, options.pollMs ?? settingsByNetwork[watcher.reader.network].pollMs, stopping.signal),
  )
  log.info({ networks }, 'watching')
  return async () => {
    stopping.abort()
    for (const { reader, witnesses } of watchers) for (const each of [reader, ...witnesses]) each.close()
    await Promise.all(loops)
    prices.close()
    for (const watcher of watchers) await giveUpLease(watcher).catch(() => {})
  }
}

function makeWatcher(services: Services, network: Network, prices: PriceFeed, options: WatchOptions): Watcher {
  const { config, database, clock, log } = services
  const { deepest, reconcileEvery } = settingsByNetwork[network]
  const { pollMs: _, exchangeUrls: __, ...given } = options
  return {
    reader: readerOf(services, network),
    witnesses: witnessesOf(services, network),
    guards: config.chains.guards,
    database,
    prices,
    confirmations: config.chains.confirmations,
    feeBps: config.depositFeeBps,
    clock,
    log,
    owner: newUuid(),
    refuse: (chainId) => (network === 'bitcoin' ? otherNetwork(services, chainId) : undefined),
    deepest,
    reconcileEvery,
    ...usual,
    ...given,
  }
}

/** Addresses of the main network would never be found on a test network, and the other way round. */
function otherNetwork({ config }: Services, genesis: string): string | undefined {
  const { btcKey } = config.chains
  if (!btcKey || btcKey.isTest !== (genesis === MAIN_GENESIS)) return undefined
  return btcKey.isTest
    ? 'BTC_XPUB is a key of the test networks, and BITCOIN_RPC_URLS leads to the main one'
    : 'BTC_XPUB is a key of the main network, and BITCOIN_RPC_URLS does not lead there'
}

function openPrices({ config, database, clock, log }: Services, { exchangeUrls }: WatchOptions) {
  const urls = config.chains.rpcUrls.ethereum
  const identify = (node: NodeCalls) => node.call('eth_chainId', [], text)
  const rpc = urls.length > 0 ? new JsonRpc({ urls, log, identify, maxBehind: 10 }) : undefined
  const sources = [...exchanges(exchangeUrls), ...(rpc ? [chainlink(rpc)] : [])]
  return { feed: priceFeed(database, sources, { clock, log }), close: () => rpc?.close() }
}

/** Money sent to an address that is not watched would go unnoticed. */
function warnOnPartialConfig({ addresses, config, log }: Services): void {
  for (const network of networkNames) {
    const [gives, watches] = [addresses[network] !== undefined, config.chains.rpcUrls[network].length > 0]
    if (gives && !watches)
      log.warn({ network }, 'addresses are given, but no node is configured: deposits are not seen')
    if (!gives && watches) log.warn({ network }, 'the chain is watched, but no new addresses can be given')
  }
}

async function loop(watcher: Watcher, pollMs: number, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const isBehind = await runRound(watcher, stopping)
    if (!isBehind) await pause(pollMs, stopping)
  }
}

async function runRound(watcher: Watcher, stopping: AbortSignal): Promise<boolean> {
  try {
    return (await watchOnce(watcher)).isBehind
  } catch (error) {
    if (stopping.aborted) return false
    const failure = describeFailure(error)
    watcher.log.error({ network: watcher.reader.network, ...failure }, 'watching a chain failed; trying again')
    await saveError(watcher, failure.message).catch(() => {})
    return false
  }
}

function pause(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    stopping.addEventListener('abort', done)
    if (stopping.aborted) done()
  })
}
