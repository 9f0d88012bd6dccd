// For tests of the watcher: a service with addresses of production, prices that can be moved, and a clock.

import { HDKey } from '@scure/bip32'
import { pino } from 'pino'
import { workspaceOf } from '../../test/contract/assertions.ts'
import { type Api, startTestService, type TestService } from '../../test/harness.ts'
import { withLiveCards } from '../../test/processors/live-cards.ts'
import { seedOfWords } from '../currencies/addresses/solana-pool.ts'
import { newUuid } from '../ids.ts'
import { asOwner } from '../operator/operator-fixture.ts'
import { arrival, FakeChain } from './fake-chain-for-tests.ts'
import { parseRate } from './prices/check-price.ts'
import { priceFeed } from './prices/price-feed.ts'
import { type Round, watchOnce } from './watch-once.ts'
import type { Watcher } from './watcher.ts'

const SEED = seedOfWords(`${'abandon '.repeat(11)}about`, '')
const keys = {
  BTC_XPUB: HDKey.fromMasterSeed(SEED).derive("m/84'/0'/0'").publicExtendedKey,
  ETH_XPUB: HDKey.fromMasterSeed(SEED).derive("m/44'/60'/0'").publicExtendedKey,
  DEPOSIT_FEE_BPS: '100',
}

/** What the guards hold has tests of its own. */
export const NO_GUARDS = { secondNodeAboveCents: 10n ** 12n, creditsPerHourCents: 0n }

export type Customer = { api: Api; btc: string; eth: string; bucket: number; workspaceId: string }

export async function startWatching() {
  const service = await startTestService({ ...keys, ...(await withLiveCards()) })
  const owner = asOwner(service.connection)
  const { services } = service
  const state = { wall: new Date(), rate: '50000' as string | undefined }
  const clock = () => state.wall
  const log = pino({ level: 'silent' })
  const sources = ['one', 'two'].map((name) => ({
    name,
    async quote() {
      const rateMicros = parseRate(state.rate)
      if (rateMicros === undefined) throw new Error('no price')
      return { source: name, rateMicros, at: clock(), maxAgeMs: 60_000 }
    },
  }))
  return {
    service,
    owner,
    state,
    clock,
    sources,
    pass(ms: number) {
      state.wall = new Date(state.wall.getTime() + ms)
    },
    watcher(chain: FakeChain, options: Partial<Watcher> = {}): Watcher {
      return {
        reader: chain.reader(),
        witnesses: [],
        guards: NO_GUARDS,
        database: services.database,
        prices: priceFeed(services.database, sources, { clock, log }),
        confirmations: service.config.chains.confirmations,
        feeBps: service.config.depositFeeBps,
        clock,
        log,
        owner: newUuid(),
        leaseMs: 60_000,
        vanishedAfterMs: 0,
        recheckHeldMs: 0,
        deepest: 10,
        ahead: 3,
        maxBlocks: 50,
        reconcileEvery: 1,
        ...options,
      }
    },
    /** As after a first start: nothing read yet. */
    async forgetChains() {
      await owner`truncate chain_cursors, chain_blocks, chain_arrivals, chain_balances`
    },
    lapse: () => owner`update chain_cursors set lease_until = now() - interval '1 second'`,
    customer: () => newCustomer(service),
  }
}

async function newCustomer(service: TestService): Promise<Customer> {
  const api = await service.workspace('production')
  const { addresses } = (await api.get('/wallet/deposit-address')).body
  const { bucket, id } = await workspaceOf(service, api)
  return { api, btc: addresses.btc, eth: addresses.eth.toLowerCase(), bucket, workspaceId: id }
}

/** Rounds until there is nothing more to read. */
export async function catchUp(watcher: Watcher): Promise<Round> {
  for (;;) {
    const round = await watchOnce(watcher)
    if (!round.isBehind) return round
  }
}

export { arrival, FakeChain }
