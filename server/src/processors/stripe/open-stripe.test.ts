import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { HOLDER, issueTo, newCardId, stripeOf, stripeWith } from '../../../test/processors/stripe-messages.ts'
import { openStripeWorld } from '../../../test/processors/stripe-world.ts'
import type { Fault } from '../../../test/processors/world.ts'
import { newUuid } from '../../ids.ts'
import { ProcessorRefused, ProcessorSilent } from '../processor.ts'

const ask = async () => assert.fail('nothing is asked here')
const world = await openStripeWorld({ seed: 1, clock: () => new Date(), ask })
after(() => world.close())
const stripe = stripeOf(world)
const holder = await stripe.createHolder(HOLDER, newUuid())

beforeEach(() => {
  world.faults.length = 0
  world.calls.length = 0
})

test('a card is created active with our id and returns what Stripe has chosen', async () => {
  const cardId = newCardId()
  const card = await issueTo(stripe, holder, cardId)
  assert.deepEqual(world.cards.get(card.externalId), { cardId, state: 'active' })
  assert.match(card.last4, /^\d{4}$/)
  assert.deepEqual(card.expiry, { month: 8, year: 2030 })
  assert.equal(card.network, 'visa')
  assert.equal(card.state, 'active')
})

test('an idempotency key creates one holder and one card, and another card with the same key is rejected', async () => {
  const key = newUuid()
  const cardId = newCardId()
  const first = await issueTo(stripe, holder, cardId, key)
  assert.deepEqual(await issueTo(stripe, holder, cardId, key), first)
  await assert.rejects(
    issueTo(stripe, holder, newCardId(), key),
    (error) => error instanceof ProcessorSilent && error.isKeySpent,
  )
  assert.equal([...world.cards.values()].filter((each) => each.cardId === cardId).length, 1)
  const holderKey = newUuid()
  assert.equal(await stripe.createHolder(HOLDER, holderKey), await stripe.createHolder(HOLDER, holderKey))
})

test('a holder has the address of the account, and the mail address and phone number of the operator for passcodes', async () => {
  const reachable = stripeOf({ ...world, options: { holder_email: 'a@example.com', holder_phone: '+12025550123' } })
  const id = await reachable.createHolder(HOLDER, newUuid())
  const { email, phone_number, billing, metadata, type } = world.state.cardholders.get(id)!
  assert.deepEqual([email, phone_number, type], ['a@example.com', '+12025550123', 'company'])
  assert.deepEqual(billing.address, {
    line1: '1 Example Street',
    line2: null,
    city: 'Wilmington',
    state: 'DE',
    postal_code: '19801',
    country: 'US',
  })
  assert.deepEqual(metadata, { cardwright_account: HOLDER.accountId })
})

test('the name of a holder is converted to one that Stripe can print', async () => {
  const id = await stripe.createHolder({ ...HOLDER, name: 'Żółć & Søns 24/7 International Holding' }, newUuid())
  assert.equal(world.state.cardholders.get(id)!.name, 'Zolc Sons International')
  const named = await stripe.createHolder({ ...HOLDER, name: '株式会社 42' }, newUuid())
  assert.equal(world.state.cardholders.get(named)!.name, 'Cardholder')
})

test('a card whose creation was not answered is found among many others, and one that was not created is not', async () => {
  const cardId = newCardId()
  world.faults.push('silent after effect')
  await assert.rejects(issueTo(stripe, holder, cardId), ProcessorSilent)
  for (let count = 0; count < 101; count++) await issueTo(stripe, holder)
  const found = await stripe.find(cardId, holder)
  assert.equal(world.cards.get(found!.externalId)!.cardId, cardId)
  assert.equal(world.calls.filter((call) => call === 'GET /v1/issuing/cards').length, 2)
  const lost = newCardId()
  world.faults.push('silent before effect')
  await assert.rejects(issueTo(stripe, holder, lost), ProcessorSilent)
  assert.equal(await stripe.find(lost, holder), undefined)
})

