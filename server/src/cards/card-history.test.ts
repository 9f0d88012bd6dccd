import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { asOwner, assertError, missingId, newCard, withKey, workspaceOf } from '../../test/contract/assertions.ts'
import { type Api, startTestService } from '../../test/harness.ts'
import { DAY, openScene, sceneOf } from '../../test/sandbox/scene.ts'
import type { CardHistory } from '../dashboard/shapes/card-history.ts'
import { ApiError } from '../errors.ts'
import { readCardHistory } from './read-card-history.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
let api: Api
before(async () => {
  api = await service.fundedWorkspace(1_000)
})

async function history(of: Api, card: string, page = {}): Promise<CardHistory> {
  return readCardHistory(service.services.database.read, await workspaceOf(service, of), card, page)
}

const told = ({ data }: CardHistory) =>
  data.map(({ type, amount, reason }) => [type, amount, reason].filter((each) => each !== null).join(' '))

test('the history lists the changes of a card with their actors, newest first, and omits requests that changed nothing', async () => {
  const { id } = await newCard(api, { amount: 100 })
  await api.post(`/cards/${id}/fund`, { amount: 20 })
  await api.post(`/cards/${id}/withdraw`, { amount: 5.5 })
  for (let n = 0; n < 2; n++) await api.post(`/cards/${id}/freeze`)
  for (let n = 0; n < 2; n++) await api.post(`/cards/${id}/unfreeze`)
  await api.patch(`/cards/${id}`, { label: 'new' })
  await api.patch(`/cards/${id}`, {})
  await api.get(`/cards/${id}`)
  await api.get(`/cards/${id}/details`)
  for (let n = 0; n < 2; n++) await api.delete(`/cards/${id}`)
  const shown = await history(api, id)
  assert.deepEqual(told(shown), [
    'terminated 114.5',
    'details_viewed',
    'updated',
    'unfrozen',
    'frozen api',
    'withdrawn 5.5',
    'funded 20',
    'created 100',
  ])
  const { actor } = await workspaceOf(service, api)
  assert.deepEqual([...new Set(shown.data.map((entry) => entry.actor))], [actor])
  assert.deepEqual(shown.pagination, { page: 1, per_page: 50, total: 8, next_cursor: null })
})

test('an update entry names only the settings that changed', async () => {
  const { id } = await newCard(api, { amount: 10, label: 'same' })
  const changes = [
    { label: 'same', spending_limit: 321 },
    { controls: { limits: [{ window: 'day', amount: 50 }], countries: { allowed: ['US'] } } },
    { controls: { limits: [{ window: 'day', amount: 50 }], uses: 3 }, metadata: { team: 'a' } },
    { controls: null, allowed_categories: ['software'], auto_freeze_at: 5 },
    { label: 'same' },
  ]
  for (const body of changes) assert.equal((await api.patch(`/cards/${id}`, body)).status, 200)
  const { data } = await history(api, id)
  assert.deepEqual(
    data.map(({ type, reason, changed }) => [type, reason, changed.join(' ')]),
    [
      ['updated', null, ''],
      ['updated', null, 'allowed_categories auto_freeze_at controls.limits controls.countries controls.uses'],
      ['updated', null, 'metadata controls.uses'],
      ['updated', null, 'controls.limits controls.countries'],
      ['updated', null, 'spending_limit'],
      ['created', null, ''],
    ],
  )
})

test('rejected and replayed requests leave no entry in the history', async () => {
  const { id } = await newCard(api, { amount: 10 })
  assertError(await api.post(`/cards/${id}/fund`, { amount: 5_000 }), 400, 'insufficient_funds')
  assertError(await api.post(`/cards/${id}/withdraw`, { amount: 11 }), 400, 'insufficient_funds')
  for (let n = 0; n < 2; n++) await api.post(`/cards/${id}/fund`, { amount: 1 }, withKey('fund-once'))
  assert.deepEqual(told(await history(api, id)), ['funded 1', 'created 10'])
})

test('an automatic freeze has no actor, whatever caused it', async () => {
  const authorized = await openScene(service, { auto_freeze_at: 50 })
  await authorized.hold(60)
  const settled = await openScene(service, { auto_freeze_at: 50 })
  await settled.force(60)
  const withdrawn = await openScene(service, { auto_freeze_at: 50 })
  await withdrawn.api.post(`/cards/${withdrawn.card}/withdraw`, { amount: 60 })
  for (const { api: own, card } of [authorized, settled, withdrawn]) {
    const [{ type, reason, actor }] = (await history(own, card)).data as [CardHistory['data'][number]]
    assert.deepEqual([type, reason, actor], ['frozen', 'auto_freeze', null])
  }
})

test('purchases are not part of the history', async () => {
  const scene = await openScene(service)
  await scene.on(await scene.hold(10), 'settle')
  assert.deepEqual(told(await history(scene.api, scene.card)), ['created 100'])
})

test('the times of the history are in workspace time', async () => {
  const { id } = await newCard(api)
  const { advance } = sceneOf(api, id)
  const now = await advance(3 * DAY)
  await api.post(`/cards/${id}/freeze`)
  const at = Date.parse((await history(api, id)).data[0]!.at)
  assert.ok(at >= now.getTime() && at < now.getTime() + 60_000, `${at} and ${now.getTime()}`)
})

test('the history is paginated', async () => {
  const { id } = await newCard(api, { amount: 1 })
  for (const label of ['a', 'b', 'c']) await api.patch(`/cards/${id}`, { label })
  assert.deepEqual(told(await history(api, id, { page: 2, per_page: 3 })), ['created 1'])
  const past = await history(api, id, { page: 3, per_page: 3 })
  assert.deepEqual(past, { data: [], pagination: { page: 3, per_page: 3, total: 4, next_cursor: null } })
})

test("the history of a missing card or of another workspace's card returns card_not_found", async () => {
  const { id } = await newCard(api, { amount: 1 })
  const other = await service.workspace()
  for (const [of, card] of [
    [other, id],
    [api, await missingId(service, api)],
    [api, 'card_x'],
  ] as const)
    await assert.rejects(history(of, card), (error) => error instanceof ApiError && error.id === 'card_not_found')
})

test('the service may insert history rows but neither update nor delete them', async () => {
  const rights = await asOwner(
    service,
    (owner) => owner<{ right: string }[]>`
      select privilege_type::text as right from information_schema.role_table_grants
      where table_name = 'card_history' and grantee = 'cardwright_service' order by 1`,
  )
  assert.deepEqual(
    rights.map(({ right }) => right),
    ['INSERT', 'SELECT'],
  )
})

test('the books balance', () => service.audit())
