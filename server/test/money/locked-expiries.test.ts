// A card or a workspace that another connection has locked delays only its own expiries. It delays neither the
// authorizations of other cards, nor the rest of a round of the worker, nor the other cards of a sandbox whose clock is
// moved.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { expireDueEverywhere } from '../../src/due/expire-everywhere.ts'
import { parseId } from '../../src/ids.ts'
import { type Api, startTestService } from '../harness.ts'
import { until } from '../until.ts'
import { authorize, hasLeftItsLane, lockCardRow, lockWorkspaceRow, newCard, ok, ownerOf, summaryOf } from './books.ts'
import { atOnce, noServerError, test } from './race-scene.ts'

const DAY_S = 86_400
const CARDS = 12
const service = await startTestService()
const owner = ownerOf(service, 6)

const inDays = (days: number) => new Date(Date.now() + days * DAY_S * 1_000)
const expire = () => expireDueEverywhere(service.services, inDays(8))
const heldOn = async (api: Api, cards: string[]) =>
  Promise.all(cards.map(async (card) => (await summaryOf(api, card)).held))
const sent = (count: number, send: (n: number) => ReturnType<typeof authorize>) => atOnce(count, send)

/** Creates cards with a hold of 1.00 each, in the order in which their rows are locked. */
async function cardsWithHolds(api: Api, count = CARDS): Promise<string[]> {
  const cards: string[] = []
  for (let n = 0; n < count; n++) cards.push(await newCard(api, 20))
  for (const card of cards) assert.equal(ok(await authorize(api, card, 1), 201).approved, true)
  return cards.sort((a, b) => (parseId('card', a)!.uuid < parseId('card', b)!.uuid ? -1 : 1))
}

test('holds of other cards expire and their authorizations are answered while one card is locked', async () => {
  const api = await service.fundedWorkspace(500)
  const cards = await cardsWithHolds(api)
  const [locked, others] = [cards.at(-1)!, cards.slice(0, -1)]
  const lock = await lockCardRow(owner, locked)
  const round = expire()
  const answers = await sent(others.length, (n) => authorize(api, others[n]!, 2))
  noServerError(answers)
  await round
  // The new holds of 2.00 may have been made in time to expire too.
  for (const held of await heldOn(api, others)) assert.ok(held === 0 || held === 2, `${held} is held`)
  assert.deepEqual(await heldOn(api, [locked]), [1], 'the locked card waits for the next round')
  await lock.release()
  await expire()
  assert.deepEqual(await heldOn(api, [locked]), [0])
  await service.audit()
})

test('an expiring hold is posted once if its card is locked in one round and free in the next', async () => {
  const api = await service.fundedWorkspace(500)
  const cards = await cardsWithHolds(api, 3)
  const lock = await lockCardRow(owner, cards[1]!)
  await expire()
  await expire()
  await lock.release()
  await expire()
  await expire()
  const { data } = ok(await api.get('/events?type=transaction.expired&per_page=100'))
  assert.deepEqual(data.map((event: { data: { card_id: string } }) => event.data.card_id).sort(), [...cards].sort())
  await service.audit()
})

/** Creates workspaces with one card and one hold each, in the order in which a round of the worker visits them. */
async function threeWorkspaces(): Promise<{ api: Api; card: string }[]> {
  const made = []
  for (let n = 0; n < 3; n++) {
    const api = await service.fundedWorkspace(100)
    const [card] = await cardsWithHolds(api, 1)
    const { bucket, uuid } = parseId('card', card!)!
    const [row] = await owner`select workspace_id from cards where bucket = ${bucket} and id = ${uuid}`
    made.push({ api, card: card!, place: [bucket, row!.workspace_id] as const })
  }
  return made.sort((a, b) => a.place[0] - b.place[0] || (a.place[1] < b.place[1] ? -1 : 1))
}

