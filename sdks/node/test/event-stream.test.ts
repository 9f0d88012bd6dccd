// Tests events.stream() while the service is unavailable.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Following, followEvents, MAX_RECONNECTS } from '../src/event-stream.ts'
import { ApiConnectionError, ApiError } from '../src/index.ts'

const encoded = (sequence: number) =>
  new Response(`data: ${JSON.stringify({ id: `evt_${sequence}`, type: 'card.created', sequence, data: {} })}\n\n`)
const away = () => Promise.reject(new ApiConnectionError('refused'))
const busy = () => {
  const error = new ApiError({ error: 'service_unavailable', message: 'Away.', retry_after: 1 })
  return Promise.reject(Object.assign(error, { status: 503 }))
}

/** Opens the stream with the given functions in turn, and records the pauses instead of waiting. */
function following(opens: (() => Promise<Response>)[], limits: Partial<Following> = {}) {
  const pauses: number[] = []
  const events = followEvents(() => opens.shift()!(), {
    newestSequence: async () => 0,
    afterSequence: 0,
    timeoutMs: 1000,
    maxRetries: 2,
    maxReconnects: MAX_RECONNECTS,
    signal: undefined,
    sleep: async (ms) => void pauses.push(ms),
    ...limits,
  })
  return { events, pauses }
}

for (const [how, gone] of [
  ['that refuses connections', away],
  ['that answers 503 and asks for a second', busy],
] as const) {
  test(`a stream continues after a service ${how} for more than a minute`, async () => {
    const opens = [async () => encoded(1), ...Array(MAX_RECONNECTS - 1).fill(gone), async () => encoded(2)]
    const { events, pauses } = following(opens)
    assert.equal((await events.next()).value?.sequence, 1)
    assert.equal((await events.next()).value?.sequence, 2)
    const total = pauses.reduce((sum, ms) => sum + ms, 0)
    assert.ok(total > 60_000, `${total} ms`)
    await events.return()
  })
}

test('a stream ends after 40 consecutive failures, or after maxReconnects if the call sets it', async () => {
  const opens = () => [async () => encoded(1), ...Array(100).fill(away)]
  for (const maxReconnects of [MAX_RECONNECTS, 3]) {
    const { events, pauses } = following(opens(), { maxReconnects })
    await events.next()
    await assert.rejects(events.next(), ApiConnectionError)
    assert.equal(pauses.length, maxReconnects)
  }
})

test('a stream that could never be opened ends after the usual number of retries', async () => {
  const { events, pauses } = following(Array(100).fill(away))
  await assert.rejects(events.next(), ApiConnectionError)
  assert.equal(pauses.length, 2)
})
