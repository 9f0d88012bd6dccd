// Notes, tags and receipts: what people add to a transaction, and that no content of a receipt can run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purgeDeadWorkspaces } from '../../src/worker.ts'
import { asOwner, workspaceOf } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { accountOf, type Browser, join } from '../people.ts'
import { done, type Json, openScene } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0', RECEIPTS_MAX_MB: '6' })
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(300_000, 7)])

async function stage() {
  const scene = await openScene(service, { wallet: 0, amount: 5_000 })
  const accountId = await accountOf(service, scene.api.key)
  const [owner, viewer] = [await join(service, accountId, 'owner'), await join(service, accountId, 'viewer')]
  const { id } = await scene.hold(10)
  return { ...scene, owner, viewer, id: id as string, path: `/dashboard/transactions/${id}` }
}

const put = (person: Browser, path: string, body: unknown) => person.call('PUT', `${path}/notes`, body)
const add = (person: Browser, path: string, content: Buffer, name = 'hotel.png') =>
  person.post(`${path}/receipts`, { name, content: content.toString('base64') })

test('a note and tags are stored, listed, filtered and exported, and only people who may operate can write them', async () => {
  const { owner, viewer, path, id, hold, api } = await stage()
  const other = (await hold(20)).id
  const written = done(
    await put(owner, path, { note: '  =Dinner with Nordlys ', tags: ['Travel', 'travel', 'q3  team'] }),
    200,
  )
  assert.deepEqual([written.note, written.tags], ['=Dinner with Nordlys', ['q3 team', 'travel']])
  done(await put(owner, `/dashboard/transactions/${other}`, { note: '', tags: ['travel'] }), 200)
  assert.deepEqual((await viewer.get(`${path}/notes`)).body.tags, ['q3 team', 'travel'])
  assert.equal((await put(viewer, path, { note: 'x', tags: [] })).status, 403)
  assert.deepEqual((await owner.get('/dashboard/tags')).body.data, [
    { tag: 'q3 team', uses: 1 },
    { tag: 'travel', uses: 2 },
  ])
  const tagged = async (query: string) =>
    done(await owner.get(`/dashboard/transactions?${query}`), 200).data.map((each: Json) => each.id)
  assert.deepEqual(await tagged('tag=TRAVEL'), [other, id])
  assert.deepEqual(await tagged('tag=q3%20team'), [id])
  assert.deepEqual(await tagged('tag=travel&min_amount=15'), [other])
  assert.deepEqual(await tagged('tag=nothing'), [])
  const csv = await (await owner.open('/dashboard/transactions?format=csv&tag=q3%20team')).text()
  const [head, line] = csv.split('\r\n')
  assert.match(head!, /,note,tags$/)
  assert.match(line!, /,'=Dinner with Nordlys,"q3 team, travel"$/)
  done(await put(owner, path, { note: '', tags: [] }), 200)
  assert.deepEqual((await owner.get('/dashboard/tags')).body.data, [{ tag: 'travel', uses: 1 }])
  const { body: log } = await owner.get('/dashboard/audit-log?action=transaction.annotate')
  assert.deepEqual([...new Set(log.data.map(({ subject }: Json) => subject))].sort(), [id, other].sort())
  assert.equal((await api.get(`/transactions/${id}`)).body.note, undefined)
  await service.audit()
})

test('a note that is too long, too many tags or a transaction of another workspace is rejected with the name of the field', async () => {
  const { owner, path } = await stage()
  const stranger = await stage()
  for (const [body, param] of [
    [{ note: 'x'.repeat(2_001), tags: [] }, 'note'],
    [{ note: '', tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }, 'tags'],
    [{ note: '', tags: ['x'.repeat(41)] }, 'tags'],
    [{ note: '', tags: ['a,b'] }, 'tags'],
    [{ note: '', tags: [' '] }, 'tags'],
    [{ note: 'a\0b', tags: [] }, 'note'],
    [{ tags: [] }, 'note'],
  ] as const) {
    const { status, body: error } = await put(owner, path, body)
    assert.equal(status, 400, JSON.stringify(error))
    assert.ok(error.param.startsWith(param), JSON.stringify(error))
  }
  assert.equal((await put(stranger.owner, path, { note: 'x', tags: [] })).status, 404)
  assert.equal((await stranger.owner.get(`${path}/notes`)).status, 404)
  assert.equal((await add(stranger.owner, path, PNG)).status, 404)
})

test('a receipt is recognised by its bytes, sent as a download that runs no content, and limited in size and number', async () => {
  const { owner, viewer, path } = await stage()
  const stranger = await stage()
  const made = done(await add(owner, path, PNG, '../Hôtel "1".html'), 201)
  assert.deepEqual([made.name, made.media_type, made.size_bytes], ['Hôtel 1.png', 'image/png', PNG.length])
  const answer = await viewer.open(`${path}/receipts/${made.id}`)
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(PNG), 'the receipt differs from the uploaded file')
  const header = (name: string) => answer.headers.get(name)
  assert.equal(header('content-type'), 'image/png')
  assert.equal(header('x-content-type-options'), 'nosniff')
  assert.equal(header('content-disposition'), `attachment; filename="H_tel 1.png"; filename*=UTF-8''H%C3%B4tel%201.png`)
  assert.match(header('content-security-policy')!, /^sandbox; default-src 'none'/)
  assert.equal(header('cache-control'), 'no-store')
  assert.equal((await stranger.owner.get(`${path}/receipts/${made.id}`)).status, 404)
  assert.equal((await stranger.owner.get(`${stranger.path}/receipts/${made.id}`)).status, 404)
  assert.equal((await owner.get(`${stranger.path}/receipts/${made.id}`)).status, 404)

  assert.equal((await add(viewer, path, PNG)).status, 403)
  for (const wrong of ['<svg onload="alert(1)"/>', '<html>', 'GIF89a', 'PK\x03\x04'])
    assert.equal((await add(owner, path, Buffer.from(wrong))).body.param, 'content')
  assert.equal((await owner.post(`${path}/receipts`, { name: 'a', content: '%%%' })).body.param, 'content')
  const large = Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)])
  assert.equal((await add(owner, path, large)).status, 400)
  // A workspace may store six megabytes, so the second large receipt is too much.
  const nearly = Buffer.concat([PNG, Buffer.alloc(4_900_000)])
  done(await add(owner, path, nearly), 201)
  assert.equal((await add(owner, path, nearly)).body.error, 'invalid_state')
  for (let n = 0; n < 3; n++) done(await add(owner, path, PNG.subarray(0, 100)), 201)
  assert.match((await add(owner, path, PNG.subarray(0, 100))).body.message, /at most 5 receipts/)
  done(await owner.delete(`${path}/receipts/${made.id}`), 200)
  assert.equal((await owner.delete(`${path}/receipts/${made.id}`)).status, 404)
  const { receipts } = (await owner.get(`${path}/notes`)).body
  assert.equal(receipts.length, 4)
  const usage = await asOwner(
    service,
    async (sql) => sql`
    select u.bytes::text, (select sum(size_bytes)::text from receipts r where r.workspace_id = u.workspace_id) as sum
    from receipt_usage u where bytes > 0`,
  )
  for (const { bytes, sum } of usage) assert.equal(bytes, sum)
  const { body: log } = await owner.get('/dashboard/audit-log?action=receipt.remove')
  assert.equal(log.data[0].subject.startsWith(made.id), true)
})

test('concurrent uploads stay within the limits of number and size, and a reset deletes all receipts', async () => {
  const { owner, path, api } = await stage()
  done(await put(owner, path, { note: 'x', tags: ['a'] }), 200)
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(owner, path, PNG)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 5)
  const { id: dead } = await workspaceOf(service, api)
  done(await api.post('/sandbox/reset'), 200)
  await purgeDeadWorkspaces(service.services)
  for (const table of [
    'receipts',
    'receipt_usage',
    'transaction_notes',
    'transaction_tags',
    'workspace_tags',
    'notification_cursors',
  ]) {
    const rows = await asOwner(service, (sql) => sql`select 1 from ${sql(table)} where workspace_id = ${dead}`)
    assert.equal(rows.length, 0, table)
  }
})
