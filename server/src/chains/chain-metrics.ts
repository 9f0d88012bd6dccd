// Gauges of the chains. They are read from the database when the metrics are read, so that every process shows the same.

import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import type { AddressBook } from '../deposits/address-book.ts'
import { type ChainStatus, readChainStatus, readGivenAddresses, readOpenIncidents } from './chain-status.ts'

const REMEMBERED_MS = 1_000

type Snapshot = { chains: ChainStatus[]; incidents: number; poolLeft: number | undefined; at: number }

export function addChainMetrics(registry: Registry, database: Database, addresses: AddressBook): void {
  let snapshot: Promise<Snapshot> | undefined
  let readAt = 0
  /** All gauges of one request share one query. */
  const look = () => {
    if (!snapshot || Date.now() - readAt > REMEMBERED_MS) {
      readAt = Date.now()
      // Gauges that cannot be read are left out, since the other metrics are needed most when the database is away.
      snapshot = read(database, addresses).catch(() => ({ chains: [], incidents: 0, poolLeft: undefined, at: readAt }))
    }
    return snapshot
  }
  const gauge = (name: string, help: string, value: (chain: ChainStatus, at: number) => number | undefined) =>
    new Gauge({
      name,
      help,
      labelNames: ['chain'],
      registers: [registry],
      async collect() {
        this.reset()
        const { chains, at } = await look()
        for (const chain of chains) {
          const number = value(chain, at)
          if (number !== undefined) this.set({ chain: chain.network }, number)
        }
      },
    })
  gauge('cardwright_chain_height', 'The last block that was read.', (chain) => chain.height)
  gauge('cardwright_chain_lag_blocks', 'Blocks between the last one read and the tip.', (chain) => chain.behind)
  gauge('cardwright_chain_watched', '1 while a process holds the lease of the chain.', (chain) =>
    Number(chain.isWatched),
  )
  gauge('cardwright_chain_halted', '1 when nothing is credited until an operator has looked.', (chain) =>
    Number(chain.halted !== null),
  )
  gauge('cardwright_chain_waiting_deposits', 'Deposits seen and not yet credited.', (chain) => chain.waiting)
  gauge(
    'cardwright_chain_held_deposits',
    'Deposits that are deep enough and held; see: deposits held.',
    (chain) => chain.held,
  )
  gauge(
    'cardwright_chain_last_error_age_seconds',
    'Seconds since watching the chain last failed; absent when it never did.',
    (chain, at) => (chain.lastErrorAt === null ? undefined : Math.max(0, (at - chain.lastErrorAt.getTime()) / 1_000)),
  )
  gauge('cardwright_chain_last_move_age_seconds', 'Seconds since the last block was read.', (chain, at) =>
    Math.max(0, (at - chain.movedAt.getTime()) / 1_000),
  )
  single(
    registry,
    'cardwright_deposit_incidents_open',
    'Credited deposits that an operator must look at.',
    async () => (await look()).incidents,
  )
  if (addresses.solana)
    single(
      registry,
      'cardwright_solana_addresses_left',
      'Addresses of the pool that are not given yet.',
      async () => (await look()).poolLeft ?? 0,
    )
}

function single(registry: Registry, name: string, help: string, value: () => Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await value())
    },
  })
}

async function read(database: Database, { solana }: AddressBook): Promise<Snapshot> {
  const [chains, incidents, given] = await Promise.all([
    readChainStatus(database.read),
    readOpenIncidents(database.read),
    readGivenAddresses(database.read),
  ])
  const next = given.find((each) => each.network === 'solana' && each.keyId === solana?.keyId)?.nextIndex ?? 0
  const poolLeft = solana && Math.max(0, solana.end - Math.max(next, solana.first))
  return { chains, incidents: incidents.length, poolLeft, at: Date.now() }
}
