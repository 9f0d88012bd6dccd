// A stop by signal: requests in progress are answered. crowd.test.ts shows that a stalled client cannot delay the stop.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { anotherService } from '../webhooks/another-service.ts'
import { rawClient } from './raw-client.ts'

const service = await startTestService({ SHUTDOWN_LINGER_SECONDS: '2' })
const api = await service.fundedWorkspace()
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.key}\r\n\r\n`

test('a request that arrives on a kept-alive connection after the signal is answered with Connection: close', async () => {
  const another = await anotherService(service)
  const clients = Array.from({ length: 10 }, () => rawClient(another.url, ask('/v1/bins')))
  for (const client of clients) await client.hears(/"data":/)
  const isStopped = another.closeApp()
  for (const [n, client] of clients.entries()) client.socket.write(ask(n === 0 ? '/readyz' : '/v1/wallet/balance'))
  const [probe, ...others] = clients
  await probe!.hears(/HTTP\/1\.1 503 .*Connection: close.*The service is stopping/is)
  for (const client of others) {
    await client.hears(/Connection: close\r\n.*"balance":/is)
    await client.isClosed
  }
  await isStopped
})

test('no new connection is accepted while the service stops', async () => {
  const another = await anotherService(service)
  const kept = rawClient(another.url, ask('/v1/bins'))
  await kept.hears(/"data":/)
  const isStopped = another.closeApp()
  kept.socket.write(ask('/v1/bins'))
  await kept.isClosed // answered after the signal, so the signal has been received
  const late = rawClient(another.url, ask('/v1/bins'))
  await late.isClosed
  assert.equal(late.said(), '')
  await isStopped
})

test('a running request is answered before the service has stopped', async () => {
  const another = await anotherService(service)
  const answers = Array.from({ length: 20 }, () =>
    another.api(api.key).post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 1 }),
  )
  await Promise.race(answers)
  await another.closeApp()
  for (const { status } of await Promise.all(answers)) assert.equal(status, 201)
  await service.audit()
})
