// Events, the rows behind webhooks and GET /events: each is committed together with its cause, the sequence has no
// gaps, and the data is the object as GET showed it at that moment.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypes } from '../../src/events/event-types.ts'
import { type Api, startTestService } from '../harness.ts'
import { BIN, newCard, workspaceOf, workspaceWith } from './assertions.ts'
import { assertShape } from './shapes.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const sql = service.services.database.read
const names = new Map(Object.entries(eventTypes).map(([name, code]) => [code as number, name]))

// biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
type Event = { type: string; sequence: bigint; data: any; commit: string; created_at: Date }

async function eventsOf(api: Api): Promise<Event[]> {
  const { bucket, id } = await workspaceOf(service, api)
  const rows = await sql<{ type: number; sequence: bigint; data: string; commit: string; created_at: Date }[]>`
    select type, sequence, data, xmin::text as commit, created_at from events
    where bucket = ${bucket} and workspace_id = ${id} order by sequence`
  return rows.map((row) => ({ ...row, type: names.get(row.type)!, data: JSON.parse(row.data) }))
}

/** The events that `act` creates. */
async function during(api: Api, act: () => Promise<unknown>): Promise<Event[]> {
  const before = await eventsOf(api)
  await act()
  return (await eventsOf(api)).slice(before.length)
}
const typesOf = (events: Event[]) => events.map(({ type }) => type)

const api = await workspaceWith(service, 10_000)
const summary = async (id: string) => (await api.get(`/cards/${id}`)).body

test('creating a card sends card.created with the card summary', async () => {
  let id = ''
  const [event, ...more] = await during(api, async () => {
    id = (await newCard(api, { label: 'new', metadata: { a: 1 } })).id
  })
  assert.equal(more.length, 0)
  assert.equal(event!.type, 'card.created')
  assertShape(event!.data, 'cardSummary')
  assert.deepEqual(event!.data, await summary(id))
})

const changes: [what: string, before: string[], act: string, body: object | undefined, type: string, extra: object][] =
  [
    ['freezing', [], 'freeze', undefined, 'card.frozen', { reason: 'api' }],
    ['unfreezing', ['freeze'], 'unfreeze', undefined, 'card.unfrozen', {}],
    ['funding', [], 'fund', { amount: 12.5 }, 'card.funded', { funded_amount: 12.5 }],
  ]
for (const [what, before, act, body, type, extra] of changes) {
  test(`${what} a card sends ${type} with the card summary${Object.keys(extra).length ? ` and ${Object.keys(extra)}` : ''}`, async () => {
    const { id } = await newCard(api)
    for (const verb of before) await api.post(`/cards/${id}/${verb}`)
    const events = await during(api, () => api.post(`/cards/${id}/${act}`, body))
    assert.deepEqual(typesOf(events), [type])
    assert.deepEqual(events[0]!.data, { ...(await summary(id)), ...extra })
  })
}

test('terminating a card sends card.terminated with the card summary', async () => {
  const { id } = await newCard(api)
  const events = await during(api, () => api.delete(`/cards/${id}`))
  assert.deepEqual(typesOf(events), ['card.terminated'])
  assert.deepEqual(events[0]!.data, await summary(id))
})

test('a second freeze, unfreeze or termination sends no event', async () => {
  const { id } = await newCard(api)
  const twice = async (verb: string) =>
    typesOf(await during(api, () => api.post(`/cards/${id}/${verb}`).then(() => api.post(`/cards/${id}/${verb}`))))
  assert.deepEqual(await twice('freeze'), ['card.frozen'])
  assert.deepEqual(await twice('unfreeze'), ['card.unfrozen'])
  assert.deepEqual(
    typesOf(await during(api, () => api.delete(`/cards/${id}`).then(() => api.delete(`/cards/${id}`)))),
    ['card.terminated'],
  )
})

test('PATCH and withdraw send no event, and creating a card does not send card.funded', async () => {
  const events = await during(api, async () => {
    const { id } = await newCard(api)
    await api.patch(`/cards/${id}`, { label: 'x' })
    await api.post(`/cards/${id}/withdraw`, { amount: 1 })
  })
  assert.deepEqual(typesOf(events), ['card.created'])
})

test('a withdrawal below the threshold sends card.frozen with the reason auto_freeze in the same commit as the transfer', async () => {
  const { id } = await newCard(api, { auto_freeze_at: 50 })
  const events = await during(api, () => api.post(`/cards/${id}/withdraw`, { amount: 60 }))
  assert.deepEqual(typesOf(events), ['card.frozen'])
  assert.deepEqual(events[0]!.data, { ...(await summary(id)), reason: 'auto_freeze' })
  const [moved] = await sql`select 1 from transfers where xmin::text = ${events[0]!.commit}`
  assert.ok(moved, `no transfer in the commit ${events[0]!.commit}`)
})

