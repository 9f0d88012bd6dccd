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
  // After this the client checks every result against the schema of its tool.
  await client.listTools()
  return { boss, agent, client }
}

const approve = async (boss: Api, id: string) => done(await boss.post(`/spend-requests/${id}/approve`), 200)

for (const era of ['modern', 'legacy'] as const)
  test(`an agent requests money, is approved, buys, gets the passcode and reports the outcome (${era})`, async () => {
    const { boss, client } = await open(era)
    const self = await used(client, 'whoami')
    assert.deepEqual([self.kind, self.budget.remaining], ['agent', { amount: '200.00', currency: 'USD' }])
    const request = await used(client, 'create_spend_request', asked)
    assert.deepEqual([request.status, request.money], ['pending', { amount: '25.00', currency: 'USD' }])
    assert.ok(request.approval_url.endsWith(`/spend-requests/${request.id}`), request.approval_url)
    await approve(boss, request.id)
    const { card_id } = await used(client, 'get_spend_request', { spend_request_id: request.id })
    const card = await used(client, 'get_card', { card_id })
    assert.deepEqual([card.balance.amount, card.uses], ['25.00', 1])
    const link = await used(client, 'get_reveal_link', { card_id, origin: 'https://shop.example.com' })
    assert.match(link.url, /\/show-card\/rev_\w+$/)
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

test('tool errors contain the messages of the API', async () => {
  const { client } = await open()
  const short = await refused(client, 'create_spend_request', { ...asked, reason: 'short' })
  assert.deepEqual([short.error, short.param, short.code], ['invalid_request', 'reason', 400])
  for (const amount of ['much', '$24.99', 24.999, true, null]) {
    const wrong = await refused(client, 'create_spend_request', { ...asked, amount })
    assert.deepEqual([wrong.error, wrong.param], ['invalid_amount', 'amount'])
    assert.match(wrong.message, / For example: "24\.99"\.$/)
  }
  const large = await refused(client, 'create_spend_request', { ...asked, amount: '201' })
  assert.equal(large.error, 'budget_exceeded')
  const unknown = await refused(client, 'get_card', { card_id: 'card_unknown' })
  assert.deepEqual([unknown.error, unknown.message], ['card_not_found', 'No such card.'])
  assert.match(unknown.request_id, /^req_/)
})

test('a tool accepts an amount as text and as a number', async () => {
  const { client } = await open()
  for (const amount of ['24.99', 24.99, 25, '25']) {
    const { money } = await used(client, 'create_spend_request', { ...asked, amount })
    assert.equal(money.amount, Number(amount).toFixed(2))
  }
})

/** Creates a card that was approved for 25.00, and returns the explanation of the purchase that was tried with it. */
async function declined(purchase: object, body: object = {}) {
  const { boss, client, agent } = await open()
  const request = await used(client, 'create_spend_request', asked)
  const { card_id } = done(await boss.post(`/spend-requests/${request.id}/approve`, body), 200)
  const tried = await boss.post('/sandbox/authorizations', { card_id, amount: 20, merchant: books, ...purchase })
  const { id } = done(tried, 201).transaction
  const explained = await used(client, 'explain_decline', { transaction_id: id })
  return { boss, client, agent, card_id, request, explained }
}

test('a decline is explained with its numbers, what the card allows and what the agent can do', async () => {
  const { explained, boss, card_id, client } = await declined({ amount: 27.5 })
  assert.equal(explained.decline_reason, 'insufficient_funds')
  assert.equal(explained.numbers, '25.00 USD on the card, 27.50 USD asked for')
  assert.deepEqual(explained.charged_by, { name: 'Acme Books', id: null, category: 'specialty_shops', country: 'US' })
  assert.deepEqual(
    [explained.allowed.merchants, explained.allowed.uses, explained.would_pass_now],
    [['*Acme Books*'], 1, false],
  )
  assert.match(explained.remedy, /create_spend_request for the exact total/)
  assert.doesNotMatch(explained.remedy, /fund the card|raise|unfreeze/i)
  done(await boss.post(`/cards/${card_id}/fund`, { amount: 10 }), 200)
  const later = await used(client, 'explain_decline', { transaction_id: explained.transaction_id })
  assert.deepEqual([later.would_pass_now, later.remedy], [true, 'The same purchase would pass now: try it again.'])
})

test('a decline by the name of the merchant says who charged and who is allowed', async () => {
  const { explained } = await declined({ merchant: { ...books, name: 'PAYCO*4411', id: '445566778899001' } })
  assert.equal(explained.decline_reason, 'merchant_not_allowed')
  assert.deepEqual([explained.charged_by.name, explained.charged_by.id], ['PAYCO*4411', '445566778899001'])
  assert.equal(explained.numbers, 'PAYCO*4411 (445566778899001)')
  assert.match(explained.remedy, /compare charged_by with allowed/)
})

test('a decline by a limit says when the limit resets, and a key that may not request money is referred to a person', async () => {
  const { boss } = await open()
  const limits = [{ window: 'day', amount: 10 }]
  const card = done(
    await boss.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 50, controls: { limits } }),
    201,
  )
  const tried = await boss.post('/sandbox/authorizations', { card_id: card.id, amount: 20, merchant: books })
  const { id } = done(tried, 201).transaction
  const reader = await anotherKey(service, boss, { rights: { scopes: ['transactions:read'] } })
  const client = await connected(service.url, reader.key)
  after(() => client.close())
  const explained = await used(client, 'explain_decline', { transaction_id: id })
  assert.match(explained.numbers, /^0\.00 USD of 10\.00 USD used this day, 20\.00 USD more; resets at /)
  assert.match(explained.resets_at, /T00:00:00\.000Z$/)
  assert.deepEqual([explained.allowed, explained.charged_by.name], [null, 'Acme Books'])
  assert.match(explained.remedy, /^Ask the person who manages the card\. Raise the limit/)
})

test('all times that a key sees are in workspace time, also in a sandbox whose clock was moved', async () => {
  const boss = await workspaceWith(service, 1000)
  const expiresAt = new Date(Date.now() + 86_400_000)
  const agent = await anotherKey(service, boss, {
    rights: { ...rights, budget: { amountCents: 100n, window: 'day' }, expiresAt },
  })
  done(await boss.post('/sandbox/clock/advance', { seconds: 10 * 86_400 }), 200)
  const askedAt = Date.now()
  const self = done(await agent.get('/keys/self'), 200)
  const inHours = (Date.parse(self.budget.resets_at) - askedAt) / 3_600_000
  // The day may end while the request is under way, which takes less than a tenth of an hour.
  assert.ok(inHours > 0 && inHours <= 24.1, `the limit resets in ${inHours} hours`)
  assert.equal(self.expires_at, expiresAt.toISOString())
})

test('an outcome that abandons the purchase ends the card', async () => {
  const { client, boss } = await open()
  const request = await used(client, 'create_spend_request', asked)
  const { card_id } = await approve(boss, request.id)
  const ended = await used(client, 'report_outcome', { spend_request_id: request.id, outcome: 'abandoned' })
  assert.deepEqual([ended.status, ended.outcome], ['canceled', 'abandoned'])
  assert.equal((await used(client, 'get_card', { card_id })).status, 'terminated')
  assert.equal((await used(client, 'whoami')).budget.remaining.amount, '200.00')
  await service.audit()
})
