import assert from 'node:assert/strict'
import { BlockList, isIPv6 } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { isPublicAddress, SPECIAL_GLOBAL_IPV6, SPECIAL_IPV4 } from './public-address.ts'

// The ranges are repeated here instead of imported, so that a range missing in the code fails the test.
const SPECIAL_RANGES = `
  0.0.0.0/8  10.0.0.0/8  100.64.0.0/10  127.0.0.0/8  169.254.0.0/16  172.16.0.0/12  192.0.0.0/24  192.0.2.0/24
  192.31.196.0/24  192.52.193.0/24  192.88.99.0/24  192.168.0.0/16  192.175.48.0/24  198.18.0.0/15  198.51.100.0/24
  203.0.113.0/24  224.0.0.0/4  240.0.0.0/4  255.255.255.255/32  168.63.129.16/32
  ::/128  ::1/128  ::/96  ::ffff:10.0.0.0/104  ::ffff:127.0.0.0/104  ::ffff:169.254.0.0/112  ::ffff:0:0:0/96
  64:ff9b::10.0.0.0/104  64:ff9b::127.0.0.0/104  64:ff9b::169.254.0.0/112  64:ff9b:0:0:1::/80  64:ff9b:1::/48  100::/64  100:0:0:1::/64
  2001::/23  2001::/32  2001:2::/48  2001:10::/28  2001:20::/28  2001:30::/28  2001:db8::/32  2002::/16
  2002:7f00:1::/48  2620:4f:8000::/48  3fff::/20  4000::/3  5f00::/16  8000::/1  fc00::/7  fd00:ec2::/32  fe80::/10
  fec0::/10  ff00::/8
`
  .trim()
  .split(/\s+/)

const bytesOf = (address: string): number[] => {
  if (!isIPv6(address)) return address.split('.').map(Number)
  // The URL parser writes the dotted form as hexadecimal groups.
  const [head, tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::') as [string, string?]
  const groups = (part = '') => part.split(':').filter((group) => group !== '')
  const zeros = new Array(8 - groups(head).length - groups(tail).length).fill('0')
  return [...groups(head), ...zeros, ...groups(tail)].flatMap((group) => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 255]
  })
}

const textOf = (bytes: readonly number[]): string => {
  if (bytes.length === 4) return bytes.join('.')
  return Array.from({ length: 8 }, (_, i) => ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16)).join(':')
}

const addressIn = (range: string): fc.Arbitrary<string> => {
  const [address, bits] = range.split('/') as [string, string]
  const prefix = bytesOf(address)
  return fc.array(fc.nat(255), { minLength: prefix.length, maxLength: prefix.length }).map((noise) =>
    textOf(
      prefix.map((byte, index) => {
        const fixed = Math.min(Math.max(Number(bits) - 8 * index, 0), 8)
        const free = 255 >> fixed
        return (byte & ~free) | (noise[index]! & free)
      }),
    ),
  )
}

const anyIPv4 = fc.ipV4()
const anyIPv6 = fc.array(fc.nat(255), { minLength: 16, maxLength: 16 }).map(textOf)

test('no address of a special-purpose range is public', () => {
  for (const range of SPECIAL_RANGES) {
    fc.assert(
      fc.property(addressIn(range), (address) => !isPublicAddress(address)),
      { numRuns: 200, examples: [[textOf(bytesOf(range.split('/')[0]!))]] },
    )
  }
})

test('the neighbours of the special ranges are public', () => {
  const neighbours = `
    1.0.0.0  9.255.255.255  11.0.0.0  100.63.255.255  100.128.0.0  126.255.255.255  128.0.0.0  168.63.129.15
    168.63.129.17  169.253.255.255  169.255.0.0  172.15.255.255  172.32.0.0  191.255.255.255  192.0.1.0  192.0.3.0
    192.88.98.255  192.88.100.0  192.167.255.255  192.169.0.0  198.17.255.255  198.20.0.0  198.51.99.255
    198.51.101.0  203.0.112.255  203.0.114.0  223.255.255.255  8.8.8.8  93.184.216.34
    2000::1  2001:200::1  2001:db7:ffff::1  2001:db9::1  2003::1  2606:4700:4700::1111  2620:4f:7fff::1  2a00:1450::1
    3ffe:ffff::1  3fff:1000::1  ::ffff:8.8.8.8  ::FFFF:808:808  64:ff9b::8.8.8.8  64:FF9B::808:808
  `
  const refused = neighbours
    .trim()
    .split(/\s+/)
    .filter((address) => !isPublicAddress(address))
  assert.deepEqual(refused, [])
})

test('an address inside another is checked like itself', () => {
  fc.assert(
    fc.property(fc.oneof(anyIPv4, ...SPECIAL_IPV4.map(addressIn)), (address) => {
      const [a, b, c, d] = bytesOf(address) as [number, number, number, number]
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
      const isPublic = isPublicAddress(address)
      for (const carried of [`::ffff:${address}`, `::FFFF:${hex}`, `0:0:0:0:0:ffff:${hex}`, `64:ff9b::${address}`])
        assert.equal(isPublicAddress(carried), isPublic, carried)
      for (const refused of [`::${address}`, `2002:${hex}::1`, `64:ff9b:1::${address}`, `::ffff:0:${address}`])
        assert.equal(isPublicAddress(refused), false, refused)
    }),
    { numRuns: 2000 },
  )
})

test("Node's BlockList agrees", () => {
  const add = (list: BlockList, range: string) => {
    const [address, bits] = range.split('/') as [string, string]
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
    return list
  }
  const special = [...SPECIAL_IPV4, ...SPECIAL_GLOBAL_IPV6].reduce(add, new BlockList())
  const global = add(new BlockList(), '2000::/3')
  const inGlobal = fc.oneof(addressIn('2000::/3'), addressIn('2001::/16'), ...SPECIAL_GLOBAL_IPV6.map(addressIn))
  fc.assert(
    fc.property(anyIPv4, (address) => isPublicAddress(address) === !special.check(address, 'ipv4')),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(
      fc.oneof(anyIPv6, inGlobal),
      (address) => isPublicAddress(address) === (global.check(address, 'ipv6') && !special.check(address, 'ipv6')),
    ),
    { numRuns: 2000 },
  )
})

test('what is no address, or has a zone, is not public', () => {
  const texts = [
    '',
    ' ',
    'localhost',
    'example.com',
    '8.8.8',
    '8.8.8.8 ',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8/32',
  ]
  const more = [
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    'fe80::1%eth0',
    'fe80::1%25eth0',
    '::1%lo',
    '::ffff:8.8.8.8%1',
    ':::',
    '2606:4700:::1',
    '1::2::3',
  ]
  assert.deepEqual([...texts, ...more].filter(isPublicAddress), [])
})
