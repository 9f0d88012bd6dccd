// Computes from the measurements what a rate of authorizations needs. These are pure functions: the same input gives
// the same figures.

import type { CapacityInput, DiskUse } from './capacity-input.ts'
import type { Cost } from './report.ts'

/** Authorizations per second at the peak. */
export const RATES = [1_000, 10_000, 100_000] as const

/** The measurements of `npm run bench` that are used for an authorization and a settlement. */
export const AUTHORIZE = 'authorize, 10000 cards, 256 connections, a key each'
export const SETTLE = 'settle, 5000 wallets, 64 connections'

const SECONDS_PER_DAY = 86_400
const DAYS_PER_YEAR = 365
/**
 * The tables that docs/operating/retention.md keeps for a limited time, including the partition that is still being
 * filled. All other tables are kept for ever.
 */
export const DAYS_KEPT: Record<string, number> = {
  events: 37,
  webhook_deliveries: 37,
  request_log: 8,
  idempotency_keys: 1,
}

export type Plan = {
  rate: number
  serviceCores: number
  processes: number
  databaseCores: number
  databaseCoresToHave: number
  shards: number
  walBytesPerSecond: number
  dataBytesPerSecond: number
  bytesAfterOneYear: number
  requestBytesPerSecond: number
  answerBytesPerSecond: number
  connections: number
  serviceMemoryBytes: number
  databaseSessions: number
  sessionMemoryBytes: number
}

export function planFor(rate: number, input: CapacityInput): Plan {
  const { assumptions, memory, network } = input
  const { service, postgres } = costOfPurchase(input)
  const serviceCores = (rate * service) / 1e6
  const databaseCores = (rate * postgres) / 1e6
  const processes = Math.ceil(serviceCores / assumptions.utilization)
  const databaseCoresToHave = Math.ceil(databaseCores / assumptions.utilization)
  const walBytesPerSecond = rate * perPurchase(input, ({ walBytes, count }) => walBytes / count)
  const connections = rate * assumptions.openConnectionsPerAuthorizationRate
  const databaseSessions = processes * assumptions.sessionsPerProcess
  const exchanges = rate * (1 + assumptions.settlementsPerAuthorization)
  return {
    rate,
    serviceCores,
    processes,
    databaseCores,
    databaseCoresToHave,
    shards: Math.max(
      Math.ceil(databaseCoresToHave / assumptions.databaseCoresPerServer),
      Math.ceil(walBytesPerSecond / assumptions.walBytesPerSecondPerServer),
    ),
    walBytesPerSecond,
    dataBytesPerSecond: rate * perPurchase(input, bytesOfOne),
    bytesAfterOneYear: (rate / assumptions.peakOverMean) * perPurchase(input, byteSecondsOfYear),
    requestBytesPerSecond: exchanges * network.requestBytes,
    answerBytesPerSecond: exchanges * network.answerBytes,
    connections,
    serviceMemoryBytes: processes * memory.processBytes + connections * memory.idleConnectionBytes,
    databaseSessions,
    sessionMemoryBytes: databaseSessions * memory.databaseSessionBytes,
  }
}

/** The cost of an authorization and of the settlements that follow it. */
export function costOfPurchase(input: CapacityInput): Cost {
  const share = input.assumptions.settlementsPerAuthorization
  const [authorize, settle] = [costOf(input, AUTHORIZE), costOf(input, SETTLE)]
  return {
    service: authorize.service + share * settle.service,
    postgres: authorize.postgres + share * settle.postgres,
  }
}

function costOf({ operations }: CapacityInput, name: string): Cost {
  const found = operations.find((operation) => operation.name === name)
  if (!found) throw new Error(`capacity-input.json has no measurement "${name}"`)
  return found.cost
}

function perPurchase({ disk, assumptions }: CapacityInput, figure: (use: DiskUse) => number): number {
  const of = (operation: string) => {
    const use = disk.find((each) => each.operation === operation)
    if (!use) throw new Error(`capacity-input.json has no disk use of "${operation}"`)
    return figure(use)
  }
  return of('authorization') + assumptions.settlementsPerAuthorization * of('settlement')
}

export function bytesOfOne({ tables, count }: DiskUse): number {
  return tables.reduce((total, { tableBytes, indexBytes }) => total + tableBytes + indexBytes, 0) / count
}

/** The bytes on the disk after a year at one operation per second. The rows of some tables are dropped earlier. */
function byteSecondsOfYear({ tables, count }: DiskUse): number {
  const seconds = (table: string) => (DAYS_KEPT[table] ?? DAYS_PER_YEAR) * SECONDS_PER_DAY
  return tables.reduce(
    (total, { table, tableBytes, indexBytes }) => total + ((tableBytes + indexBytes) / count) * seconds(table),
    0,
  )
}
