// The owner of a card is a member of the team and does not change what the card may do.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neighbours, newCard } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'

const service = await startTestService()
const [api, other] = await neighbours(service)
for (const each of [api, other])
  await each.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '1000', confirm: true })
const accountId = await accountOf(service, api.key)
const boss = await join(service, accountId, 'owner')
const member = await join(service, accountId, 'developer')
const stranger = await join(service, await accountOf(service, other.key), 'owner')
const idOf = async (person: typeof boss): Promise<string> => (await person.get('/dashboard/session')).body.user.id
const ownerOf = async (cardId: string) => (await boss.get(`/dashboard/cards/${cardId}/settings`)).body.owner
const listed = async (person: typeof boss, query: string): Promise<string[]> =>
  (await person.get(`/dashboard/cards?${query}`)).body.data.map(({ label }: { label: string }) => label)

test('an owner of a card can be set, filtered by and cleared, and leaving the team clears it', async () => {
  const memberId = await idOf(member)
  const first = await newCard(api, { label: 'First', amount: 1 })
  const second = await newCard(api, { label: 'Second', amount: 1 })
  const set = (cardId: string, user_id: string, person = boss) =>
    person.call('PUT', `/dashboard/cards/${cardId}/owner`, { user_id })
  assert.deepEqual((await set(first.id, memberId)).body.owner.id, memberId)
  await set(second.id, await idOf(boss))
  await set(second.id, memberId)
  assert.equal((await ownerOf(second.id)).id, memberId)
  const { data } = (await boss.get(`/dashboard/cards/figures?ids=${first.id}`)).body
  assert.equal(data[0].owner.id, memberId)
  assert.deepEqual(await listed(member, 'owner=me'), ['Second', 'First'])
  assert.deepEqual(await listed(boss, `owner=${memberId}&label=fir`), ['First'])
  assert.deepEqual(await listed(boss, 'owner=me'), [])
  assert.equal((await member.in('production').get('/dashboard/cards?owner=me')).body.pagination.total, 0)
  assert.equal((await boss.get('/dashboard/cards?owner=nobody')).body.param, 'owner')
  assert.equal((await boss.get('/dashboard/cards')).status, 400)

  assert.equal((await boss.delete(`/dashboard/cards/${first.id}/owner`)).body.owner, null)
  assert.deepEqual(await listed(member, 'owner=me'), ['Second'])
  assert.equal((await boss.delete(`/dashboard/team/${memberId}`)).status, 200)
  assert.equal(await ownerOf(second.id), null)
  assert.deepEqual(await listed(boss, `owner=${memberId}`), [])
})

test('a card owner must belong to the account of the card', async () => {
  const card = await newCard(api, { amount: 1 })
  const path = `/dashboard/cards/${card.id}/owner`
  for (const user_id of [await idOf(stranger), 'usr_none', '']) {
    const { status, body } = await boss.call('PUT', path, { user_id })
    assert.deepEqual([status, body.param], [400, 'user_id'])
  }
  const answer = await stranger.call('PUT', path, { user_id: await idOf(stranger) })
  assert.deepEqual([answer.status, answer.body.error], [404, 'card_not_found'])
  assert.equal((await stranger.delete(path)).status, 404)
  const { data } = (await boss.get('/dashboard/people')).body
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [await idOf(boss)],
  )
  await service.audit()
})
