// The address of the database, how to authenticate there, and the settings of a session.

import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { ConnectionOptions as TlsOptions } from 'node:tls'
import { ConfigError } from '../../config/config-values.ts'
import {
  type AuthMethod,
  type DatabaseHost,
  type DatabaseUrl,
  parseDatabaseUrl,
  type SslMode,
  userOf,
} from '../../config/database-url.ts'
import type { ShardMap } from '../distributed/shards.ts'

export type ConnectionOptions =
  | { url: string }
  | { host: string; port: number; username: string; password: string; database: string; openSocket?: OpenSocket }

/** When the signal aborts, the socket is destroyed, whatever it is doing at that moment. */
export type OpenSocket = (address: Address, signal: AbortSignal) => Promise<Socket>

/** An address to connect to. As in libpq, a Unix socket needs no TLS. */
export type Address = ({ path: string } | { host: string; port: number }) & { tls: TlsPolicy | undefined }
export type TlsPolicy = { options: TlsOptions; isOptional: boolean }

export type Target = {
  addresses: Address[]
  /** Another way to the server than the network. */
  openSocket: OpenSocket | undefined
  /** The address that worked last is tried first, so that after a failover only one session has to search. */
  preferred: number
  user: string
  password: string
  database: string
  /** The authentication methods that the server may use. */
  auth: ReadonlySet<AuthMethod>
  /** Connect only to the server that takes writes. */
  writesOnly: boolean
  /** For one address: connecting, TLS and authentication together. */
  connectTimeoutMs: number
  settings: Record<string, string>
  shards: ShardMap | undefined
}

// We wait at most 4.5 s for an answer (session-settings.ts). A silent host must leave time for the next one.
const CONNECT_TIMEOUT_MS = 4_000
const CONNECT_TIMEOUT_OF_SEVERAL_MS = 1_500

export function targetOf(options: ConnectionOptions, settings: Record<string, string> = {}, shards?: ShardMap): Target {
  const url = urlOf(options)
  const user = userOf(url)
  const usual = url.hosts.length > 1 ? CONNECT_TIMEOUT_OF_SEVERAL_MS : CONNECT_TIMEOUT_MS
  return {
    addresses: url.hosts.map((host) => addressOf(host, url)),
    openSocket: 'openSocket' in options ? options.openSocket : undefined,
    preferred: 0,
    user,
    password: url.password,
    database: url.database ?? user,
    auth: new Set(url.requireAuth ?? defaultAuth(url)),
    writesOnly: url.writesOnly,
    connectTimeoutMs: url.connectTimeoutMs ?? usual,
    settings,
    shards,
  }
}

export function urlOf(options: ConnectionOptions): DatabaseUrl {
  if ('url' in options) return parseDatabaseUrl(options.url)
  const { host, port, username, password, database } = options
  const plain = { ...parseDatabaseUrl('postgres://'), hosts: [{ host, port }] }
  return { ...plain, user: username, password, database }
}

/**
 * A server that accepts us without asking for our password may not be the right server. Without a password, or with a client
 * certificate, it may authenticate us by other means.
 */
function defaultAuth({ password, sslcert }: DatabaseUrl): AuthMethod[] {
  const asking: AuthMethod[] = ['scram-sha-256', 'md5', 'password']
  return password === '' || sslcert !== undefined ? [...asking, 'none'] : asking
}

function addressOf({ host, port }: DatabaseHost, url: DatabaseUrl): Address {
  if (host.startsWith('/')) return { path: socketPath(host, port), tls: undefined }
  return { host, port, tls: tlsOf(url) }
}

export function socketPath(folder: string, port: number): string {
  return join(folder, `.s.PGSQL.${port}`)
}

/** `require` with a root certificate means `verify-ca`, as in libpq. */
export function tlsOf({ sslmode, sslrootcert, sslcert, sslkey }: DatabaseUrl): TlsPolicy | undefined {
  if (sslmode === 'disable') return undefined
  const mode: SslMode = sslmode === 'require' && sslrootcert !== undefined ? 'verify-ca' : sslmode
  const isVerified = mode === 'verify-ca' || mode === 'verify-full'
  return {
    isOptional: mode === 'allow' || mode === 'prefer',
    options: {
      rejectUnauthorized: isVerified,
      ...(isVerified &&
        sslrootcert !== undefined &&
        sslrootcert !== 'system' && { ca: fileOf('sslrootcert', sslrootcert) }),
      ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
      ...(sslcert !== undefined && { cert: fileOf('sslcert', sslcert) }),
      ...(sslkey !== undefined && { key: fileOf('sslkey', sslkey) }),
    },
  }
}

function fileOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(
      `DATABASE_URL names a file in ${name} that cannot be read: ${(error as { code?: string }).code}`,
    )
  }
}
