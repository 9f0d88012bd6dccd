import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from './harness.ts'
const service = await startTestService()
test('smoke', async () => {
  const api = await service.fundedWorkspace(500)
  const card = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 100 })
  assert.equal(card.status, 201)
  await api.post(`/cards/${card.body.id}/fund`, { amount: 50 })
  await api.get(`/cards/${card.body.id}/details`)
  await api.post(`/cards/${card.body.id}/freeze`)
  await api.delete(`/cards/${card.body.id}`)
  await service.audit()
})
