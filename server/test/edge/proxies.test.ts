// Finding the client's address behind a proxy: an X-Forwarded-For that the client wrote itself is not trusted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, send } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { browserOf } from '../people.ts'

/** The addresses that the request log shows for requests with these headers, in order. */
async function addressesSeen(trustProxy: string, headers: (string | undefined)[]): Promise<string[]> {
  const service = await startTestService({ TRUST_PROXY: trustProxy })
  const api = await service.workspace()
  for (const header of headers) {
    const forwarded: Record<string, string> = header === undefined ? {} : { 'x-forwarded-for': header }
    const answer = await send(service, { method: 'GET', path: '/v1/bins', headers: { ...bearer(api), ...forwarded } })
    assert.equal(answer.status, 200)
  }
  await service.services.requestLog.flush()
  const { data } = (await api.get('/request-logs?path=/v1/bins')).body
  return data.map((entry: { ip: string }) => entry.ip).reverse()
}

const seen: Record<string, [header: string | undefined, address: string][]> = {
  false: [['192.0.2.1', '127.0.0.1']],
  true: [
    [undefined, '127.0.0.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['203.0.113.66, 192.0.2.1', '192.0.2.1'],
    ['192.0.2.1, <script>', '127.0.0.1'],
    ['x'.repeat(5_000), '127.0.0.1'],
  ],
  2: [
    ['203.0.113.66, 198.51.100.1, 192.0.2.1', '198.51.100.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['forged, 192.0.2.1', '192.0.2.1'],
  ],
  '127.0.0.0/8,192.0.2.0/24': [['203.0.113.66, 198.51.100.1, 192.0.2.1', '198.51.100.1']],
  '10.0.0.0/8': [['192.0.2.1', '127.0.0.1']],
}

for (const [trust, cases] of Object.entries(seen)) {
  test(`with TRUST_PROXY=${trust} the address of a client is the one that the trusted proxies report`, async () => {
    const shown = await addressesSeen(
      trust,
      cases.map(([header]) => header),
    )
    assert.deepEqual(
      shown,
      cases.map(([, address]) => address),
    )
  })
}

test('a client cannot escape its lock-out by forging addresses or by moving within its /64', async () => {
  const service = await startTestService({ TRUST_PROXY: '1' })
  const tries = (from: string) =>
    browserOf(service.url).post(
      '/dashboard/auth/sign-in/email',
      { email: `${crypto.randomUUID()}@example.com`, password: 'not the password' },
      { 'x-forwarded-for': from },
    )
  for (let n = 0; n < 30; n++)
    assert.equal((await tries(`203.0.113.${n}, 2001:db8:1:2::${n.toString(16)}`)).status, 401)
  assert.equal((await tries('203.0.113.99, 2001:db8:1:2:ffff::1')).status, 429)
  assert.equal((await tries('203.0.113.99, 2001:db8:1:3::1')).status, 401)
})
