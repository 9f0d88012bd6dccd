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
