// Without a collector nothing is traced: there is no tracer, no span and no header, whatever a caller sends.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { done } from '../sandbox/scene.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { register, startWebhookService } from '../webhooks/scene.ts'

const service = await startWebhookService()
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

test('a service without TRACING_OTLP_URL has no tracer, and its deliveries have no traceparent header', async () => {
  assert.equal(service.services.tracer, undefined)
  const api = await service.fundedWorkspace(100)
  const receiver = await startReceiver()
  await register(api, receiver)
  done(await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 }, { traceparent }), 201)
  const [delivered] = await receiver.waitFor(1)
  assert.equal(delivered!.headers.traceparent, undefined)
  const { values } = await service.services.metrics.spansExported.get()
  assert.deepEqual([values[0]?.value], [0])
})