test('a locked workspace does not delay the round of the worker', async () => {
  const [first, second, third] = await threeWorkspaces()
  const lock = await lockWorkspaceRow(owner, first!.card)
  await expire()
  assert.deepEqual(
    [...(await heldOn(second!.api, [second!.card])), ...(await heldOn(third!.api, [third!.card]))],
    [0, 0],
  )
  await lock.release()
  assert.deepEqual(await heldOn(first!.api, [first!.card]), [1])
  await expire()
  assert.deepEqual(await heldOn(first!.api, [first!.card]), [0])
  await service.audit()
})

test('a workspace whose expiry fails does not delay the round, and the failure is reported at its end', async () => {
  const [first, second, third] = await threeWorkspaces()
  const { bucket, uuid } = parseId('card', first!.card)!
  // An authorization without its merchant cannot be shown. No program of ours creates such a row.
  const lost = await owner`
    delete from merchants m using transactions t
    where t.bucket = ${bucket} and t.card_id = ${uuid} and m.bucket = t.bucket and m.id = t.merchant_id returning m.*`
  await assert.rejects(expire)
  assert.deepEqual(
    [...(await heldOn(second!.api, [second!.card])), ...(await heldOn(third!.api, [third!.card]))],
    [0, 0],
  )
  await owner`insert into merchants ${owner(lost)}`
  await expire()
  assert.deepEqual(await heldOn(first!.api, [first!.card]), [0])
  await service.audit()
})

const advance = (api: Api, headers: Record<string, string> = {}) =>
  api.post('/sandbox/clock/advance', { seconds: 8 * DAY_S }, headers)

test('an advance of the clock that meets a locked card delays no other card and completes when the card is free', async () => {
  const api = await service.fundedWorkspace(500)
  const cards = await cardsWithHolds(api)
  const [locked, others] = [cards.at(-1)!, cards.slice(0, -1)]
  const lock = await lockCardRow(owner, locked)
  const moving = advance(api)
  await until('the clock waits', () => hasLeftItsLane(owner))
  noServerError(await sent(others.length, (n) => authorize(api, others[n]!, 2)))
  await lock.release()
  ok(await moving)
  const held = await heldOn(api, cards)
  assert.equal(held.at(-1), 0)
  const { data } = ok(await api.get('/events?type=transaction.expired&per_page=100'))
  const times = data.map((event: { created_at: string }) => event.created_at)
  assert.deepEqual(times, [...times].sort().reverse(), 'the expiries are listed newest first and were posted in order')
  await service.audit()
})

test('an advance of the clock that cannot complete returns 503, and a retry with the same key completes it', async () => {
  const api = await service.fundedWorkspace(100)
  const cards = await cardsWithHolds(api, 4)
  const headers = { 'x-idempotency-key': randomUUID() }
  const before = new Date(ok(await api.get('/sandbox/clock')).now).getTime()
  const lock = await lockCardRow(owner, cards[2]!)
  const refused = await advance(api, headers)
  assert.deepEqual([refused.status, refused.body.error], [503, 'service_unavailable'])
  assert.match(refused.body.message, /has not arrived/)
  await lock.release()
  const { now } = ok(await advance(api, headers))
  assert.ok(new Date(now).getTime() - before < 9 * DAY_S * 1_000, `the clock was moved more than once, to ${now}`)
  assert.deepEqual(
    await heldOn(api, cards),
    cards.map(() => 0),
  )
  await service.audit()
})

test('a hold that is made during an advance and is due before its end has expired when the advance returns', async () => {
  const api = await service.fundedWorkspace(100)
  const card = await newCard(api, 20)
  const { engine } = service.services
  const submit = engine.submit.bind(engine)
  let madeOnTheWay = false
  // The clock has looked for due items and is about to move. The move is the only such operation without a key.
  engine.submit = async (operation) => {
    if (operation.wakes === 'all' && operation.key === undefined && !madeOnTheWay) {
      madeOnTheWay = true
      assert.equal(ok(await authorize(api, card, 3), 201).approved, true)
    }
    return submit(operation)
  }
  try {
    ok(await advance(api, { 'x-idempotency-key': randomUUID() }))
  } finally {
    engine.submit = submit
  }
  assert.ok(madeOnTheWay, 'no hold was made during the advance')
  assert.deepEqual(await heldOn(api, [card]), [0])
  await service.audit()
})
