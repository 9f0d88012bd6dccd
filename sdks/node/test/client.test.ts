import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Cardwright, type CardwrightEvent, ConfigurationError, SandboxOnlyError } from '../src/index.ts'
import { refusal, scripted } from './scripted-server.ts'

test('the client reads the key and the base URL from the environment when they are not given', () => {
  process.env.CARDWRIGHT_API_KEY = 'sk_live_fromenvironment'
  process.env.CARDWRIGHT_BASE_URL = 'https://cards.example.com/v1/'
  const client = new Cardwright()
  assert.deepEqual([client.environment, client.baseUrl], ['production', 'https://cards.example.com/v1'])
  delete process.env.CARDWRIGHT_API_KEY
  delete process.env.CARDWRIGHT_BASE_URL
  assert.throws(() => new Cardwright(), ConfigurationError)
  assert.equal(new Cardwright({ apiKey: 'sk_test_x' }).baseUrl, 'http://127.0.0.1:8080/v1')
  for (const wrong of [{ baseUrl: 'cards.example.com' }, { timeoutMs: 0 }, { maxRetries: 1.5 }]) {
    assert.throws(() => new Cardwright({ apiKey: 'sk_test_x', ...wrong }), ConfigurationError)
  }
})

test('a client with a live key cannot call sandbox methods', async () => {
  const { baseUrl, asked } = await scripted([])
  const client = new Cardwright({ apiKey: 'sk_live_x', baseUrl })
  await assert.rejects(client.sandbox.reset(), SandboxOnlyError)
  assert.equal(asked.length, 0)
})

test('headers of the caller are sent but do not replace those of the library', async () => {
  const { client, asked } = await scripted([{}], { headers: { 'X-Team': 'growth', Authorization: 'Bearer other' } })
  await client.cards.freeze('card_1', { headers: { 'x-trace': 't1' } })
  const { headers } = asked[0]!
  assert.deepEqual([headers['x-team'], headers['x-trace']], ['growth', 't1'])
  assert.equal(headers.authorization, 'Bearer sk_test_scripted')
  assert.match(headers['user-agent']!, /^cardwright-node\/\d/)
})

test('undefined values are sent neither in the query nor in the body', async () => {
  const { client, asked } = await scripted([{ body: { data: [] } }, {}])
  await client.cards.list({ label: undefined, per_page: 5 })
  await client.cards.update('card_1', { label: undefined })
  assert.deepEqual([asked[0]!.path, asked[1]!.body], ['/v1/cards?per_page=5', '{}'])
})

test('withOptions returns a new client and leaves the original unchanged', async () => {
  const { client, asked } = await scripted([{}, {}, {}], { headers: { 'x-team': 'growth' }, maxRetries: 5 })
  const other = client.withOptions({ headers: { 'x-trace': 't1' }, timeoutMs: 5, maxRetries: undefined })
  await other.withOptions({ timeoutMs: 30_000 }).sandbox.clock.get()
  await client.sandbox.clock.get()
  assert.deepEqual(
    asked.map(({ headers }) => [headers['x-team'], headers['x-trace'], headers.authorization]),
    [
      ['growth', 't1', 'Bearer sk_test_scripted'],
      ['growth', undefined, 'Bearer sk_test_scripted'],
    ],
  )
  assert.deepEqual([other.baseUrl, other.environment], [client.baseUrl, 'sandbox'])
  assert.throws(() => client.withOptions({ timeoutMs: -1 }), ConfigurationError)
  const live = client.withOptions({ apiKey: 'sk_live_other' })
  assert.equal(live.environment, 'production')
})

test('client.request sends any request with the usual retries and idempotency key', async () => {
  const busy = refusal(503, 'service_unavailable', { 'retry-after': '0' })
  const { client, asked } = await scripted([busy, { status: 201, body: { ok: true } }, { body: { data: [] } }])
  const made = client.request<{ ok: boolean }>('POST', '/new/thing', { body: { amount: 1 } }, { idempotencyKey: 'k1' })
  const { data, response } = await made.withRawResponse()
  assert.deepEqual([data.ok, response.status, response.isReplay], [true, 201, false])
  assert.deepEqual(
    asked.map(({ method, path, body, headers }) => [method, path, body, headers['x-idempotency-key']]),
    Array(2).fill(['POST', '/v1/new/thing', '{"amount":1}', 'k1']),
  )
  await client.request('GET', '/cards', { query: { label: 'a b' } })
  assert.equal(asked[2]!.path, '/v1/cards?label=a+b')
  for (const path of [
    'cards',
    '//host/x',
    '/../admin',
    '/a/%2E%2e/b',
    '/cards?x=1',
    '/cards#x',
    '/{card_id}',
    '/a\\b',
  ]) {
    assert.throws(() => client.request('GET', path), ConfigurationError, path)
  }
  const live = client.withOptions({ apiKey: 'sk_live_x' })
  await assert.rejects(live.request('POST', '/sandbox/reset'), SandboxOnlyError)
  assert.equal(asked.length, 3)
})

const line = (sequence: number, name = 'é') =>
  `id: ${sequence}\nevent: card.created\ndata: ${JSON.stringify({ id: `evt_${sequence}`, type: 'card.created', sequence, data: { label: name } })}\n\n`

test('an event stream that breaks continues after the last event that it has received', async () => {
  const head = { 'content-type': 'text/event-stream' }
  const { client, asked } = await scripted([
    (response) => {
      response.writeHead(200, head).write(`retry: 2000\n\n: still here\n\n${line(8)}`)
      const bytes = Buffer.from(line(9))
      const middle = bytes.indexOf(0xc3) + 1 // The stream is cut within the two bytes of é.
      response.write(bytes.subarray(0, middle), () => {
        setTimeout(() => response.write(bytes.subarray(middle), () => response.socket?.destroy()), 20)
      })
    },
    refusal(503, 'service_unavailable', { 'retry-after': '0' }),
    (response) => void response.writeHead(200, head).write(line(10)),
  ])
  const seen: CardwrightEvent[] = []
  for await (const event of client.events.stream({ after_sequence: 7 })) {
    seen.push(event)
    if (seen.length === 3) break
  }
  assert.deepEqual(
    seen.map((event) => [event.sequence, event.type === 'card.created' && event.data.label]),
    [8, 9, 10].map((sequence) => [sequence, 'é']),
  )
  assert.deepEqual(
    asked.map(({ headers }) => headers['last-event-id']),
    ['7', '9', '9'],
  )
})

test('an event stream without a starting point begins after the newest event', async () => {
  const { client, asked } = await scripted([
    { body: { data: [{ sequence: 41 }], pagination: { page: 1, per_page: 1, total: 41 } } },
    (response) => void response.writeHead(200).write(line(42)),
  ])
  for await (const event of client.events.stream()) {
    assert.equal(event.sequence, 42)
    break
  }
  assert.equal(asked[1]!.headers['last-event-id'], '41')
})

test('an event stream that is refused throws the error of the service', async () => {
  const { client } = await scripted([refusal(401, 'unauthorized')])
  await assert.rejects(client.events.stream({ after_sequence: 0 }).next(), { name: 'UnauthorizedError' })
})
