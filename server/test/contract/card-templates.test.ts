// Card templates: creation, changes and deletion, the settings they reject, and the settings that a card takes from
// one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, publicId } from '../../src/ids.ts'
import { type Api, startTestService } from '../harness.ts'
import {
  anotherKey,
  assertError,
  assertNothingChanges,
  assertReplayed,
  BIN,
  newCard,
  OTHER_BIN,
  withKey,
  workspaceOf,
} from './assertions.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const api = await service.fundedWorkspace(50_000)

// biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
async function newTemplate(of: Api, settings: Record<string, unknown> = {}): Promise<any> {
  const { status, body } = await of.post('/card-templates', { name: 'Advertising', ...settings })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

const missingTemplate = async (of: Api) => publicId('template', (await workspaceOf(service, of)).bucket, newUuid())

const noControls = {
  limits: [],
  merchants: { allowed: [], blocked: [] },
  categories: { blocked: [] },
  countries: { allowed: [], blocked: [] },
  uses: null,
  merchant_lock: null,
  locked_to: null,
  active_from: null,
  active_until: null,
}
const everything = {
  name: 'Advertising',
  bin_id: BIN,
  spending_limit: 1500,
  allowed_categories: ['advertising', '5734'],
  auto_freeze_at: 20,
  controls: { limits: [{ window: 'day', amount: 250, count: 10 }], countries: { allowed: ['US'] }, uses: 5 },
  metadata: { team: 'growth', seats: 3 },
}

test('a template needs only a name and shows every other setting as empty', async () => {
  const { id, created_at, updated_at, ...shown } = await newTemplate(api)
  assert.match(id, /^tpl_\w{28}$/)
  assert.equal(created_at, updated_at)
  assert.deepEqual(shown, {
    name: 'Advertising',
    bin_id: null,
    spending_limit: null,
    allowed_categories: [],
    auto_freeze_at: null,
    controls: noControls,
    metadata: {},
  })
})

test('a template shows its settings as they were given on creation, on GET and in the list', async () => {
  const made = await newTemplate(api, everything)
  const { controls, ...plain } = everything
  for (const [field, value] of Object.entries(plain)) assert.deepEqual(made[field], value, field)
  assert.deepEqual(made.controls, {
    ...noControls,
    limits: [{ window: 'day', amount: 250, count: 10, categories: [] }],
    countries: { allowed: ['US'], blocked: [] },
    uses: 5,
  })
  assert.deepEqual((await api.get(`/card-templates/${made.id}`)).body, made)
  assert.deepEqual((await api.get('/card-templates')).body.data[0], made)
})

test('the template list returns all templates of the workspace, newest first', async () => {
  const own = await service.workspace()
  const names = ['one', 'two', 'three']
  for (const name of names) await newTemplate(own, { name })
  const { body } = await own.get('/card-templates')
  assert.deepEqual(
    body.data.map(({ name }: { name: string }) => name),
    names.toReversed(),
  )
})

test('a template name is trimmed, must not be empty and need not be unique', async () => {
  assert.equal((await newTemplate(api, { name: '  Ads\n' })).name, 'Ads')
  assert.equal((await newTemplate(api, { name: 'Ads' })).name, 'Ads')
  for (const name of ['', '   ', '\n\t'])
    assertError(await api.post('/card-templates', { name }), 400, 'invalid_request', 'name')
  assertError(await api.post('/card-templates', { name: 'x'.repeat(65) }), 400, 'invalid_request', 'name')
  assertError(await api.post('/card-templates', {}), 400, 'invalid_request', 'name')
})

const refused: [settings: Record<string, unknown>, error: string, param: string][] = [
  [{ bin_id: 'bin_none' }, 'invalid_bin', 'bin_id'],
  [{ bin_id: 7 }, 'invalid_bin', 'bin_id'],
  [{ spending_limit: 0 }, 'invalid_spending_limit', 'spending_limit'],
  [{ spending_limit: 'x' }, 'invalid_spending_limit', 'spending_limit'],
  [{ bin_id: BIN, spending_limit: 20_000.01 }, 'invalid_spending_limit', 'spending_limit'],
  [{ allowed_categories: ['nothing'] }, 'invalid_category', 'allowed_categories'],
  [{ auto_freeze_at: -1 }, 'invalid_amount', 'auto_freeze_at'],
  [{ metadata: { nested: {} } }, 'invalid_metadata', 'metadata.nested'],
  [{ controls: { countries: { allowed: ['US'], blocked: ['FR'] } } }, 'invalid_controls', 'controls.countries'],
  [{ controls: { uses: 0 } }, 'invalid_controls', 'controls.uses'],
  [{ amount: 5 }, 'invalid_request', 'amount'],
  [{ label: 'x' }, 'invalid_request', 'label'],
]
for (const [settings, error, param] of refused) {
  test(`a template rejects ${JSON.stringify(settings)} on creation and on update, as a card does`, async () => {
    assertError(await api.post('/card-templates', { name: 'x', ...settings }), 400, error, param)
    const { id } = await newTemplate(api)
    assertError(await api.patch(`/card-templates/${id}`, settings), 400, error, param)
  })
}

test('PATCH on a template changes the given fields, merges metadata, replaces parts of controls and clears a field with null', async () => {
  const { id } = await newTemplate(api, everything)
  const { body } = await api.patch(`/card-templates/${id}`, {
    name: ' New ',
    controls: { uses: null, categories: { blocked: ['gambling'] } },
    metadata: { seats: null, trial: true },
    auto_freeze_at: 0,
  })
  assert.deepEqual(
    [body.name, body.auto_freeze_at, body.metadata, body.bin_id, body.spending_limit],
    ['New', null, { team: 'growth', trial: true }, BIN, 1500],
  )
  assert.deepEqual(
    [body.controls.uses, body.controls.categories, body.controls.limits.length],
    [null, { blocked: ['gambling'] }, 1],
  )
  const emptied = (await api.patch(`/card-templates/${id}`, { bin_id: null, spending_limit: null })).body
  assert.deepEqual([emptied.bin_id, emptied.spending_limit], [null, null])
  assert.deepEqual((await api.patch(`/card-templates/${id}`, {})).body, emptied)
})

test('a spending limit is checked against the BIN that the template has after the change', async () => {
  const { id } = await newTemplate(api, { spending_limit: 50_000 })
  assertError(await api.patch(`/card-templates/${id}`, { bin_id: BIN }), 400, 'invalid_spending_limit')
  const both = await api.patch(`/card-templates/${id}`, { bin_id: BIN, spending_limit: 20_000 })
  assert.equal(both.body.spending_limit, 20_000)
})

test('a merge that results in more than 20 metadata keys is rejected', async () => {
  const keys = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${from + n}`, n]))
  const { id } = await newTemplate(api, { metadata: keys(0, 15) })
  assertError(await api.patch(`/card-templates/${id}`, { metadata: keys(15, 6) }), 400, 'invalid_metadata', 'metadata')
  const asked = { bin_id: BIN, amount: 5, template_id: id, metadata: keys(15, 6) }
  const answer = await assertNothingChanges(service, api, [], () => api.post('/cards', asked))
  assertError(answer, 400, 'invalid_metadata', 'metadata')
})

test('a deleted template is no longer found, and a repeated DELETE under the same key returns the first response', async () => {
  const { id } = await newTemplate(api)
  const gone = await assertReplayed(service, api, { method: 'DELETE', path: `/card-templates/${id}` }, `delete ${id}`)
  assert.deepEqual(gone.body, { id, deleted: true })
  assertError(await api.get(`/card-templates/${id}`), 404, 'template_not_found')
  assertError(await api.patch(`/card-templates/${id}`, { name: 'x' }), 404, 'template_not_found')
  assertError(await api.delete(`/card-templates/${id}`), 404, 'template_not_found')
})

test('creating and updating a template under an idempotency key happens once', async () => {
  const own = await service.workspace()
  const made = await assertReplayed(
    service,
    own,
    { method: 'POST', path: '/card-templates', body: { name: 'once' } },
    'a',
  )
  const path = `/card-templates/${made.body.id}`
  await assertReplayed(service, own, { method: 'PATCH', path, body: { name: 'twice' } }, 'b')
  assert.equal((await own.get('/card-templates')).body.data.length, 1)
})

test('another workspace or environment cannot tell a template from one that does not exist', async () => {
  const { id } = await newTemplate(api)
  for (const stranger of [await service.fundedWorkspace(100), await anotherKey(service, api, { live: true })]) {
    assertError(await stranger.get(`/card-templates/${id}`), 404, 'template_not_found')
    assertError(await stranger.patch(`/card-templates/${id}`, { name: 'mine' }), 404, 'template_not_found')
    assertError(await stranger.delete(`/card-templates/${id}`), 404, 'template_not_found')
    assert.deepEqual((await stranger.get('/card-templates')).body, { data: [] })
  }
  const stranger = await service.fundedWorkspace(100)
  const card = { bin_id: BIN, amount: 5, template_id: id }
  assertError(await stranger.post('/cards', card), 400, 'invalid_template', 'template_id')
})

test('a workspace can have at most 200 templates', async () => {
  const own = await service.workspace()
  for (let n = 0; n < 200; n++) await newTemplate(own, { name: `t${n}` })
  assertError(await own.post('/card-templates', { name: 'one more' }), 400, 'invalid_state')
  assert.equal((await own.get('/card-templates')).body.data.length, 200)
})

test('a card from a template gets all of its settings, and the BIN of the template makes bin_id optional', async () => {
  const template = await newTemplate(api, everything)
  const card = await newCard(api, { bin_id: undefined, amount: 10, template_id: template.id })
  for (const field of ['bin_id', 'spending_limit', 'allowed_categories', 'auto_freeze_at', 'controls', 'metadata'])
    assert.deepEqual(card[field], template[field], field)
  assert.equal(card.label, '')
  assert.ok(!('template_id' in card), 'a card does not store the template that it was created from')
})

test('fields, parts of controls and metadata keys in the request override those of the template', async () => {
  const { id } = await newTemplate(api, everything)
  const card = await newCard(api, {
    template_id: id,
    amount: 10,
    bin_id: OTHER_BIN,
    spending_limit: 100,
    allowed_categories: [],
    auto_freeze_at: 0,
    controls: { limits: [{ window: 'week', count: 3 }], uses: null },
    metadata: { team: 'sales', more: true },
  })
  assert.deepEqual(
    [card.bin_id, card.spending_limit, card.allowed_categories, card.auto_freeze_at, card.metadata],
    [OTHER_BIN, 100, [], null, { team: 'sales', seats: 3, more: true }],
  )
  assert.deepEqual(card.controls, {
    ...noControls,
    limits: [{ window: 'week', amount: null, count: 3, categories: [] }],
    countries: { allowed: ['US'], blocked: [] },
  })
})

test('changing or deleting a template does not change any card', async () => {
  const { id } = await newTemplate(api, everything)
  const card = await newCard(api, { template_id: id, amount: 10 })
  await api.patch(`/card-templates/${id}`, { spending_limit: 1, controls: { uses: 1 }, metadata: { team: 'x' } })
  await api.delete(`/card-templates/${id}`)
  const now = (await api.patch(`/cards/${card.id}`, {})).body
  assert.deepEqual(now, card)
})

test('creating a card from a template that does not exist returns 400 invalid_template and changes nothing', async () => {
  for (const id of [await missingTemplate(api), 'tpl_', 'x', '']) {
    const asked = { bin_id: BIN, amount: 10, template_id: id }
    const answer = await assertNothingChanges(service, api, [], () => api.post('/cards', asked))
    assertError(answer, 400, 'invalid_template', 'template_id')
  }
  assertError(await api.post('/cards', { bin_id: BIN, amount: 10, template_id: 7 }), 400, 'invalid_template')
})

test('the error names bin_id if no BIN is given, and template_id if a setting of the template does not fit', async () => {
  const bare = await newTemplate(api)
  assertError(await api.post('/cards', { amount: 10, template_id: bare.id }), 400, 'invalid_bin', 'bin_id')
  assertError(await api.post('/cards', { amount: 10 }), 400, 'invalid_bin', 'bin_id')
  const large = await newTemplate(api, { spending_limit: 900_000 })
  const misfit = await api.post('/cards', { bin_id: BIN, amount: 10, template_id: large.id })
  assertError(misfit, 400, 'invalid_spending_limit', 'template_id')
  const given = await api.post('/cards', { bin_id: BIN, amount: 10, template_id: large.id, spending_limit: 30_000 })
  assertError(given, 400, 'invalid_spending_limit', 'spending_limit')
  const late = await newTemplate(api, { controls: { active_until: '2030-01-01T00:00:00Z' } })
  const controls = { active_from: '2031-01-01T00:00:00Z' }
  const contradiction = await api.post('/cards', { bin_id: BIN, amount: 10, template_id: late.id, controls })
  assertError(contradiction, 400, 'invalid_controls')
})

test('a card creation is replayed after its template was deleted', async () => {
  const { id } = await newTemplate(api, everything)
  const asked = { amount: 10, template_id: id }
  const first = await api.post('/cards', asked, withKey('before the template went'))
  assert.equal(first.status, 201)
  await api.delete(`/card-templates/${id}`)
  const again = await api.post('/cards', asked, withKey('before the template went'))
  assert.deepEqual([again.status, again.body], [201, first.body])
})

test('a sandbox reset deletes the templates of the sandbox and keeps those of production', async () => {
  const own = await service.workspace()
  const live = await anotherKey(service, own, { live: true })
  const { id } = await newTemplate(own)
  const kept = await newTemplate(live, { name: 'Production' })
  assert.equal((await own.post('/sandbox/reset')).status, 200)
  assertError(await own.get(`/card-templates/${id}`), 404, 'template_not_found')
  assert.deepEqual((await own.get('/card-templates')).body, { data: [] })
  assert.deepEqual((await live.get('/card-templates')).body, { data: [kept] })
})

test('a read-only key can read templates but cannot change them', async () => {
  const { id } = await newTemplate(api)
  const reader = await anotherKey(service, api, { readOnly: true })
  assert.equal((await reader.get(`/card-templates/${id}`)).status, 200)
  assert.equal((await reader.get('/card-templates')).status, 200)
  assertError(await reader.post('/card-templates', { name: 'x' }), 403, 'forbidden')
  assertError(await reader.patch(`/card-templates/${id}`, { name: 'x' }), 403, 'forbidden')
  assertError(await reader.delete(`/card-templates/${id}`), 403, 'forbidden')
})

test('the books balance', () => service.audit())
