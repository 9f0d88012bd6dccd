// The address that a request comes from. Behind a proxy it is what the proxy wrote at the right end of `X-Forwarded-For`.
// Everything further left was sent by the client, and is trusted only as far as other trusted proxies wrote it.

import type { IncomingHttpHeaders } from 'node:http'
import { isIP, SocketAddress } from 'node:net'
import type { TrustedProxies } from '../config/edge-config.ts'

/** Whether the address, `hop` hops before the service, is a trusted proxy. The signature is Fastify's. */
export type TrustsProxy = (address: string | undefined, hop: number) => boolean

export function trustsProxy(proxies: TrustedProxies): TrustsProxy | false {
  if (proxies === undefined) return false
  if ('hops' in proxies) return (_address, hop) => hop < proxies.hops
  return (address) => {
    const known = address === undefined ? undefined : canonicalAddress(address)
    return known !== undefined && proxies.networks.check(known, isIP(known) === 4 ? 'ipv4' : 'ipv6')
  }
}

/**
 * Keeps only the addresses at the right end of `X-Forwarded-For`. An entry that is not an address was not written by a
 * trusted proxy, so neither it nor anything left of it can become the address of a client.
 */
export function cleanForwardedFor(headers: IncomingHttpHeaders): void {
  const given = headers['x-forwarded-for']
  if (given === undefined) return
  const entries = String(given).split(',')
  const addresses: string[] = []
  for (const entry of entries.reverse()) {
    const address = canonicalAddress(withoutPort(entry.trim()))
    if (address === undefined) break
    addresses.unshift(address)
  }
  if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ')
  else delete headers['x-forwarded-for']
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

/** The canonical spelling of an address: without a zone, and IPv4 inside IPv6 as IPv4. Undefined for anything else. */
export function canonicalAddress(text: string): string | undefined {
  const plain = text.split('%', 1)[0]!
  const version = isIP(plain)
  if (version === 0) return undefined
  if (version === 4) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address
}

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 address, since a client usually has a whole /64. */
export function addressKey(text: string): string {
  const address = canonicalAddress(text) ?? text
  if (isIP(address) !== 6) return address
  const [front = '', back] = address.split('::')
  const groups = front === '' ? [] : front.split(':')
  const backGroups = back === undefined || back === '' ? [] : back.split(':')
  while (groups.length + backGroups.length < 8) groups.push('0')
  return `${[...groups, ...backGroups].slice(0, 4).join(':')}::/64`
}
