// A session of one account never sees data of another account, whatever it requests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neighbours } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'

const service = await startTestService()
const [theirs, mine] = await neighbours(service)
for (const api of [theirs, mine])
  await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '1000', confirm: true })
const theirAccount = await accountOf(service, theirs.key)
const them = await join(service, theirAccount, 'owner')
const me = await join(service, await accountOf(service, mine.key), 'owner')
const { body: card } = await theirs.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })

test('a person cannot see or change the cards of another account', async () => {
  assert.equal((await them.get(`/v1/cards/${card.id}`)).status, 200)
  assert.equal((await me.get('/v1/cards')).body.pagination.total, 0)
  for (const path of ['', '/details']) assert.equal((await me.get(`/v1/cards/${card.id}${path}`)).status, 404)
  for (const path of ['/freeze', '/unfreeze']) assert.equal((await me.post(`/v1/cards/${card.id}${path}`)).status, 404)
  assert.equal((await me.post(`/v1/cards/${card.id}/fund`, { amount: 1 })).status, 404)
  assert.equal((await me.delete(`/v1/cards/${card.id}`)).status, 404)
  assert.equal((await me.get(`/v1/transactions?card_id=${card.id}`)).body.pagination.total, 0)
})

test('card figures contain no cards of another account or environment', async () => {
  const controls = { limits: [{ window: 'day', amount: 5 }] }
  const body = { bin_id: 'bin_visa_us_prepaid_1', amount: 10, controls }
  const { body: theirCard } = await theirs.post('/cards', body)
  const { body: own } = await mine.post('/cards', { ...body, spending_limit: 50, label: 'Mine' })
  await mine.post('/sandbox/authorizations', {
    card_id: own.id,
    amount: 4,
    merchant: { name: 'Shop', mcc: '5411', country: 'US' },
  })
  const path = `/dashboard/cards/figures?ids=${[card.id, theirCard.id, own.id, 'card_none'].join(',')}`
  const ids = async (browser: typeof me) =>
    (await browser.get(path)).body.data.map(({ id }: { id: string }) => id).sort()
  assert.deepEqual(await ids(them), [card.id, theirCard.id].sort())
  const [figures] = (await me.get(path)).body.data
  assert.equal(typeof figures.last_used_at, 'string')
  assert.deepEqual(
    { ...figures, last_used_at: null },
    {
      id: own.id,
      status: 'active',
      label: 'Mine',
      balance: 6,
      held: 4,
      spending_limit: 50,
      used_this_month: 4,
      last_used_at: null,
      has_controls: true,
      owner: null,
    },
  )
  for (const browser of [me, them]) assert.deepEqual((await browser.in('production').get(path)).body.data, [])
})

test('a person cannot see or revoke the keys of another account or environment', async () => {
  const { body: key } = await them.post('/dashboard/keys', { name: 'Theirs' })
  const listed = (await me.get('/dashboard/keys')).body.data.map(({ id }: { id: string }) => id)
  assert.ok(!listed.includes(key.id), `${key.id} is in ${listed.join(', ')}`)
  assert.equal((await me.delete(`/dashboard/keys/${key.id}`)).status, 404)
  assert.equal((await them.in('production').delete(`/dashboard/keys/${key.id}`)).status, 404)
  assert.equal((await service.api(key.key).get('/wallet/balance')).status, 200)
})

test('a person cannot see or change the team, invitations or profile of another account', async () => {
  const { body: session } = await them.get('/dashboard/session')
  const invitation = { email: 'new@example.com', role: 'viewer' }
  const { body: invited } = await them.post('/dashboard/team/invitations', invitation)
  const { body: team } = await me.get('/dashboard/team')
  assert.deepEqual([team.data.map((each: { email: string }) => each.email), team.invitations], [[me.email], []])
  const { id } = session.user
  assert.equal((await me.patch(`/dashboard/team/${id}`, { role: 'viewer' })).status, 404)
  assert.equal((await me.delete(`/dashboard/team/${id}`)).status, 404)
  assert.equal((await me.post(`/dashboard/team/${id}/reset-link`)).status, 404)
  assert.equal((await me.delete(`/dashboard/team/invitations/${invited.id}`)).status, 404)
  assert.equal((await them.get('/dashboard/team')).body.invitations.length, 1)
})

test('a person cannot see the audit log of another account in either environment', async () => {
  for (const environment of ['sandbox', 'production'] as const) {
    const { body: log } = await me.in(environment).get('/dashboard/audit-log?per_page=100')
    const { body: session } = await them.get('/dashboard/session')
    assert.ok(
      log.data.every(({ actor }: { actor: string }) => actor !== session.user.id),
      `an entry is by ${session.user.id}`,
    )
    assert.equal(
      (await me.in(environment).get(`/dashboard/audit-log?actor=${session.user.id}`)).body.pagination.total,
      0,
    )
  }
})

test('a person cannot see or end the sessions of another account', async () => {
  const { body: sessions } = await them.get('/dashboard/auth/list-sessions')
  await me.post('/dashboard/auth/revoke-session', { token: sessions[0].token })
  assert.equal((await them.get('/dashboard/session')).status, 200)
  const { body: mySessions } = await me.get('/dashboard/auth/list-sessions')
  const tokens = mySessions.map((each: { token: string }) => each.token)
  assert.ok(!tokens.includes(sessions[0].token), `${tokens.length} sessions include one of the other account`)
})

test('a viewer cannot reveal cards, move money or see keys', async () => {
  const viewer = await join(service, theirAccount, 'viewer')
  const refused = [
    await viewer.get(`/v1/cards/${card.id}/details`),
    await viewer.get('/v1/3ds'),
    await viewer.get('/v1/events'),
    await viewer.post(`/v1/cards/${card.id}/fund`, { amount: 1 }),
    await viewer.post(`/v1/cards/${card.id}/withdraw`, { amount: 1 }),
    await viewer.post(`/v1/cards/${card.id}/freeze`),
    await viewer.post('/v1/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 }),
    await viewer.get('/dashboard/keys'),
    await viewer.post('/dashboard/keys', { name: 'Mine' }),
    await viewer.get('/dashboard/team'),
    await viewer.get('/dashboard/audit-log'),
  ]
  for (const { status, body } of refused) assert.deepEqual([status, body.error], [403, 'forbidden'])
  assert.equal((await viewer.get(`/v1/cards/${card.id}`)).body.balance, 10)
  await service.audit()
})
