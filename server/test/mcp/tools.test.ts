// What an agent sees and does through /mcp, with the official client in both eras of the protocol.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workspaceWith } from '../contract/assertions.ts'
import { type Api, startTestService } from '../harness.ts'
import { anotherKey, done } from '../sandbox/scene.ts'
import { connected, refused, used } from './mcp-clients.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' }, { worker: true })

const rights = { kind: 'agent', ownCards: true, budget: { amountCents: 20_000n, window: 'month' } } as const
const asked = {
  amount: '25.00',
  merchant_name: 'Acme Books',
  merchant_url: 'https://books.example/manual',
  reason: 'The manual for the printer in room 4.',
}
const books = { name: 'Acme Books', mcc: '5942', country: 'US' }

async function open(era: 'modern' | 'legacy' = 'modern', options = {}) {
  const boss = await workspaceWith(service, 1000)
  const agent = await anotherKey(service, boss, { rights })
  const client = await connected(service.url, agent.key, era, options)
  after(() => client.close())
  return { boss, agent, client }
}

const approve = async (boss: Api, id: string) => done(await boss.post(`/spend-requests/${id}/approve`), 200)

for (const era of ['modern', 'legacy'] as const)
  test(`an agent asks, is approved, buys, learns the passcode and reports (${era})`, async () => {
    const { boss, client } = await open(era)
    const self = await used(client, 'whoami')
    assert.deepEqual([self.kind, self.budget.remaining], ['agent', { amount: '200.00', currency: 'USD' }])
    const request = await used(client, 'create_spend_request', asked)
    assert.deepEqual([request.status, request.money], ['pending', { amount: '25.00', currency: 'USD' }])
    assert.ok(request.approval_url.endsWith(`/spend-requests/${request.id}`))
    await approve(boss, request.id)
    const { card_id } = await used(client, 'get_spend_request', { spend_request_id: request.id })
    const card = await used(client, 'get_card', { card_id })
    assert.deepEqual([card.balance.amount, card.uses], ['25.00', 1])
    const link = await used(client, 'get_reveal_link', { card_id, origin: 'https://shop.example.com' })
    assert.match(link.url, /\/reveal\/rev_\w+#/)
    const waiting = used(client, 'wait_for_passcode', { card_id })
    const challenge = done(await boss.post('/sandbox/3ds', { card_id, amount: 20, merchant: books.name }), 201)
    assert.equal((await waiting).passcode.challenge_id, challenge.id)
    assert.equal((await waiting).passcode.passcode, challenge.otp)
    const bought = await boss.post('/sandbox/authorizations', { card_id, amount: 20, merchant: books })
    assert.equal(done(bought, 201).approved, true)
    const { data } = await used(client, 'list_transactions', { card_id })
    assert.deepEqual(data[0].money, { amount: '-20.00', currency: 'USD' })
    const reported = await used(client, 'report_outcome', { spend_request_id: request.id, outcome: 'success' })
    assert.equal(reported.outcome, 'success')
    assert.equal(done(await boss.get(`/spend-requests/${request.id}`), 200).outcome, 'success')
  })

test('errors are in the words of the API', async () => {
  const { client } = await open()
  const short = await refused(client, 'create_spend_request', { ...asked, reason: 'short' })
  assert.deepEqual([short.error, short.param, short.code], ['invalid_request', 'reason', 400])
  const wrong = await refused(client, 'create_spend_request', { ...asked, amount: 'much' })
  assert.deepEqual([wrong.error, wrong.param], ['invalid_amount', 'amount'])
  const large = await refused(client, 'create_spend_request', { ...asked, amount: '201' })
  assert.equal(large.error, 'budget_exceeded')
  const unknown = await refused(client, 'get_card', { card_id: 'card_unknown' })
  assert.deepEqual([unknown.error, unknown.message], ['card_not_found', 'No such card.'])
  assert.match(unknown.request_id, /^req_/)
})
