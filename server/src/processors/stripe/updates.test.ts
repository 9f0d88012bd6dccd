import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { openStripeWorld } from '../../../test/processors/stripe-world.ts'
import type { Inbound } from '../inbound.ts'
import { ProcessorSilent } from '../processor.ts'
import { stripeOf } from './stripe-for-tests.ts'

let now = Date.parse('2026-11-16T12:00:00Z')
const clock = () => new Date(now)
const minutes = (count: number) => count * 60_000
const ask = async () => assert.fail('nothing is asked here')
const world = await openStripeWorld({ seed: 3, clock, ask })
after(() => world.close())
const stripe = stripeOf(world, clock)
const { state } = world

beforeEach(() => {
  state.events.length = 0
  world.faults.length = 0
  world.calls.length = 0
  now += minutes(24 * 60)
})

const happen = (id: string) => state.makeEvent('issuing_card.updated', { id, object: 'issuing.card', status: 'active' })
const cardsOf = (items: Inbound[]) => items.map((each) => (each.type === 'card' ? each.cardRef : each.type))

async function all(
  cursor: string | undefined,
): Promise<{ cards: string[]; cursor: string | undefined; pages: number }> {
  const cards: string[] = []
  for (let pages = 1; ; pages++) {
    const page = await stripe.since(cursor)
    cards.push(...cardsOf(page.items))
    cursor = page.cursor
    if (!page.isMore) return { cards, cursor, pages }
  }
}

test('the first look reaches back fifteen minutes, and the next ones overlap by as much', async () => {
  happen('ic_early')
  now += minutes(16)
  happen('ic_1')
  now += minutes(14)
  const first = await all(undefined)
  assert.deepEqual(first.cards, ['ic_1'])
  now += minutes(10)
  happen('ic_2')
  const second = await all(first.cursor)
  assert.deepEqual(second.cards, ['ic_1', 'ic_2'])
  now += minutes(20)
  assert.deepEqual((await all(second.cursor)).cards, ['ic_2'])
  now += minutes(60)
  happen('ic_3')
  const third = await all(second.cursor)
  assert.deepEqual((await all(third.cursor)).cards, ['ic_3'])
})

test('with nothing new the cursor stays where it is', async () => {
  const { cards, cursor } = await all(undefined)
  assert.deepEqual(cards, [])
  now += minutes(300)
  assert.equal((await all(cursor)).cursor, cursor)
})

test('an outage of 345 events is caught up page by page, oldest first, none left out and none twice', async () => {
  const { cursor } = await all(undefined)
  const ids = Array.from({ length: 345 }, (_, index) => `ic_${index}`)
  for (const id of ids) {
    now += id.length % 2 === 0 ? 0 : 10_000
    happen(id)
  }
  const caughtUp = await all(cursor)
  assert.deepEqual(caughtUp.cards, ids)
  assert.equal(caughtUp.pages, 4)
  // Four pages to the oldest, and three back.
  assert.equal(world.calls.length, 1 + 7)
})

test('what happens during the walk is walked to as well', async () => {
  for (let index = 0; index < 150; index++) happen(`ic_${index}`)
  const first = await stripe.since(undefined)
  assert.equal(first.isMore, true)
  assert.equal(first.items.length, 50)
  for (let index = 150; index < 260; index++) happen(`ic_${index}`)
  const rest = await all(first.cursor)
  assert.deepEqual(
    [...cardsOf(first.items), ...rest.cards],
    Array.from({ length: 260 }, (_, index) => `ic_${index}`),
  )
})

test('a walk whose place is forgotten, and one that silence broke, begin again', async () => {
  for (let index = 0; index < 150; index++) happen(`ic_${index}`)
  const { cursor } = await stripe.since(undefined)
  const [seconds] = cursor!.split(' ')
  assert.equal((await all(`${seconds} evt_forgotten`)).cards.length, 150)
  world.faults.push('silent before effect')
  await assert.rejects(stripe.since(cursor), ProcessorSilent)
  assert.equal((await all(cursor)).cards.length, 100)
  assert.equal((await all('a cursor of something else')).cards.length, 150)
})

test('an event that cannot be read hides none after it, and questions of the past are not asked again', async () => {
  happen('ic_1')
  state.makeEvent('issuing_authorization.updated', { id: 'iauth_1', object: 'issuing.authorization', amount: 'much' })
  state.makeEvent('issuing_transaction.created', null)
  state.makeEvent('issuing_authorization.request', { id: 'iauth_1' })
  happen('ic_2')
  const { items } = await stripe.since(undefined)
  assert.deepEqual(cardsOf(items), ['ic_1', 'ignored', 'ignored', 'ic_2'])
  assert.match((items[1] as { what: string }).what, /^unreadable event evt_\w+: .*object\.amount: not a whole number$/)
})
