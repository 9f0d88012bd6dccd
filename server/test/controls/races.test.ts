// Hundreds of concurrent purchases through two processes. No limit allows one use or one cent too many, and none
// declines a purchase that it should allow.

import assert from 'node:assert/strict'
import { type Answer, type Api, apiOf, startTestService } from '../harness.ts'
import { assertConserved, booksOf, newCard, ok, ownerOf, shop, summaryOf, walletOf } from '../money/books.ts'
import { atOnce, count, noServerError, test } from '../money/race-scene.ts'
import { secondService } from '../money/second-service.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const owner = ownerOf(service)
const second = await secondService(service, { DEPOSIT_FEE_BPS: '0' })
const MERCHANTS = 300

type Ask = { amount: number; merchant?: object }

/** Sends the purchases concurrently, every other one through the second process. */
async function askAtOnce(api: Api, card: string, ask: (n: number) => Ask): Promise<Answer[]> {
  const other = apiOf(second.url, api.key)
  const answers = await atOnce(MERCHANTS, (n) =>
    (n % 2 ? other : api).post('/sandbox/authorizations', { card_id: card, merchant: shop, ...ask(n) }),
  )
  noServerError(answers)
  return answers
}

const approvedOf = (answers: Answer[]) => answers.filter(({ body }) => body.approved)
const declinedFor = (answers: Answer[], reason: string) => count(answers, ({ body }) => body.decline_reason === reason)
const limitsOf = async (api: Api, card: string) => ok(await api.get(`/cards/${card}/limits`)).data

test('of 300 concurrent purchases on a card with five uses five are approved, and the card is terminated', async () => {
  const api = await service.fundedWorkspace(2_000)
  const before = (await walletOf(api)).balance
  const card = await newCard(api, 1_000, { controls: { uses: 5 } })
  const answers = await askAtOnce(api, card, () => ({ amount: 2 }))
  assert.equal(approvedOf(answers).length, 5)
  assert.equal(declinedFor(answers, 'card_terminated'), MERCHANTS - 5)
  const { status, balance, held } = await summaryOf(api, card)
  assert.deepEqual([status, balance, held], ['terminated', 0, 10])
  assert.equal((await walletOf(api)).balance, before - 10, 'the amount that was not held returned to the wallet')
  for (const { body } of approvedOf(answers))
    ok(await api.post(`/sandbox/authorizations/${body.transaction.id}/settle`), 201)
  assert.equal((await summaryOf(api, card)).held, 0)
  assertConserved(await booksOf(owner, card))
})

test('concurrent authorizations of up to one dollar do not count as uses', async () => {
  const api = await service.fundedWorkspace(2_000)
  const card = await newCard(api, 1_000, { controls: { uses: 5 } })
  const answers = await askAtOnce(api, card, (n) => ({ amount: n % 3 === 0 ? 1.01 : 1 }))
  const counted = approvedOf(answers).filter(({ body }) => body.transaction.amount < -1)
  assert.equal(counted.length, 5)
  const verified = approvedOf(answers).filter(({ body }) => body.transaction.amount === -1)
  assert.ok(verified.length <= 3, `${verified.length} verifications`)
  const expected = ['card_terminated', 'use_limit_reached']
  assert.ok(
    answers.every(({ body }) => body.approved || expected.includes(body.decline_reason)),
    JSON.stringify([...new Set(answers.map(({ body }) => body.decline_reason))]),
  )
  assertConserved(await booksOf(owner, card))
})

test('of 300 concurrent purchases on a card with a limit of ten per day ten are approved', async () => {
  const api = await service.fundedWorkspace(2_000)
  const card = await newCard(api, 1_000, { controls: { limits: [{ window: 'day', count: 10 }] } })
  const answers = await askAtOnce(api, card, () => ({ amount: 2 }))
  assert.equal(approvedOf(answers).length, 10)
  const declined = answers.filter(({ body }) => !body.approved)
  for (const { body } of declined) {
    const { resets_at, ...detail } = body.transaction.decline_detail
    const expected = { window: 'day', categories: [], unit: 'count', limit: 10, used: 10 }
    assert.deepEqual([body.decline_reason, detail], ['limit_exceeded', expected])
    assert.match(resets_at, /T00:00:00\.000Z$/)
  }
  const [, day] = await limitsOf(api, card)
  assert.deepEqual([day.used_count, day.remaining_count, day.used_amount], [10, 0, 20])
  assertConserved(await booksOf(owner, card))
})