test('the state of a card is pushed and observed, closing it is final, and closing it twice is allowed', async () => {
  const { externalId } = await issueTo(stripe, holder)
  assert.deepEqual(await stripe.setState(externalId, 'frozen', newUuid()), { state: 'frozen' })
  assert.deepEqual(await stripe.observe(externalId), { state: 'frozen' })
  assert.deepEqual(await stripe.setState(externalId, 'active', newUuid()), { state: 'active' })
  assert.deepEqual(await stripe.setState(externalId, 'closed', newUuid()), { state: 'closed' })
  assert.deepEqual(await stripe.setState(externalId, 'closed', newUuid()), { state: 'closed' })
  await assert.rejects(stripe.setState(externalId, 'active', newUuid()), /This card is canceled/)
  assert.equal(world.cards.get(externalId)!.state, 'closed')
})

test('the number and the CVV are read from the API of Stripe', async () => {
  const { externalId, last4 } = await issueTo(stripe, holder)
  assert.deepEqual(await stripe.reveal(externalId), { number: `400000000000${last4}`, cvv: '123' })
})

const calls: [string, () => Promise<unknown>][] = [
  ['createHolder', () => stripe.createHolder(HOLDER, newUuid())],
  ['issue', () => issueTo(stripe, holder)],
  ['find', () => stripe.find(newCardId(), holder)],
  ['observe', () => stripe.observe('ic_none')],
  ['setState', () => stripe.setState('ic_none', 'frozen', newUuid())],
  ['reveal', () => stripe.reveal('ic_none')],
  ['since', () => stripe.since(undefined)],
  ['totals', () => stripe.totals('2026-11-16')],
  ['balance', () => stripe.balance()],
  ['connect', () => stripe.connect({ decisions: 'https://example.com/d', events: 'https://example.com/e' })],
]

for (const [name, call] of calls) {
  test(`${name}: a rate limit, a server error and a time-out count as no answer, and a refusal has Stripe's message`, async () => {
    const silences: Fault[] = ['limit', 'fail', 'silent before effect', 'silent after effect']
    for (const fault of silences) {
      world.faults.push(fault)
      await assert.rejects(call(), ProcessorSilent, fault)
    }
    world.faults.push('refuse', 'refuse')
    await assert.rejects(call(), (error) => {
      assert.ok(error instanceof ProcessorRefused, String(error))
      assert.equal(error.message, 'Your account cannot do this.')
      return true
    })
  })
}

test('the error about an unknown API key does not contain the key', async () => {
  const stranger = stripeWith({ baseUrl: world.baseUrl, apiKey: 'rk_wrong' })
  await assert.rejects(stranger.balance(), (error) => {
    assert.ok(error instanceof ProcessorRefused, String(error))
    assert.equal(error.message, 'Invalid API Key provided: (key)')
    return true
  })
})

test('the totals of a day are the sums of its transactions over all pages', async (t) => {
  let now = new Date('2026-11-15T23:59:59Z')
  const dated = await openStripeWorld({ seed: 4, clock: () => now, ask })
  t.after(() => dated.close())
  const its = stripeOf(dated)
  const { externalId } = await issueTo(its, await its.createHolder(HOLDER, newUuid()))
  const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
  const steps = [{ act: 'refund', amount: 30n }, { act: 'unrefund' }] as const
  const live = async () => await dated.live(externalId, { amount: 100n, merchant, begins: 'forced', steps })
  await live()
  now = new Date('2026-11-16T00:00:00Z')
  for (let count = 0; count < 70; count++) await live()
  now = new Date('2026-11-17T00:00:00Z')
  await live()
  const totals = await its.totals('2026-11-16')
  assert.equal(totals!.gross, 70n * 130n)
  assert.equal(totals!.refunds, 70n * 30n)
  assert.equal(new Set(totals!.posts).size, 210)
  assert.deepEqual(await its.totals('2024-02-29'), { gross: 0n, refunds: 0n, posts: [] })
})

test('the balance is the Issuing balance in USD', async () => {
  assert.deepEqual(await stripe.balance(), { available: 100_000_000_000n, currency: 'USD' })
})

test('challenges cannot be answered at Stripe, and there are no thin messages to fetch', async () => {
  const challenge = {
    ref: 'x',
    cardRef: 'ic_1',
    merchant: 'SOMA EATS',
    amount: 1n,
    passcode: undefined,
    expiresAt: new Date(),
  }
  await assert.rejects(stripe.answerChallenge(challenge, 'approve'), ProcessorRefused)
  assert.deepEqual(await stripe.fetch('iauth_1'), [])
})
