// GET /events and GET /events/{id}: filters, pages, totals, order, the audit log and isolation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, startTestService } from '../harness.ts'
import {
  anotherKey,
  assertError,
  DAY,
  done,
  type Json,
  newCard,
  openScene,
  unknownId,
  workspaceOf,
} from '../sandbox/scene.ts'
import { auditLog } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const list = async (api: Api, query = ''): Promise<Json> => done(await api.get(`/events${query}`), 200)
const sequences = ({ data }: Json): number[] => data.map(({ sequence }: Json) => sequence)
const range = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => (from <= to ? from + index : from - index))

// Twelve events: a deposit (1 and 2), a card (3), and nine freezes and unfreezes, a day apart.
const scene = await openScene(service)
const { api, card } = scene
for (let n = 0; n < 9; n++) {
  await scene.advance(DAY)
  done(await api.post(`/cards/${card}/${n % 2 === 0 ? 'freeze' : 'unfreeze'}`), 200)
}
const all = (await list(api)).data as Json[]

test('events are listed newest first in pages, and order=asc reverses the order', async () => {
  const { data, pagination } = await list(api)
  assert.deepEqual(pagination, { page: 1, per_page: 50, total: 12, next_cursor: null })
  assert.deepEqual(sequences({ data }), range(12, 1))
  assert.deepEqual((await list(api, '?order=desc')).data, data)
  assert.deepEqual((await list(api, '?order=asc')).data, data.toReversed())
})

test('a listed event is identical to the event that an endpoint receives', async () => {
  for (const event of all) {
    assert.deepEqual(Object.keys(event), ['id', 'type', 'created_at', 'environment', 'sequence', 'data'])
    assert.deepEqual(done(await api.get(`/events/${event.id}`), 200), event)
  }
})

const pages: [query: string, sequences: number[], total: number][] = [
  ['?per_page=5', range(12, 8), 12],
  ['?per_page=5&page=2', range(7, 3), 12],
  ['?per_page=5&page=3', range(2, 1), 12],
  ['?per_page=5&page=4', [], 12],
  ['?per_page=5&page=900000000', [], 12],
  ['?per_page=5&page=3&order=asc', [11, 12], 12],
  ['?per_page=1&page=12', [1], 12],
  ['?after_sequence=0', range(12, 1), 12],
  ['?after_sequence=10', [12, 11], 2],
  ['?after_sequence=11&order=asc', [12], 1],
  ['?after_sequence=12', [], 0],
  ['?after_sequence=999999999', [], 0],
  ['?after_sequence=3&per_page=4&order=asc', [4, 5, 6, 7], 9],
  ['?after_sequence=3&per_page=4&order=asc&page=3', [12], 9],
  ['?after_sequence=3&per_page=4&page=2', [8, 7, 6, 5], 9],
  ['?type=card.frozen', [12, 10, 8, 6, 4], 5],
  ['?type=card.frozen&order=asc&per_page=2&page=2', [8, 10], 5],
  ['?type=card.unfrozen&after_sequence=7', [11, 9], 2],
  ['?type=card.created', [3], 1],
  ['?type=transaction.authorized', [], 0],
  ['?type=webhook.test', [], 0],
]
for (const [query, expected, total] of pages) {
  test(`GET /events${query} returns ${expected.length} of ${total} events`, async () => {
    const found = await list(api, query)
    assert.deepEqual(sequences(found), expected)
    assert.equal(found.pagination.total, total)
    assert.ok(!('total_capped' in found.pagination), JSON.stringify(found.pagination))
  })
}

test('from and to are inclusive to the millisecond in workspace time, and a bare date is the whole UTC day', async () => {
  const at = (sequence: number): string => all.find((event) => event.sequence === sequence).created_at
  const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
  const rows: [string, number[]][] = [
    [`?from=${at(5)}&to=${at(7)}`, [7, 6, 5]],
    [`?from=${later(at(5), 1)}&to=${later(at(7), -1)}`, [6]],
    [`?from=${at(11)}`, [12, 11]],
    [`?to=${at(4)}`, [4, 3, 2, 1]],
    [`?from=${later(at(12), 1)}`, []],
    [`?to=${later(at(1), -1)}`, []],
    [`?from=${at(7)}&to=${at(5)}`, []],
    [`?from=${at(8).slice(0, 10)}&to=${at(8).slice(0, 10)}`, [8]],
    [`?from=${at(8).slice(0, 10)}&to=${at(9).slice(0, 10)}&order=asc`, [8, 9]],
    [`?from=${at(5)}&type=card.unfrozen&per_page=1&page=2`, [9]],
    [`?from=${at(5)}&after_sequence=10`, [12, 11]],
  ]
  for (const [query, expected] of rows) assert.deepEqual(sequences(await list(api, query)), expected, query)
})

