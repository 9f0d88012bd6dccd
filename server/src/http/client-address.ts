// Who a request comes from. Behind a proxy that is what the proxy wrote at the right end of `X-Forwarded-For`;
// everything further left was sent by the client, and is believed only as far as more proxies vouch for it.

import type { IncomingHttpHeaders } from 'node:http'
import { isIP, SocketAddress } from 'node:net'
import type { TrustedProxies } from '../edge-config.ts'

/** Whether the address, so many hops before the service, is a proxy of ours. In the shape that Fastify asks for. */
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
 * Leaves of `X-Forwarded-For` only the addresses at its right end. An entry that is no address was not written by a
 * proxy of ours, so nothing at or left of it can become the address of a client.
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

/** One spelling for each address: without a zone, IPv4 inside IPv6 as IPv4. Undefined for anything else. */
export function canonicalAddress(text: string): string | undefined {
  const plain = text.split('%', 1)[0]!
  const version = isIP(plain)
  if (version === 0) return undefined
  if (version === 4) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address
}

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 one, since whoever has one address there has all. */
export function addressKey(text: string): string {
  const address = canonicalAddress(text) ?? text
  if (isIP(address) !== 6) return address
  const [front = '', back] = address.split('::')
  const groups = front === '' ? [] : front.split(':')
  const backGroups = back === undefined || back === '' ? [] : back.split(':')
  while (groups.length + backGroups.length < 8) groups.push('0')
  return `${[...groups, ...backGroups].slice(0, 4).join(':')}::/64`
}
