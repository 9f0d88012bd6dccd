// METRICS_PORT in a whole service, with one process and with several. The page shows the metrics of all processes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../harness.ts'
import { until } from '../until.ts'
import { groupOn, LIMITS_OFF } from './service-group.ts'

const STOP_MS = 60_000

for (const processes of [1, 2]) {
  test(`with ${processes} process${processes > 1 ? 'es' : ''} the metrics are served on loopback and not on the port of the API`, {
    timeout: 300_000,
  }, async () => {
    const group = groupOn(await testDatabase(), processes, { ...LIMITS_OFF, METRICS_PORT: '0' })
    await group.start()
    const { hostname, port, pathname } = new URL(group.metricsUrl)
    assert.deepEqual([hostname, pathname], ['127.0.0.1', '/metrics'])
    assert.notEqual(port, new URL(group.url).port)
    assert.equal((await fetch(`${group.url}/metrics`)).status, 404)
    await (await fetch(`${group.url}/v1/cards`)).arrayBuffer()
    const counted = () => group.metric('cardwright_http_requests_total', { route: '/v1/cards', status: '401' })
    assert.equal(await counted(), 1)
    if (processes > 1) {
      const page = await (await fetch(group.metricsUrl)).text()
      for (const name of ['api-1', 'api-2', 'worker', 'supervisor'])
        assert.match(page, new RegExp(`process_resident_memory_bytes{.*process="${name}"`))
    }
    group.signal('SIGTERM')
    await until('the service has stopped', () => group.hasEnded, STOP_MS)
    assert.equal(group.exitCode, 0)
    await assert.rejects(fetch(group.metricsUrl), 'nobody listens any more')
  })
}