test('an unknown type returns 400 invalid_event_type, and other invalid parameters return 400 invalid_request with their name', async () => {
  for (const type of ['card.lost', 'card', '*', '', 'CARD.CREATED'])
    assertError(await api.get(`/events?type=${type}`), 400, 'invalid_event_type', 'type')
  const rows: [string, string][] = [
    ['from=yesterday', 'from'],
    ['to=2026-13-01', 'to'],
    ['from=', 'from'],
    ['after_sequence=-1', 'after_sequence'],
    ['after_sequence=1.5', 'after_sequence'],
    ['after_sequence=x', 'after_sequence'],
    ['after_sequence=', 'after_sequence'],
    ['after_sequence=99999999999999999999', 'after_sequence'],
    ['order=up', 'order'],
    ['page=0', 'page'],
    ['per_page=101', 'per_page'],
    ['per_page=0', 'per_page'],
    ['after=3', 'after'],
    ['card_id=x', 'card_id'],
  ]
  for (const [query, param] of rows) assertError(await api.get(`/events?${query}`), 400, 'invalid_request', param)
  assertError(await api.get(`/events/${all[0].id}?x=1`), 400, 'invalid_request', 'x')
})

test('an event that is unknown, malformed or of another workspace returns 404 event_not_found', async () => {
  const stranger = await openScene(service)
  const foreign = (await list(stranger.api)).data[0].id
  const unknown = [foreign, await unknownId(service, api, 'event'), await unknownId(service, api, 'card'), 'evt_', 'x']
  for (const id of unknown) assertError(await api.get(`/events/${id}`), 404, 'event_not_found')
})

test('a workspace sees only its own events, and production sees no sandbox event', async () => {
  const stranger = await openScene(service)
  const theirs = await list(stranger.api)
  assert.deepEqual(sequences(theirs), [3, 2, 1])
  for (const query of ['', '?type=card.created', '?after_sequence=2'])
    for (const event of (await list(stranger.api, query)).data)
      assert.ok(
        theirs.data.some((each: Json) => each.id === event.id),
        `${event.id} is missing`,
      )
  const live = await anotherKey(service, api, { live: true })
  assert.deepEqual(await list(live), { data: [], pagination: { page: 1, per_page: 50, total: 0, next_cursor: null } })
  assertError(await live.get(`/events/${all[0].id}`), 404, 'event_not_found')
})

test('a read of a passcode in an event is recorded in the audit log with the reader and the event, in real time', async () => {
  const on = await openScene(service)
  const [first, second] = [await on.challenge(1), await on.challenge(2)]
  await on.advance(DAY)
  const reader = await anotherKey(service, on.api)
  const since = async (from: number) => (await auditLog(service, on.api)).slice(from)
  const before = (await since(0)).length
  const [newest, older] = (await list(reader, '?type=3ds.challenge')).data
  assert.deepEqual([newest.data.otp, older.data.otp], [second.otp, first.otp])
  const listed = await since(before)
  assert.equal(listed.length, 1)
  assert.deepEqual(listed[0]!.subject.split(' ').toSorted(), [first.id, second.id].toSorted())
  const got = await reader.get(`/events/${older.id}`)
  const [, single] = await since(before)
  assert.deepEqual([single!.action, single!.subject], ['3ds.read', first.id])
  assert.equal(single!.request_id, got.headers.get('x-request-id'))
  assert.ok(Math.abs(single!.at.getTime() - Date.now()) < 60_000, single!.at.toISOString())
  assert.equal(single!.actor, (await workspaceOf(service, reader)).actor)
  const quiet = (await since(0)).length
  await list(reader, '?type=card.created')
  await list(reader, '?after_sequence=1000')
  assert.equal((await since(0)).length, quiet, 'nothing secret was read')
})

test('after a sandbox reset the old events are gone and the sequence continues', async () => {
  const on = await openScene(service)
  await newCard(on.api)
  const before = await list(on.api)
  const [last] = before.data
  done(await on.api.post('/sandbox/reset'), 200)
  assert.deepEqual(await list(on.api), { data: [], pagination: { page: 1, per_page: 50, total: 0, next_cursor: null } })
  for (const { id } of before.data) assertError(await on.api.get(`/events/${id}`), 404, 'event_not_found')
  done(await on.api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100', confirm: true }), 201)
  const after = await list(on.api, '?order=asc')
  assert.deepEqual(sequences(after), [last.sequence + 1, last.sequence + 2])
  assert.equal(after.pagination.total, 2)
  assert.deepEqual(sequences(await list(on.api, `?after_sequence=${last.sequence}`)), [
    last.sequence + 2,
    last.sequence + 1,
  ])
  assert.deepEqual(sequences(await list(on.api, '?after_sequence=0&order=asc&per_page=1&page=2')), [last.sequence + 2])
})
