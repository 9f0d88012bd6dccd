// Decides which addresses belong to the public internet. Webhooks are sent nowhere else: an address that a client
// chooses must not reach the machine itself, its network or its cloud provider's metadata service.

import { isIPv4, isIPv6 } from 'node:net'

type Range = { prefix: bigint; bits: number }

// IANA's registry of special-purpose IPv4 addresses, including the few that are reachable but serve no web (192.0.0.9,
// AS112, AMT), and two ranges outside the registry: multicast and class E.
export const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // In no registry: Azure's platform service, which answers every virtual machine at this otherwise public address.
  '168.63.129.16/32',
]

/**
 * All that IANA has assigned to hosts. Addresses outside this range are not public, even if they are assigned later.
 */
const GLOBAL_IPV6 = rangeOf('2000::/3')

/**
 * The special-purpose ranges inside the range above. All of 6to4 (2002::/16) is refused: nobody serves from there any
 * more.
 */
export const SPECIAL_GLOBAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

/** In mapped addresses and NAT64, the last 32 bits are the IPv4 address that is really reached. */
const CARRIERS_OF_IPV4 = ['::ffff:0:0/96', '64:ff9b::/96'].map(rangeOf)

const specialIPv4 = SPECIAL_IPV4.map(rangeOf)
const specialGlobalIPv6 = SPECIAL_GLOBAL_IPV6.map(rangeOf)

/**
 * Takes the text that sockets and resolvers report. A text that is not an address, or names a zone (`fe80::1%eth0`), is
 * not public.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return isPublicIPv4(numberOfIPv4(ip))
  if (!isIPv6(ip) || ip.includes('%')) return false
  const address = numberOfIPv6(ip)
  if (CARRIERS_OF_IPV4.some((range) => isWithin(address, range, 128))) return isPublicIPv4(address & 0xffff_ffffn)
  return isWithin(address, GLOBAL_IPV6, 128) && !specialGlobalIPv6.some((range) => isWithin(address, range, 128))
}

function isPublicIPv4(address: bigint): boolean {
  return !specialIPv4.some((range) => isWithin(address, range, 32))
}

function isWithin(address: bigint, { prefix, bits }: Range, width: 32 | 128): boolean {
  const rest = BigInt(width - bits)
  return address >> rest === prefix >> rest
}

function rangeOf(cidr: string): Range {
  const [address, bits] = cidr.split('/') as [string, string]
  return { prefix: isIPv4(address) ? numberOfIPv4(address) : numberOfIPv6(address), bits: Number(bits) }
}

function numberOfIPv4(ip: string): bigint {
  return ip.split('.').reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)
}

/** Takes only text that isIPv6 accepts. */
function numberOfIPv6(ip: string): bigint {
  const [left, right] = ip.split('::') as [string, string?]
  const head = groupsOf(left)
  const tail = groupsOf(right ?? '')
  const zeros = new Array<bigint>(8 - head.length - tail.length).fill(0n)
  return [...head, ...zeros, ...tail].reduce((number, group) => (number << 16n) | group, 0n)
}

/** The groups of 16 bits. The dotted form at the end of an address counts as two groups. */
function groupsOf(part: string): bigint[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)]
    const number = numberOfIPv4(group)
    return [number >> 16n, number & 0xffffn]
  })
}