test('of 300 concurrent purchases a limit of 100.00 per week approves what fits to the cent', async () => {
  const api = await service.fundedWorkspace(2_000)
  const card = await newCard(api, 1_000, { controls: { limits: [{ window: 'week', amount: 100 }] } })
  const answers = await askAtOnce(api, card, () => ({ amount: 3.34 }))
  assert.equal(approvedOf(answers).length, 29)
  assert.equal(declinedFor(answers, 'limit_exceeded'), MERCHANTS - 29)
  const [, week] = await limitsOf(api, card)
  assert.deepEqual([week.used_amount, week.remaining_amount], [96.86, 3.14])
})

test('of several merchants that concurrently charge a card with a merchant lock one is approved', async () => {
  const api = await service.fundedWorkspace(2_000)
  const card = await newCard(api, 1_000, { controls: { merchant_lock: 'first' } })
  const merchants = Array.from({ length: 6 }, (_, n) => ({ ...shop, id: `M-${n}`, name: `Shop ${n}` }))
  const answers = await askAtOnce(api, card, (n) => ({ amount: 2, merchant: merchants[n % 6]! }))
  const approved = approvedOf(answers)
  const names = new Set(approved.map(({ body }) => body.transaction.merchant.name))
  assert.deepEqual([names.size, approved.length], [1, MERCHANTS / 6])
  assert.equal(declinedFor(answers, 'merchant_not_allowed'), MERCHANTS - MERCHANTS / 6)
  const { controls } = await summaryOf(api, card)
  assert.deepEqual(controls.locked_to.name, [...names][0])
})

test('concurrent authorizations and reversals never exceed a count limit', async () => {
  const api = await service.fundedWorkspace(2_000)
  const card = await newCard(api, 1_000, { controls: { limits: [{ window: 'day', count: 3 }] } })
  const other = apiOf(second.url, api.key)
  let reversed = 0
  const answers = await atOnce(100, async (n) => {
    const each = n % 2 ? other : api
    const answer = await each.post('/sandbox/authorizations', { card_id: card, amount: 2, merchant: shop })
    if (!answer.body.approved || n % 3 === 0) return answer
    ok(await api.post(`/sandbox/authorizations/${answer.body.transaction.id}/reverse`))
    reversed += 1
    return answer
  })
  noServerError(answers)
  const open = approvedOf(answers).length - reversed
  assert.ok(open <= 3, `${open} open authorizations`)
  const [, day] = await limitsOf(api, card)
  assert.deepEqual([day.used_count, day.used_amount], [open, open * 2])
})

test('limits that are set during concurrent purchases count every purchase', async () => {
  const api = await service.fundedWorkspace(2_000)
  const card = await newCard(api, 1_000)
  const windows = ['day', 'week', 'month', 'year', 'all_time']
  const limits = windows.map((window) => ({ window, count: 40, amount: 90 }))
  const change = (n: number) =>
    api.patch(`/cards/${card}`, { controls: { limits: limits.slice(0, 1 + (n % 5)), uses: 200 + n } })
  const [answers, changed] = await Promise.all([
    askAtOnce(api, card, () => ({ amount: 2 })),
    atOnce(10, (n) => change(n)),
  ])
  noServerError(changed)
  ok(await api.patch(`/cards/${card}`, { controls: { limits } }))
  const approved = approvedOf(answers).length
  const { data, uses } = ok(await api.get(`/cards/${card}/limits`))
  assert.equal(uses.used, approved)
  for (const { used_count, used_amount } of data.slice(1))
    assert.deepEqual([used_count, used_amount], [approved, approved * 2])
  assertConserved(await booksOf(owner, card))
})

test('forced settlements are all posted during concurrent authorizations, and the uses terminate the card once', async () => {
  const api = await service.fundedWorkspace(2_000)
  const card = await newCard(api, 1_000, { controls: { uses: 5 } })
  const answers = await atOnce(100, (n) =>
    n % 10 === 0
      ? api.post('/sandbox/settlements', { card_id: card, amount: 0.5, merchant: shop })
      : api.post('/sandbox/authorizations', { card_id: card, amount: 2, merchant: shop }),
  )
  noServerError(answers)
  assert.equal(
    count(answers, ({ body }) => body.type === 'settlement'),
    10,
  )
  assert.ok(approvedOf(answers).length <= 5, `${approvedOf(answers).length} approved`)
  assert.equal((await summaryOf(api, card)).status, 'terminated')
  assertConserved(await booksOf(owner, card))
})

test('the books balance', () => service.audit())
