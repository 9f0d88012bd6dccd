// Calls to Increase: cards, updates, sums, webhooks, and what becomes of each when the other side misbehaves.

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import Increase from 'increase'
import { approve, openFor, openWithCallbacks } from '../../../test/processors/increase-callbacks.ts'
import { newUuid } from '../../ids.ts'
import type { Inbound } from '../inbound.ts'
import { type NewOutsideCard, ProcessorRefused, ProcessorSilent } from '../processor.ts'

const SHOP = { name: 'SQ *SOMA EATS', mcc: '5812', country: 'US' }
const ADDRESSES = {
  decisions: 'https://cards.example/processors/increase-main/decisions',
  events: 'https://cards.example/processors/increase-main/events',
}

const { world, increase } = await openWithCallbacks(11, approve)
after(() => world.close())
beforeEach(() => {
  world.faults.length = 0
  world.take()
})

const ADDRESS = { line1: '1 Example Street', city: 'Wilmington', state: 'DE', zip: '19801', country: 'US' }
let count = 0
function newCard(): NewOutsideCard {
  const holder = world.bank.accountId
  const card = { cardId: `card_${++count}`, holder, label: 'Ads', network: 'visa' as const, billingAddress: ADDRESS }
  return { ...card, expiry: { month: 11, year: 2029 } }
}

test('a card is made once, however often it is asked for', async () => {
  const card = newCard()
  const key = newUuid()
  const first = await increase.issue(card, key)
  assert.deepEqual(await increase.issue(card, key), first)
  assert.deepEqual(first.expiry, { month: 11, year: 2031 })
  assert.equal(first.state, 'active')
  assert.deepEqual(await increase.find(card.cardId, card.holder), first)
  assert.equal(await increase.find('card_never', card.holder), undefined)
  assert.deepEqual(world.cards.get(first.externalId), { cardId: card.cardId, state: 'active' })
})

test('a card is in the name of the entity where one is given', async () => {
  const owner = { accountId: newUuid(), name: 'Acme', billingAddress: {} }
  assert.equal(await increase.createHolder(owner, newUuid()), world.bank.accountId)
  const { entityId } = world.bank
  const named = openFor(world, { entity_id: entityId })
  const holder = await named.createHolder(owner, newUuid())
  assert.equal(holder, entityId)
  const made = await named.issue({ ...newCard(), holder }, newUuid())
  assert.equal(world.bank.cards.get(made.externalId)!.entity_id, entityId)
})

test('a card of another network is refused before anybody is asked', async () => {
  const calls = world.calls.length
  await assert.rejects(increase.issue({ ...newCard(), network: 'mastercard' }, newUuid()), ProcessorRefused)
  assert.equal(world.calls.length, calls)
})

test('silence after the effect: the card is found, and a repeat gives the same one', async () => {
  const card = newCard()
  const before = world.cards.size
  world.faults.push('silent after effect')
  await assert.rejects(increase.issue(card, newUuid()), ProcessorSilent)
  const found = await increase.find(card.cardId, card.holder)
  assert.deepEqual(await increase.issue(card, newUuid()), found)
  assert.equal(world.cards.size, before + 1)
})

test('silence before the effect: there is no card, and a repeat makes it', async () => {
  const card = newCard()
  world.faults.push('silent before effect')
  await assert.rejects(increase.issue(card, newUuid()), ProcessorSilent)
  assert.equal(await increase.find(card.cardId, card.holder), undefined)
  assert.equal((await increase.issue(card, newUuid())).state, 'active')
})

test('a limit and a failure are silence; a refusal is theirs, in their words', async () => {
  world.faults.push('limit', 'fail', 'refuse')
  await assert.rejects(increase.issue(newCard(), newUuid()), ProcessorSilent)
  await assert.rejects(increase.issue(newCard(), newUuid()), ProcessorSilent)
  await assert.rejects(increase.issue(newCard(), newUuid()), {
    constructor: ProcessorRefused,
    message: 'The simulated processor was told to refuse.',
  })
})

test('every call tells silence from refusal', async () => {
  const { externalId } = await increase.issue(newCard(), newUuid())
  const calls: Record<string, () => Promise<unknown>> = {
    find: () => increase.find('card_1', world.bank.accountId),
    observe: () => increase.observe(externalId),
    setState: () => increase.setState(externalId, 'frozen', newUuid()),
    reveal: () => increase.reveal(externalId),
    since: () => increase.since(undefined),
    totals: () => increase.totals('2026-11-16'),
    balance: () => increase.balance(),
    connect: () => increase.connect(ADDRESSES),
    fetch: () => increase.fetch(`card:${externalId}`),
  }
  for (const [name, call] of Object.entries(calls)) {
    for (const fault of ['limit', 'fail', 'silent before effect', 'silent after effect'] as const) {
      world.faults.push(fault)
      await assert.rejects(call(), ProcessorSilent, `${name}: ${fault}`)
    }
    world.faults.push('refuse')
    await assert.rejects(
      call(),
      (error) => error instanceof ProcessorRefused || error instanceof ProcessorSilent,
      `${name}: refuse`,
    )
  }
  assert.deepEqual(await increase.observe(externalId), { state: 'frozen' })
})

test('the key of the API that is wrong, and an id that leads elsewhere', async () => {
  const client = new Increase({ apiKey: 'wrong', baseURL: world.baseUrl, maxRetries: 0 })
  await assert.rejects(client.cards.list(), Increase.InvalidAPIKeyError)
  const calls = world.calls.length
  await assert.rejects(async () => await increase.observe('../accounts'))
  await assert.rejects(async () => await increase.fetch('card_payment:../../cards'))
  await assert.rejects(async () => await increase.fetch('account:account_1'))
  assert.equal(world.calls.length, calls)
})

