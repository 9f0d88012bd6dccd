// Every variable of the service is read and checked here, once, at the start. The variables of chains are in chain-config.ts,
// those of proxies and connections in edge-config.ts, those of tracing in tracing-config.ts, and those of mail in mail-config.ts.

import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type ChainConfig, readChainConfig } from './chain-config.ts'
import {
  ConfigError,
  checkLogLevel,
  type Environment,
  flag,
  isLoopback,
  text,
  url,
  wholeNumber,
} from './config-values.ts'
import { completeDatabaseUrl, parseDatabaseUrl } from './database-url.ts'
import {
  type HttpLimits,
  type MetricsConfig,
  readHttpLimits,
  readMetricsConfig,
  readTrustedProxies,
  type TrustedProxies,
} from './edge-config.ts'
import { type MailConfig, readMailConfig } from './mail-config.ts'
import { type ProcessorEntry, readProcessors } from './processor-config.ts'
import { type RateLimits, type WorkspaceLimit, workspaceLimits } from './rate-limits.ts'
import { readTracingConfig, type TracingConfig } from './tracing-config.ts'

declare module '../services.ts' {
  interface Services {
    config: Config
  }
}

export type Role = 'api' | 'worker' | 'all'

export type Config = {
  role: Role
  host: string
  port: number
  /** Processes that serve the API. With more than one, there is also a supervisor and a process for background work. */
  processes: number
  /** Undefined when none was given; then the address is taken from each request. */
  publicUrl: string | undefined
  trustProxy: TrustedProxies
  http: HttpLimits
  dataDir: string
  databaseUrl: string | undefined
  /** Database connections for requests that read, and for requests that write. */
  databasePools: { read: number; write: number }
  /** The login that owns the schema, when it is not the login of the service. */
  databaseOwnerUrl: string | undefined
  /** A standby for lists, exports and the dashboard. */
  databaseReadUrl: string | undefined
  redisUrl: string | undefined
  masterKey: string | undefined
  sandboxKey: string | undefined
  liveKey: string | undefined
  limits: RateLimits
  depositFeeBps: bigint
  /** The limit for all receipts of one workspace together. */
  maxReceiptBytes: bigint
  /** A person's session ends when it was not used for this long. */
  sessionIdleMs: number
  webhookAllowLoopback: boolean
  chains: ChainConfig
  processors: readonly ProcessorEntry[]
  /** The port that processors call, when it is not the API's port. */
  processorPort: number | undefined
  metrics: MetricsConfig
  /** Undefined when tracing is off. */
  tracing: TracingConfig | undefined
  /** Undefined when no mail is sent. */
  mail: MailConfig | undefined
}

export { ConfigError }

export function readConfig(env: Environment, args: readonly string[] = []): Config {
  checkLogLevel(env)
  const port = wholeNumber(env, 'PORT', 8080, 0, 65_535)
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const databaseUrl = readDatabaseUrl(env)
  const publicUrl = url(env, 'CARDWRIGHT_PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '')
  const trustProxy = readTrustedProxies(env)
  const isOnLaptop = isLaptop({ databaseUrl, host, publicUrl, trustProxy })
  const dataDir = resolve(text(env, 'CARDWRIGHT_DATA_DIR') ?? '.data')
  return {
    role: role(args),
    host,
    port,
    processes: processCount(env),
    publicUrl,
    trustProxy,
    http: readHttpLimits(env),
    dataDir,
    databaseUrl,
    databasePools: {
      read: wholeNumber(env, 'DATABASE_POOL_READ', 12, 1, 1_000),
      write: wholeNumber(env, 'DATABASE_POOL_WRITE', 12, 1, 1_000),
    },
    databaseOwnerUrl: ownerUrl(env, databaseUrl),
    databaseReadUrl: readUrl(env, databaseUrl),
    redisUrl: url(env, 'REDIS_URL', ['redis:', 'rediss:', 'unix:']),
    masterKey: masterKey(env),
    sandboxKey: apiKey(env, 'CARDWRIGHT_SANDBOX_KEY', 'test'),
    liveKey: apiKey(env, 'CARDWRIGHT_LIVE_KEY', 'live'),
    limits: {
      perMinute: limit(env, 'perMinute'),
      perHour: limit(env, 'perHour'),
      cardCreationsPerMinute: limit(env, 'cardCreationsPerMinute'),
      cardDetailsPerMinute: limit(env, 'cardDetailsPerMinute'),
    },
    depositFeeBps: BigInt(wholeNumber(env, 'DEPOSIT_FEE_BPS', 100, 0, 10_000)),
    maxReceiptBytes: BigInt(wholeNumber(env, 'RECEIPTS_MAX_MB', 1_024, 0, 1_000_000)) * 1_048_576n,
    sessionIdleMs: wholeNumber(env, 'SESSION_IDLE_MINUTES', 12 * 60, 5, 7 * 24 * 60) * 60_000,
    webhookAllowLoopback: flag(env, 'WEBHOOK_ALLOW_LOOPBACK', isOnLaptop),
    chains: readChainConfig(env),
    processors: readProcessors(env, dataDir),
    processorPort: env.PROCESSOR_PORT === undefined ? undefined : wholeNumber(env, 'PROCESSOR_PORT', 0, 0, 65_535),
    metrics: readMetricsConfig(env, { isLaptop: isOnLaptop, port }),
    tracing: readTracingConfig(env),
    mail: readMailConfig(env),
  }
}

const MAX_PROCESSES = 64

function processCount(env: Environment): number {
  const value = text(env, 'CARDWRIGHT_PROCESSES')
  if (value === undefined) return 1
  if (value.toLowerCase() === 'auto') return Math.min(availableParallelism(), MAX_PROCESSES)
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= 1 && number <= MAX_PROCESSES) return number
  throw new ConfigError(
    `CARDWRIGHT_PROCESSES must be a whole number from 1 to ${MAX_PROCESSES}, or auto (one for each core)`,
  )
}

