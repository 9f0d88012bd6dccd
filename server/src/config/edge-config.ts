// The variables of the edge: which proxies are trusted, how long a client may take, and how many connections it may hold.

import { BlockList, isIP } from 'node:net'
import { ConfigError, type Environment, text, wholeNumber } from './config-values.ts'

/** Trusted proxies are given by their number in front of the service, or by their addresses. Undefined trusts no proxy. */
export type TrustedProxies = { hops: number } | { networks: BlockList } | undefined

/** 0 switches the cap on connections off. */
export type HttpLimits = {
  /** From the first byte of a request to its last. */
  requestTimeoutMs: number
  /** From the first byte of a request, or from the connection, to the end of the headers. */
  headersTimeoutMs: number
  /** Time without a byte in either direction, while no request is in progress. */
  idleTimeoutMs: number
  connectionsPerAddress: number
  /** How long connections that are kept alive stay open after a signal to stop. */
  shutdownLingerMs: number
}

/** `isChosen` is false for the port that is taken when METRICS_PORT is not set. */
export type MetricsListener = { host: string; port: number; isChosen: boolean }

/** Without a listener of their own, metrics are on the port of the API. */
export type MetricsConfig = { listener: MetricsListener | undefined; token: string | undefined }

const USUAL_METRICS_PORT = 9464
const MAX_HOPS = 10
const MAX_NETWORKS = 100

export function readTrustedProxies(env: Environment): TrustedProxies {
  const value = text(env, 'TRUST_PROXY')?.toLowerCase()
  if (value === undefined || value === 'false' || value === '0') return undefined
  if (value === 'true') return { hops: 1 }
  if (/^\d+$/.test(value)) return { hops: hopCount(value) }
  return { networks: networkList(value) }
}

function hopCount(value: string): number {
  if (Number(value) <= MAX_HOPS) return Number(value)
  throw wrongProxies()
}

function networkList(value: string): BlockList {
  const networks = new BlockList()
  const entries = value.split(',').map((entry) => entry.trim())
  if (entries.length > MAX_NETWORKS) throw wrongProxies()
  for (const entry of entries) addNetwork(networks, entry)
  return networks
}

/** `10.0.0.0/8`, `fd00::/8`, or one address. */
function addNetwork(networks: BlockList, entry: string): void {
  const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  const prefix = bits === undefined ? most : Number(bits)
  // A prefix of 0 would trust everyone. To do that, an operator gives a number of hops.
  if (version === 0 || prefix === 0 || prefix > most) throw wrongProxies()
  networks.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
}

function wrongProxies(): ConfigError {
  return new ConfigError(
    `TRUST_PROXY must be the number of proxies before the service (0 to ${MAX_HOPS}), a list of their addresses and networks like 10.0.0.0/8, separated by commas, true (one proxy) or false`,
  )
}

/**
 * On a laptop, metrics are on the port of the API for everybody, who is its only user. Anywhere else they are there only with a
 * token, and otherwise on a port of their own, which listens on loopback unless METRICS_HOST says more.
 */
export function readMetricsConfig(
  env: Environment,
  { isLaptop, port }: { isLaptop: boolean; port: number },
): MetricsConfig {
  const token = text(env, 'METRICS_TOKEN')
  if (token !== undefined && !/^[\x21-\x7e]{16,256}$/.test(token))
    throw new ConfigError('METRICS_TOKEN must have 16 to 256 printable ASCII characters without spaces')
  const isChosen = text(env, 'METRICS_PORT') !== undefined
  const host = text(env, 'METRICS_HOST')
  if (host !== undefined && !isChosen)
    throw new ConfigError('METRICS_HOST is for the port of METRICS_PORT, which is not set')
  if (!isChosen && (isLaptop || token !== undefined)) return { listener: undefined, token }
  const usual = port === 0 ? 0 : USUAL_METRICS_PORT
  const chosen = wholeNumber(env, 'METRICS_PORT', usual, 0, 65_535)
  if (chosen !== 0 && chosen === port) throw new ConfigError('METRICS_PORT must be another port than PORT')
  return { listener: { host: host ?? '127.0.0.1', port: chosen, isChosen }, token }
}

export function readHttpLimits(env: Environment): HttpLimits {
  const requestSeconds = wholeNumber(env, 'REQUEST_TIMEOUT_SECONDS', 30, 1, 3_600)
  const headersSeconds = wholeNumber(env, 'HEADERS_TIMEOUT_SECONDS', Math.min(10, requestSeconds), 1, 3_600)
  if (headersSeconds > requestSeconds)
    throw new ConfigError('HEADERS_TIMEOUT_SECONDS must not be longer than REQUEST_TIMEOUT_SECONDS')
  return {
    requestTimeoutMs: requestSeconds * 1_000,
    headersTimeoutMs: headersSeconds * 1_000,
    idleTimeoutMs: wholeNumber(env, 'IDLE_TIMEOUT_SECONDS', 75, 1, 3_600) * 1_000,
    connectionsPerAddress: wholeNumber(env, 'MAX_CONNECTIONS_PER_ADDRESS', 1_000, 0, 1_000_000),
    shutdownLingerMs: wholeNumber(env, 'SHUTDOWN_LINGER_SECONDS', 1, 0, 60) * 1_000,
  }
}
