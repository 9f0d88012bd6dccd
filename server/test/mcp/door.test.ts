// Which clients have access to /mcp, and which tools they see.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Scope, scopeNames } from '../../src/accounts/scopes.ts'
import { INSTRUCTIONS } from '../../src/mcp/build-server.ts'
import { tools } from '../../src/mcp/tools.ts'
import { startTestService } from '../harness.ts'
import { anotherKey } from '../sandbox/scene.ts'
import { connected, namesOf, refused, used } from './mcp-clients.ts'

const service = await startTestService()
const owner = await service.fundedWorkspace()

const scopeOf: Record<string, Scope | null> = {
  whoami: null,
  list_cards: 'cards:read',
  get_card: 'cards:read',
  get_balance: 'wallet:read',
  list_transactions: 'transactions:read',
  explain_decline: 'transactions:read',
  create_spend_request: 'spend_requests:write',
  get_spend_request: 'spend_requests:read',
  cancel_spend_request: 'spend_requests:write',
  freeze_card: 'cards:write',
  wait_for_passcode: '3ds:read',
  get_reveal_link: 'details:read',
  report_outcome: 'spend_requests:write',
}

test('the table of this test names every tool', () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    Object.keys(scopeOf),
  )
})

for (const scope of scopeNames)
  test(`a key with only ${scope} sees the tools of that scope and cannot call others`, async () => {
    const { key } = await anotherKey(service, owner, { rights: { scopes: [scope] } })
    const client = await connected(service.url, key)
    const seen = Object.keys(scopeOf).filter((name) => scopeOf[name] === null || scopeOf[name] === scope)
    assert.deepEqual(await namesOf(client), seen)
    const hidden = Object.keys(scopeOf).find((name) => !seen.includes(name))!
    await assert.rejects(client.callTool({ name: hidden, arguments: {} }))
    await client.close()
  })

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

function send(headers: Record<string, string>, body: unknown = ping, url = service.url): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  })
}
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

test('/mcp rejects a missing, wrong or expired key and a key that is used from a disallowed address', async () => {
  const expired = await anotherKey(service, owner, { rights: { expiresAt: new Date(Date.now() - 1) } })
  const elsewhere = await anotherKey(service, owner, { rights: { ipAllow: ['192.0.2.0/24'] } })
  assert.equal((await send({})).status, 401)
  assert.equal((await send({ cookie: 'cardwright.session_token=x' })).status, 401)
  assert.equal((await send(bearer('sk_test_wrong'))).status, 401)
  assert.equal((await send(bearer(expired.key))).status, 401)
  assert.equal((await send(bearer(elsewhere.key))).status, 403)
  assert.equal((await send(bearer(owner.key))).status, 200)
})

test('/mcp rejects a request from a page of another origin', async () => {
  assert.equal((await send({ ...bearer(owner.key), origin: 'https://evil.example' })).status, 403)
})

test('/mcp rejects batches of messages and invalid messages without a server error', async () => {
  assert.equal((await send(bearer(owner.key), [ping, ping])).status, 400)
  for (const body of [null, 7, 'x', {}, { jsonrpc: '2.0' }, { ...ping, method: 'tools/call', params: 7 }])
    assert.ok((await send(bearer(owner.key), body)).status < 500, JSON.stringify(body))
})

test('each message counts once in the rate limit, and a tool call also counts the requests that it makes', async () => {
  const limited = await startTestService({ RATE_LIMIT_PER_MINUTE: '4' })
  const { key } = await limited.workspace()
  const left = async () => Number((await send(bearer(key), ping, limited.url)).headers.get('x-ratelimit-remaining'))
  assert.equal(await left(), 3)
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'whoami', arguments: {} } }
  await (await send(bearer(key), call, limited.url)).text()
  assert.equal(await left(), 1)
  const invalid = { ...call, params: { name: 'get_card', arguments: {} } }
  await (await send(bearer(key), invalid, limited.url)).text()
  assert.equal((await send(bearer(key), ping, limited.url)).status, 429)
})

test('a tool call that is repeated with the same idempotency key has one effect', async () => {
  const client = await connected(service.url, owner.key)
  const asked = {
    amount: '5',
    merchant_name: 'Acme Books',
    reason: 'The manual for the printer.',
    idempotency_key: 'k1',
  }
  const [one, two] = [
    await used(client, 'create_spend_request', asked),
    await used(client, 'create_spend_request', asked),
  ]
  assert.equal(one.id, two.id)
  const other = await refused(client, 'create_spend_request', { ...asked, amount: '6' })
  assert.equal(other.error, 'idempotency_key_reused')
  await client.close()
})

test('tool descriptions say what a tool does and promise nothing that it cannot do', () => {
  for (const { name, title, description, effect, routes, output } of tools) {
    assert.match(description, /^[A-Z].{30,700}\.$/s, name)
    assert.ok(title.length < 50, name)
    assert.doesNotMatch(description, /card number|\bPAN\b|CVV|unfreeze|raise|top up|reveal/i, name)
    assert.equal(
      effect === 'reads',
      routes.every(({ method }) => method === 'GET'),
      name,
    )
    assert.doesNotMatch(JSON.stringify(output), /"(pan|cvv|number|secret|api_key|otp|token)"/, name)
    assert.equal(/passcode/.test(JSON.stringify(output)), name === 'wait_for_passcode', name)
  }
  const known = new Set(tools.map(({ name }) => name))
  const texts = [INSTRUCTIONS, ...tools.map(({ description }) => description)]
  const words = /\b(?:get|list|create|cancel|freeze|wait|report|explain)_\w+/g
  for (const [named] of texts.flatMap((text) => [...text.matchAll(words)])) assert.ok(known.has(named), named)
})