/**
 * A service on a laptop can be reached only by its own user. Anywhere else, a webhook to localhost could probe local
 * ports.
 */
function isLaptop({
  databaseUrl,
  host,
  publicUrl,
  trustProxy,
}: Pick<Config, 'databaseUrl' | 'host' | 'publicUrl' | 'trustProxy'>): boolean {
  return databaseUrl === undefined && isLoopback(host) && publicUrl === undefined && trustProxy === undefined
}

/** The address at which people reach the service, as far as the service can know it. */
export function publicUrlOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host}:${port}`
}

function ownerUrl(env: Environment, databaseUrl: string | undefined): string | undefined {
  const value = text(env, 'DATABASE_OWNER_URL')
  if (value === undefined) return undefined
  named('DATABASE_OWNER_URL', () => parseDatabaseUrl(value))
  if (databaseUrl !== undefined) return value
  throw new ConfigError('DATABASE_OWNER_URL is the second login to the database of DATABASE_URL, which is not set')
}

/** Requires exactly one host, since the replication state of one standby says nothing about another. */
function readUrl(env: Environment, databaseUrl: string | undefined): string | undefined {
  const value = text(env, 'DATABASE_READ_URL')
  if (value === undefined) return undefined
  if (databaseUrl === undefined)
    throw new ConfigError('DATABASE_READ_URL is a standby of the database of DATABASE_URL, which is not set')
  const { hosts } = named('DATABASE_READ_URL', () => parseDatabaseUrl(value))
  if (hosts.length === 1) return value
  throw new ConfigError('DATABASE_READ_URL must name one host')
}

/** Reads an address by the rules of DATABASE_URL, and names `name` in the error instead. */
function named<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(error.message.replace('DATABASE_URL', name)) : error
  }
}

function role(args: readonly string[]): Role {
  const index = args.findIndex((arg) => arg === '--role' || arg.startsWith('--role='))
  if (index < 0) return 'all'
  const value = args[index]!.includes('=') ? args[index]!.slice('--role='.length) : args[index + 1]
  if (value === 'api' || value === 'worker' || value === 'all') return value
  throw new ConfigError('--role must be api, worker or all')
}

function readDatabaseUrl(env: Environment): string | undefined {
  const value = text(env, 'DATABASE_URL')
  return value === undefined ? undefined : completeDatabaseUrl(value, env)
}

function limit(env: Environment, name: WorkspaceLimit): number {
  const { variable, usual } = workspaceLimits[name]
  return wholeNumber(env, variable, usual, 0, 100_000_000)
}

function apiKey(env: Environment, name: string, kind: 'test' | 'live'): string | undefined {
  const value = text(env, name)
  if (value === undefined || new RegExp(`^sk_${kind}_[A-Za-z0-9]{16,}$`).test(value)) return value
  throw new ConfigError(`${name} must match ^sk_${kind}_[A-Za-z0-9]{16,}$`)
}

function masterKey(env: Environment): string | undefined {
  const value = text(env, 'CARDWRIGHT_MASTER_KEY')
  if (value === undefined) return undefined
  if (/^[A-Za-z0-9+/]{43}=$/.test(value)) return value
  throw new ConfigError('CARDWRIGHT_MASTER_KEY must be the base64 of 32 bytes (make one with: openssl rand -base64 32)')
}
