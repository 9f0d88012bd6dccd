import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { startTestService } from './harness.ts'
import { anotherService } from './webhooks/another-service.ts'

const service = await startTestService()

test('a client that never finishes its request does not prevent the service from stopping', {
  timeout: 60_000,
}, async () => {
  const api = await service.workspace()
  const another = await anotherService(service)
  const { hostname, port } = new URL(another.url)
  const socket = connect(Number(port), hostname)
  after(() => socket.destroy())
  socket.on('error', () => {})
  const isClosed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`POST /v1/cards HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.key}\r\nContent-Length: 100\r\n\r\n{`)
  // This request goes to the service and back, so the first request has arrived by then.
  assert.equal((await another.api(api.key).get('/bins')).status, 200)
  await another.closeApp()
  await isClosed
})
