import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../../src/start/app.ts'
import { startTestService } from '../harness.ts'

const service = await startTestService()

test('a process with --role worker serves health and metrics but not the API', async () => {
  const { services } = service
  const app = buildApp({ ...services, config: { ...services.config, role: 'worker' } })
  const statuses = await Promise.all(
    ['/healthz', '/readyz', '/metrics', '/v1/bins'].map(async (url) => (await app.inject({ url })).statusCode),
  )
  assert.deepEqual(statuses, [200, 200, 200, 404])
  await app.close()
})
