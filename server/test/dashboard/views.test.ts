// Saved views belong to one person, their number is limited, and one of them can be the default.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'

const service = await startTestService()
const api = await service.workspace()
const accountId = await accountOf(service, api.key)
const viewer = await join(service, accountId, 'viewer')
const owner = await join(service, accountId, 'owner')

type View = { id: string; name: string; is_default: boolean }
const viewsOf = async (person: typeof owner, list = 'cards'): Promise<View[]> =>
  (await person.get(`/dashboard/views?list=${list}`)).body.data

test('only the person who saved a view can rename it, make it the default or delete it', async () => {
  const search = { status: 'frozen', sort: 'balance', order: 'asc', hide: 'Created', per_page: '50' }
  const made = await viewer.post('/dashboard/views', { list: 'cards', name: ' Frozen ', search })
  assert.equal(made.status, 201)
  assert.deepEqual([made.body.name, made.body.search, made.body.is_default], ['Frozen', search, false])
  const path = `/dashboard/views/${made.body.id}`
  assert.equal((await viewer.patch(path, { name: 'Cold', is_default: true })).body.is_default, true)
  const { body: second } = await viewer.post('/dashboard/views', { list: 'cards', name: 'All', search: {} })
  await viewer.patch(`/dashboard/views/${second.id}`, { is_default: true })
  assert.deepEqual(
    (await viewsOf(viewer)).map(({ name, is_default }) => [name, is_default]),
    [
      ['All', true],
      ['Cold', false],
    ],
  )
  assert.deepEqual(await viewsOf(viewer, 'transactions'), [])
  assert.deepEqual(await viewsOf(owner), [])
  for (const answer of [await owner.patch(path, { name: 'Mine' }), await owner.delete(path)])
    assert.equal(answer.status, 404)
  assert.equal((await viewer.delete(path)).status, 200)
  assert.deepEqual(
    (await viewsOf(viewer)).map(({ name }) => name),
    ['All'],
  )
})

test('view names are unique in a list, a list has at most 50 views, and invalid input names its field', async () => {
  const save = (body: object) => owner.post('/dashboard/views', { list: 'cards', search: {}, ...body })
  for (let n = 0; n < 50; n++) assert.equal((await save({ name: `View ${n}` })).status, 201)
  assert.equal((await save({ name: 'One more' })).body.error, 'invalid_state')
  const taken = await save({ name: 'View 3', list: 'transactions' })
  assert.equal(taken.status, 201, 'another list has its own names')
  assert.equal((await save({ name: 'View 3', list: 'transactions' })).body.param, 'name')
  const [first] = await viewsOf(owner)
  assert.equal((await owner.patch(`/dashboard/views/${first!.id}`, { name: 'View 7' })).body.param, 'name')
  const wrong: [object, string][] = [
    [{ name: '' }, 'name'],
    [{ name: 'x', list: 'wallets' }, 'list'],
    [{ name: 'x', search: { status: 'x'.repeat(301) } }, 'search.status'],
    [{ name: 'x', search: { status: 1 } }, 'search.status'],
    [{ name: 'x\u0000' }, 'name'],
    [{ name: 'x', more: 1 }, 'more'],
  ]
  for (const [body, param] of wrong) {
    const { status, body: answer } = await save(body)
    assert.deepEqual([status, answer.param], [400, param], JSON.stringify(body))
  }
  assert.equal((await owner.get('/dashboard/views?list=wallets')).status, 400)
  for (const id of ['view_none', 'x', first!.id.replace('view_', 'usr_')])
    assert.equal((await owner.delete(`/dashboard/views/${id}`)).status, 404)
})
