// Requests: content types, raw bodies, sizes and unknown parameters.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { assertError, assertNothingChanges, BIN, bearer, newCard, send } from './assertions.ts'

const service = await startTestService()
const api = await service.fundedWorkspace(10_000)
const { id } = await newCard(api)
const valid = JSON.stringify({ bin_id: BIN, amount: 1 })
const json = { 'content-type': 'application/json' }
const post = (path: string, body: string | Buffer | undefined, headers: Record<string, string> = {}, chunked = false) =>
  send(service, {
    method: 'POST',
    path: `/v1${path}`,
    headers: { ...bearer(api), ...headers },
    ...(body !== undefined && { body }),
    chunked,
  })

for (const type of [
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/json;charset=UTF-8',
]) {
  test(`Content-Type: ${type} is accepted`, async () => {
    assert.equal((await post('/cards', valid, { 'content-type': type })).status, 201)
  })
}

const wrongTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json',
  'application/xml',
  'application/jsonp',
  'application/vnd.api+json',
  'json',
  '*/*',
]
for (const type of [undefined, ...wrongTypes]) {
  test(`a body with ${type ? `Content-Type: ${type}` : 'no content type'} returns 400 and changes nothing`, async () => {
    const refused = await assertNothingChanges(service, api, [id], () =>
      post('/cards', valid, type ? { 'content-type': type } : {}),
    )
    assertError(refused, 400, 'invalid_request')
  })
}

// If no field is required, no body, an empty body and {} are the same, with or without a content type.
const emptyBodies: [what: string, body: string | undefined, headers: Record<string, string>, chunked: boolean][] = [
  ['no body', undefined, {}, false],
  ['no body and a content type', undefined, json, false],
  ['an empty body', '', {}, false],
  ['an empty body and a content type', '', json, false],
  ['an empty body and another content type', '', { 'content-type': 'text/plain' }, false],
  ['an empty chunked body', '', {}, true],
  ['{}', '{}', json, false],
  ['{} with spaces', ' { } \n', json, false],
]
for (const [what, body, headers, chunked] of emptyBodies) {
  test(`${what} is the same as {} if no field is required`, async () => {
    for (const verb of ['freeze', 'unfreeze'])
      assert.equal((await post(`/cards/${id}/${verb}`, body, headers, chunked)).status, 200)
    const card = await newCard(api, { amount: 1 })
    const options = {
      path: `/v1/cards/${card.id}`,
      headers: { ...bearer(api), ...headers },
      ...(body !== undefined && { body }),
      chunked,
    }
    assert.equal((await send(service, { method: 'PATCH', ...options })).status, 200)
    assert.equal((await send(service, { method: 'DELETE', ...options })).status, 200)
  })
}

test('no body returns 400 with the name of a field if fields are required', async () => {
  for (const [body, headers] of [
    [undefined, {}],
    ['', json],
    ['', {}],
  ] as const) {
    const refused = await post(`/cards/${id}/fund`, body, headers)
    assertError(refused, 400, 'invalid_amount', 'amount')
  }
})

test('DELETE rejects a body that has a field', async () => {
  const refused = await assertNothingChanges(service, api, [id], () =>
    send(service, {
      method: 'DELETE',
      path: `/v1/cards/${id}`,
      headers: { ...bearer(api), ...json },
      body: '{"force":true}',
    }),
  )
  assertError(refused, 400, 'invalid_request', 'force')
})

const padded = (bytes: number) => valid.slice(0, -1) + ' '.repeat(bytes - valid.length) + valid.slice(-1)
for (const chunked of [false, true]) {
  const how = chunked ? 'chunked' : 'with Content-Length'
  test(`a body of 64 KiB is accepted, sent ${how}`, async () => {
    assert.equal((await post('/cards', padded(65_536), json, chunked)).status, 201)
  })
  test(`a body of one byte more than 64 KiB returns 400 and changes nothing, sent ${how}`, async () => {
    const refused = await assertNothingChanges(service, api, [id], () => post('/cards', padded(65_537), json, chunked))
    assertError(refused, 400, 'invalid_request')
  })
  test(`a body that is not UTF-8 returns 400 and changes nothing, sent ${how}`, async () => {
    const body = Buffer.concat([
      Buffer.from(`{"bin_id":"${BIN}","amount":1,"label":"`),
      Buffer.from([0xff, 0xfe, 0xc3]),
      Buffer.from('"}'),
    ])
    const refused = await assertNothingChanges(service, api, [id], () => post('/cards', body, json, chunked))
    assertError(refused, 400, ['invalid_json', 'invalid_request'])
  })
}

test('a compressed body returns 400', async () => {
  assertError(
    await post('/cards', Buffer.from('1f8b0800000000000003ab', 'hex'), { ...json, 'content-encoding': 'gzip' }),
    400,
    ['invalid_json', 'invalid_request'],
  )
})

test('text in any script is returned as it was sent', async () => {
  const label = 'é 漢字 🦊 \u202e \u00a0'
  const { body } = await post('/cards', JSON.stringify({ bin_id: BIN, amount: 1, label }), json)
  assert.equal(body.label, label)
  assert.equal((await api.get(`/cards/${body.id}`)).body.label, label)
})

test('escaped and plain text in JSON mean the same', async () => {
  const { body } = await post('/cards', `{"bin_id":"${BIN}","amount":1,"\\u006cabel":"\\ud83e\\udd8a"}`, json)
  assert.equal(body.label, '🦊')
})

test('numbers can be written in any JSON notation', async () => {
  for (const [text, amount] of [
    ['1.00', 1],
    ['1e0', 1],
    ['10E-1', 1],
    ['1.50', 1.5],
    ['0.15e1', 1.5],
  ] as const) {
    assert.equal((await post('/cards', `{"bin_id":"${BIN}","amount":${text}}`, json)).body.balance, amount)
  }
})

const writes: [method: string, path: string, body?: object][] = [
  ['POST', '/cards', { bin_id: BIN, amount: 1 }],
  ['PATCH', `/cards/${id}`, { label: 'x' }],
  ['DELETE', `/cards/${id}`],
  ['POST', `/cards/${id}/freeze`],
  ['POST', `/cards/${id}/unfreeze`],
  ['POST', `/cards/${id}/fund`, { amount: 1 }],
  ['POST', `/cards/${id}/withdraw`, { amount: 1 }],
  ['POST', '/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }],
]
for (const [method, path, body] of writes) {
  test(`${method} ${path.replace(id, '{card_id}')} rejects query parameters and changes nothing`, async () => {
    const options = body
      ? { headers: { ...bearer(api), ...json }, body: JSON.stringify(body) }
      : { headers: bearer(api) }
    const refused = await assertNothingChanges(service, api, [id], () =>
      send(service, { method, path: `/v1${path}?dry_run=true`, ...options }),
    )
    assertError(refused, 400, 'invalid_request', 'dry_run')
  })
}

test('GET /cards/{card_id} rejects query parameters', async () => {
  assertError(await api.get(`/cards/${id}?expand=details`), 400, 'invalid_request', 'expand')
})

test('no input can change the prototype of an object', async () => {
  await post('/cards', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}', json)
  await post('/cards', `{"bin_id":"${BIN}","amount":1,"metadata":{"__proto__":"polluted"}}`, json)
  await api.get('/cards?__proto__[polluted]=1')
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})

test('the books balance', () => service.audit())
