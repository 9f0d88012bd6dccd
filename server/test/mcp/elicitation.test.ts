// A client that can open pages is sent to the approval page directly (URL elicitation), with the official client.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workspaceWith } from '../contract/assertions.ts'
import { type Api, startTestService } from '../harness.ts'
import { anotherKey, done } from '../sandbox/scene.ts'
import { connected, httpTransport, newClient, refused, used } from './mcp-clients.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const budget = { amountCents: 20_000n, window: 'month' } as const
const asked = { amount: '5', merchant_name: 'Acme Books', reason: 'The manual for the printer.' }
const URL_MODE = { capabilities: { elicitation: { url: {} } } }

type Shown = { mode: string; url: string; message: string }
type Answer = 'accept' | 'decline' | 'cancel'

/** A client whose user does something with the page and then answers. */
async function withPerson(key: string, meet: (shown: Shown) => Promise<Answer>) {
  const client = newClient('modern', URL_MODE)
  client.setRequestHandler('elicitation/create', async ({ params }) => ({ action: await meet(params as Shown) }))
  await client.connect(httpTransport(service.url, key))
  after(() => client.close())
  return client
}

async function open() {
  const boss = await workspaceWith(service, 100)
  const agent = await anotherKey(service, boss, { rights: { kind: 'agent', ownCards: true, budget } })
  return { boss, agent }
}

const countOf = async (api: Api): Promise<number> => done(await api.get('/spend-requests'), 200).pagination.total

test('a person approves on the page, and the same tool call returns the card', async () => {
  const { boss, agent } = await open()
  const shown: Shown[] = []
  const client = await withPerson(agent.key, async (page) => {
    shown.push(page)
    done(await boss.post(`/spend-requests/${page.url.split('/').at(-1)}/approve`), 200)
    return 'accept'
  })
  const request = await used(client, 'create_spend_request', asked)
  assert.equal(request.status, 'approved')
  assert.match(request.card_id, /^card_/)
  assert.deepEqual(
    shown.map(({ mode, url, message }) => ({ mode, url, message })),
    [{ mode: 'url', url: request.approval_url, message: 'Decide on 5.00 USD for Acme Books.' }],
  )
  assert.equal(await countOf(boss), 1)
})

for (const action of ['accept', 'decline', 'cancel'] as const)
  test(`the answer ${action} decides nothing, and leaves one pending request`, async () => {
    const { boss, agent } = await open()
    const client = await withPerson(agent.key, async () => action)
    const request = await used(client, 'create_spend_request', asked)
    assert.deepEqual([request.status, request.card_id], ['pending', null])
    assert.equal(await countOf(boss), 1)
  })

test('no page is shown for a request that the policy approves or that is rejected', async () => {
  const { boss } = await open()
  const spendPolicy = { auto_approve: { per_request: 500, per_day: 500 }, merchants: [], confirm_above: null }
  const agent = await anotherKey(service, boss, { rights: { kind: 'agent', ownCards: true, budget, spendPolicy } })
  const client = await withPerson(agent.key, () => assert.fail('a page was shown'))
  assert.equal((await used(client, 'create_spend_request', asked)).status, 'approved')
  const large = await refused(client, 'create_spend_request', { ...asked, amount: '201' })
  assert.equal(large.error, 'budget_exceeded')
})

test('a client that supports only forms, no elicitation or an older version gets the URL as a result', async () => {
  for (const [era, capabilities] of [
    ['modern', { elicitation: { form: {} } }],
    ['modern', {}],
    ['legacy', { elicitation: { url: {} } }],
  ] as const) {
    const { agent } = await open()
    const client = await connected(service.url, agent.key, era, { capabilities })
    const request = await used(client, 'create_spend_request', asked)
    assert.ok(request.approval_url.endsWith(`/spend-requests/${request.id}`), request.approval_url)
    await client.close()
  }
})

test('a state that names the request of another agent reveals nothing and creates nothing', async () => {
  const { boss, agent } = await open()
  const other = await anotherKey(service, boss, { rights: { kind: 'agent', ownCards: true, budget } })
  const theirs = done(
    await other.post('/spend-requests', { amount: 5, merchant: { name: 'Acme Books' }, reason: asked.reason }),
    201,
  )
  for (const requestState of [theirs.id, 'spr_unknown', '../cards', '']) {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': URL_MODE.capabilities,
    }
    const params = { name: 'create_spend_request', arguments: asked, requestState, _meta: meta }
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${agent.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'create_spend_request',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    const text = await response.text()
    assert.match(text, /spend_request_not_found|not_found/, text)
    assert.ok(!text.includes('card_id'), text)
  }
  assert.equal(await countOf(boss), 1)
})
