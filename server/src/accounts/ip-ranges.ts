// The addresses that a key may come from: networks like 192.0.2.0/24 and 2001:db8::/32, or single addresses.

import { BlockList, isIP } from 'node:net'

/** The range in its canonical spelling; undefined when the text is not a range. */
export function canonicalRange(text: string): string | undefined {
  const [, address = '', bits] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const version = isIP(address)
  const longest = version === 4 ? 32 : 128
  const prefix = bits === undefined ? longest : Number(bits)
  if (version === 0 || prefix > longest) return undefined
  return `${address.toLowerCase()}/${prefix}`
}

/** `ranges` as `canonicalRange` writes them. */
export function rangeList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address, prefix] = range.split('/') as [string, string]
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** `address` as client-address.ts writes it: IPv4 inside IPv6 as IPv4. */
export function isInRanges(list: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Whether `outer` contains every address of `inner`. A list may be narrowed and never widened. */
export function isRangeWithin(inner: string, outer: readonly string[]): boolean {
  const [address, prefix] = inner.split('/') as [string, string]
  return outer.some((range) => {
    const [, outerPrefix] = range.split('/') as [string, string]
    return Number(prefix) >= Number(outerPrefix) && isInRanges(rangeList([range]), address)
  })
}
