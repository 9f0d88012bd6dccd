import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressKey, canonicalAddress, cleanForwardedFor } from './client-address.ts'

const cleaned = (value: string) => {
  const headers: IncomingHttpHeaders = { 'x-forwarded-for': value }
  cleanForwardedFor(headers)
  return headers['x-forwarded-for'] as string | undefined
}

const headers: [given: string, kept: string | undefined][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['203.0.113.9, 192.0.2.1', '203.0.113.9, 192.0.2.1'],
  ['nonsense, 192.0.2.1', '192.0.2.1'],
  ['10.0.0.1, nonsense, 192.0.2.1', '192.0.2.1'],
  ['192.0.2.1, nonsense', undefined],
  ['192.0.2.1, ', undefined],
  ['unknown', undefined],
  ['', undefined],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['[2001:DB8::1]:4711', '2001:db8::1'],
  ['2001:0db8:0000::0001', '2001:db8::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ["192.0.2.1' or 1=1", undefined],
  ['192.0.2.1;x', undefined],
  ['192.0.2.999', undefined],
]

for (const [given, kept] of headers) {
  test(`X-Forwarded-For "${given}" is cleaned to ${kept === undefined ? 'nothing' : `"${kept}"`}`, () => {
    assert.equal(cleaned(given), kept)
  })
}

test('only valid addresses are left of any X-Forwarded-For header', () => {
  const entry = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constantFrom('', ' ', 'unknown', '::1%lo', '[::1'))
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      for (const address of cleaned(entries.join(','))?.split(', ') ?? []) assert.notEqual(isIP(address), 0, address)
    }),
  )
})

const keys: [address: string, key: string][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
]

for (const [address, key] of keys) {
  test(`the address ${address} is counted under the key ${key}`, () => assert.equal(addressKey(address), key))
}

test('two IPv6 addresses share a key exactly if they share their first 64 bits', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16))
  const half = fc.array(group, { minLength: 4, maxLength: 4 }).map((groups) => groups.join(':'))
  fc.assert(
    fc.property(half, half, half, (network, host, other) => {
      const [a, b] = [`${network}:${host}`, `${network}:${other}`]
      fc.pre(isIP(canonicalAddress(a)!) === 6 && isIP(canonicalAddress(b)!) === 6)
      assert.equal(addressKey(a), addressKey(b))
      if (network !== host) assert.notEqual(addressKey(a), addressKey(`${host}:${network}`))
    }),
  )
})