test('an object that is not there, or makes no sense, is asked for again', async () => {
  const { externalId } = await increase.issue(newCard(), newUuid())
  const payment = world.bank.openPayment(externalId, SHOP)
  await assert.rejects(increase.fetch(`card_payment:${payment.object.id}`), ProcessorSilent)
  await world.lives.authorize(payment, { amount: 500, isPartialPossible: false })
  payment.object.elements[0]!.card_authorization!.amount = -500
  await assert.rejects(increase.fetch(`card_payment:${payment.object.id}`), {
    constructor: ProcessorSilent,
    message: /elements\[0\]\.card_authorization\.amount: negative$/,
  })
  payment.object.elements[0]!.card_authorization!.amount = 500
  assert.equal((await increase.fetch(`card_payment:${payment.object.id}`))[0]!.type, 'report')
})

test('a card is frozen, opened and closed; closed is final', async () => {
  const { externalId } = await increase.issue(newCard(), newUuid())
  for (const state of ['frozen', 'active', 'closed'] as const) {
    assert.deepEqual(await increase.setState(externalId, state, newUuid()), { state })
    assert.deepEqual(await increase.observe(externalId), { state })
    assert.deepEqual(await increase.fetch(`card:${externalId}`), [{ type: 'card', cardRef: externalId, state }])
  }
  await assert.rejects(increase.setState(externalId, 'active', newUuid()), {
    constructor: ProcessorRefused,
    message: 'The card is canceled.',
  })
})

test('number and CVV are read from their API', async () => {
  const { externalId, last4 } = await increase.issue(newCard(), newUuid())
  const revealed = await increase.reveal(externalId)
  assert.ok('number' in revealed)
  assert.deepEqual([revealed.number.slice(-4), revealed.cvv], [last4, '123'])
})

/** Reads on until there is no more. */
async function readUpdates(from: string | undefined): Promise<{ pages: string[][]; cursor: string | undefined }> {
  const pages = []
  let cursor = from
  for (;;) {
    const page = await increase.since(cursor)
    cursor = page.cursor
    pages.push(page.items.map(referenceOf))
    if (!page.isMore) return { pages, cursor }
  }
}

function referenceOf(item: Inbound): string {
  assert.equal(item.type, 'thin')
  return (item as Extract<Inbound, { type: 'thin' }>).reference
}

test('updates: page by page, oldest first, each object once on a page, and nothing a second time', async () => {
  const { externalId } = await increase.issue(newCard(), newUuid())
  const life = { amount: 500n, merchant: SHOP, begins: 'stood_in', steps: [{ act: 'expire' }] } as const
  let { cursor } = await readUpdates(undefined)
  for (let index = 0; index < 120; index++) await world.live(externalId, life)
  const ids = world.take().map(({ body }) => `card_payment:${JSON.parse(body).associated_object_id}`)
  const updates = await readUpdates(cursor)
  assert.ok(updates.pages.length >= 3)
  for (const page of updates.pages) assert.equal(new Set(page).size, page.length)
  assert.deepEqual([...new Set(updates.pages.flat())], [...new Set(ids)])
  cursor = updates.cursor
  const again = await readUpdates(cursor)
  assert.deepEqual(again.pages.flat(), [])
  await world.live(externalId, life)
  const [last] = world.take()
  const next = await readUpdates(again.cursor)
  assert.deepEqual(next.pages.flat(), [`card_payment:${JSON.parse(last!.body).associated_object_id}`])
})

test('an event that appears late, with a time before the last one, is new', async () => {
  const { externalId } = await increase.issue(newCard(), newUuid())
  await world.live(externalId, { amount: 500n, merchant: SHOP, begins: 'stood_in', steps: [] })
  const { cursor } = await readUpdates(undefined)
  const late = world.bank.record('card_payment.updated', 'card_payment', 'card_payment_late')
  late.created_at = new Date(Date.now() - 600_000).toISOString()
  world.bank.events.sort((one, other) => one.created_at.localeCompare(other.created_at))
  assert.deepEqual((await readUpdates(cursor)).pages.flat(), ['card_payment:card_payment_late'])
})

test('a place in the list that they forgot is no loss: the window is read again', async () => {
  const cursor = { from: new Date(Date.now() - 60_000).toISOString(), seen: [], passed: [] }
  const page = await increase.since(JSON.stringify({ ...cursor, page: 'forgotten' }))
  assert.ok(page.items.length > 0)
  assert.deepEqual(page.items, (await increase.since(JSON.stringify(cursor))).items)
})

test('the sums of a day are those of its postings', async () => {
  const { world: other, increase: counted } = await openWithCallbacks(13, approve)
  try {
    const card = other.bank.addCard('card_13', null, 'key')
    for (let index = 0; index < 60; index++) {
      await other.live(card.id, {
        amount: 1_000n,
        merchant: SHOP,
        begins: index % 2 === 0 ? 'asked' : 'forced',
        steps: [
          { act: 'settle', amount: 700n, isFinal: true },
          { act: 'refund', amount: 100n },
        ],
      })
    }
    const today = new Date().toISOString().slice(0, 10)
    const totals = (await counted.totals(today))!
    assert.equal(totals.gross - totals.refunds, other.books(card.id).taken)
    assert.equal(totals.refunds, 6_000n)
    assert.equal(new Set(totals.posts).size, totals.posts!.length)
    assert.ok(totals.posts!.length > 100, 'more than a page')
    assert.deepEqual(await counted.totals('2020-01-01'), { gross: 0n, refunds: 0n, posts: [] })
    const balance = await counted.balance()
    const { held, taken } = other.books(card.id)
    assert.deepEqual(balance, { available: 100_000_000n - held - taken, currency: 'USD' })
  } finally {
    await other.close()
  }
})
