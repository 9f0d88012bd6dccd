// A whole service that watches one chain. A test advances the chain, then makes the watcher check it.

import assert from 'node:assert/strict'
import { type Logger, pino } from 'pino'
import type { ChainReader } from '../../src/chains/chain-reader.ts'
import { exchanges } from '../../src/chains/prices/exchanges.ts'
import { priceFeed } from '../../src/chains/prices/price-feed.ts'
import { watchOnce } from '../../src/chains/watch-once.ts'
import type { Watcher } from '../../src/chains/watcher.ts'
import { NO_GUARDS } from '../../src/chains/watcher-fixture.ts'
import { newUuid } from '../../src/ids.ts'
import { type Api, startTestService, type TestService } from '../harness.ts'
import { startPriceServer } from './price-server.ts'
import { walletVariables } from './wallet-keys.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tests assert what is in a deposit
type Deposit = Record<string, any>

export type Customer = {
  api: Api
  addresses: { btc: string; eth: string; sol: string; usdt: string }
  deposits(): Promise<Deposit[]>
  /** Status and confirmations of the one deposit there is, as `pending 1`. */
  state(): Promise<string>
  balance(): Promise<number>
}

export type DepositScene = {
  service: TestService
  watcher: Watcher
  /** What was logged at the level of an error. */
  errors: string[]
  customer(): Promise<Customer>
  /** Rounds until there is nothing more to read. */
  watch(): Promise<void>
  incidents(): Promise<number>
}

const MAX_ROUNDS = 50

export async function startDepositScene(reader: ChainReader, options: Partial<Watcher> = {}): Promise<DepositScene> {
  const service = await startTestService(walletVariables())
  const { database, clock, config } = service.services
  const { url } = await startPriceServer()
  const errors: string[] = []
  const log = logInto(errors)
  const watcher: Watcher = {
    reader,
    witnesses: [],
    guards: NO_GUARDS,
    database,
    prices: priceFeed(database, exchanges({ kraken: url, coinbase: url, bitstamp: url }), { clock, log }),
    confirmations: config.chains.confirmations,
    feeBps: config.depositFeeBps,
    clock,
    log,
    owner: newUuid(),
    leaseMs: 30_000,
    vanishedAfterMs: 0,
    recheckHeldMs: 0,
    deepest: 100,
    ahead: 8,
    maxBlocks: 500,
    reconcileEvery: 1,
    ...options,
  }
  return {
    service,
    watcher,
    errors,
    customer: () => newCustomer(service),
    async watch() {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const { isHolder, isBehind } = await watchOnce(watcher)
        assert.ok(isHolder)
        if (!isBehind) return
      }
      throw new Error(`still behind after ${MAX_ROUNDS} rounds`)
    },
    async incidents() {
      const [row] = await database.read<{ count: bigint }[]>`
        select count(*) from deposit_incidents where closed_at is null`
      return Number(row!.count)
    },
  }
}

function logInto(errors: string[]): Logger {
  return pino({ level: 'error', base: null }, { write: (line: string) => void errors.push(JSON.parse(line).msg) })
}

export async function newCustomer(service: TestService): Promise<Customer> {
  const api = await service.workspace('production')
  const { body } = await api.get('/wallet/deposit-address')
  const deposits = async () => (await api.get('/wallet/deposits')).body.data as Deposit[]
  return {
    api,
    addresses: body.addresses,
    deposits,
    async state() {
      const [deposit, ...others] = await deposits()
      assert.equal(others.length, 0, 'one deposit')
      return deposit ? `${deposit.status} ${deposit.confirmations}` : 'none'
    },
    balance: async () => (await api.get('/wallet/balance')).body.balance,
  }
}