test('a deposit sends deposit.pending and then deposit.confirmed or deposit.expired, each with the deposit as it was returned', async () => {
  const create = (body: object) => api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100', ...body })
  let answers: unknown[] = []
  let events = await during(api, async () => {
    const { body } = await create({})
    answers = [body, (await api.post(`/sandbox/deposits/${body.id}/confirm`)).body]
    await api.post(`/sandbox/deposits/${body.id}/confirm`)
  })
  assert.deepEqual(typesOf(events), ['deposit.pending', 'deposit.confirmed'])
  assert.deepEqual(
    events.map(({ data }) => data),
    answers,
  )
  assertShape(events[0]!.data, 'deposit')
  assertShape(events[1]!.data, 'confirmedDeposit')

  events = await during(api, async () => {
    const { body } = await create({})
    answers = [body, (await api.post(`/sandbox/deposits/${body.id}/expire`)).body]
    await api.post(`/sandbox/deposits/${body.id}/expire`)
  })
  assert.deepEqual(typesOf(events), ['deposit.pending', 'deposit.expired'])
  assert.deepEqual(
    events.map(({ data }) => data),
    answers,
  )
})

test('a deposit that is confirmed immediately sends both events, in order and in one commit', async () => {
  const events = await during(api, () =>
    api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100', confirm: true }),
  )
  assert.deepEqual(typesOf(events), ['deposit.pending', 'deposit.confirmed'])
  assert.equal(events[0]!.commit, events[1]!.commit)
})

test('a deposit below the minimum sends deposit.expired', async () => {
  const events = await during(api, () =>
    api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '1', confirm: true }),
  )
  assert.deepEqual(typesOf(events), ['deposit.expired'])
})

test('an event is written in the same database transaction as the card and the transfer that caused it', async () => {
  const fresh = await workspaceWith(service, 100)
  const { bucket, id } = await workspaceOf(service, fresh)
  await newCard(fresh)
  const event = (await eventsOf(fresh)).at(-1)!
  const rows = await sql<{ commit: string }[]>`
    select xmin::text as commit from cards where bucket = ${bucket} and workspace_id = ${id}
    union select xmin::text from transfers where bucket = ${bucket} and workspace_id = ${id} and card_id is not null
    union select xmin::text from workspaces where bucket = ${bucket} and id = ${id}`
  assert.deepEqual(
    rows.map(({ commit }) => commit),
    [event.commit],
  )
})

test('the data of an event does not change when the object changes later', async () => {
  const { id } = await newCard(api, { label: 'then' })
  const event = (await eventsOf(api)).at(-1)!
  const then = await summary(id)
  await api.patch(`/cards/${id}`, { label: 'now' })
  await api.post(`/cards/${id}/fund`, { amount: 10 })
  const same = (await eventsOf(api)).find(({ sequence }) => sequence === event.sequence)!
  assert.deepEqual(same.data, then)
})

test('an event has the same time as the change it reports', async () => {
  const { id } = await newCard(api)
  const frozenAt = (await api.post(`/cards/${id}/freeze`)).body.frozen_at
  assert.equal((await eventsOf(api)).at(-1)!.created_at.toISOString(), frozenAt)
})

test('event sequences start at 1 and have no gaps under concurrent writes, separately for each workspace', async () => {
  const [one, two] = [await workspaceWith(service, 1000), await workspaceWith(service, 1000)]
  const busy = [one, two].flatMap((each) =>
    Array.from({ length: 12 }, (_, i) => each.post('/cards', { bin_id: BIN, amount: i % 4 ? 1 : 5000 })),
  )
  await Promise.all(busy)
  for (const each of [one, two]) {
    const sequences = (await eventsOf(each)).map(({ sequence }) => Number(sequence))
    // Two events are from the deposit and nine from the cards that the wallet could pay for.
    assert.deepEqual(
      sequences,
      Array.from({ length: 11 }, (_, i) => i + 1),
    )
  }
})

test('a rejected call leaves no gap in the event sequence', async () => {
  const fresh = await workspaceWith(service, 100)
  await newCard(fresh)
  await fresh.post('/cards', { bin_id: BIN, amount: 5000 })
  await fresh.post('/cards', { bin_id: 'bin_nobody', amount: 1 })
  await fresh.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' })
  assert.deepEqual(
    (await eventsOf(fresh)).map(({ sequence, type }) => `${sequence} ${type}`),
    ['1 deposit.pending', '2 deposit.confirmed', '3 card.created', '4 deposit.pending'],
  )
})

test('no event contains a card number or a CVV', async () => {
  const { id } = await newCard(api)
  const { pan } = (await api.get(`/cards/${id}/details`)).body
  await api.post(`/cards/${id}/freeze`)
  const rows = await sql<{ text: string }[]>`select e::text as text from events e`
  for (const { text } of rows) assert.ok(!text.includes(pan) && !/"(pan|cvv|number)"/.test(text), text)
})

test('the books balance', () => service.audit())
