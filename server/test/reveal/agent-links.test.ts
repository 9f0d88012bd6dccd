// What an agent key gets when it asks to show a card: the URL of a page of the dashboard. No request of a program opens
// it, whatever it claims to be. A signed-in person with the right `reveal` opens it once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoleName } from '../../src/accounts/roles.ts'
import { anotherKey, asOwner, BIN, newCard } from '../contract/assertions.ts'
import { type Api, startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'
import { auditOf, getPage, hasNumber, IN_FRAME, ORIGIN, openPage } from './reveal-page.ts'

const service = await startTestService()
const api = await service.fundedWorkspace(1_000)
const agent = await anotherKey(service, api, {
  rights: { kind: 'agent', ownCards: true, budget: { amountCents: 10_000n, window: 'month' } },
})
const own = { origin: service.url }
const person = async (of: Api, role: RoleName) => join(service, await accountOf(service, of.key), role)

async function madeCard(): Promise<{ id: string; pan: string }> {
  const { status, body } = await agent.post('/cards', { bin_id: BIN, amount: 5 })
  assert.equal(status, 201, JSON.stringify(body))
  return { id: body.id, pan: (await api.get(`/cards/${body.id}/details`)).body.pan }
}

async function link(card: string) {
  const { status, body } = await agent.post(`/cards/${card}/reveal-sessions`, { origin: ORIGIN })
  assert.equal(status, 201, JSON.stringify(body))
  return body as { id: string; url: string; expires_at: string }
}

test('requests of an agent with any headers never show a card number', async () => {
  const card = await madeCard()
  const made = await link(card.id)
  assert.equal(made.url, `${service.url}/show-card/${made.id}`)
  assert.ok(!made.url.includes('#'), `the URL ${made.url} contains a token`)
  const reveal = `${service.url}/reveal/${made.id}`
  const tokens = ['', 'A'.repeat(43), made.id, made.url.split('/').at(-1)!]
  const authorized = { authorization: `Bearer ${agent.key}` }
  for (const headers of [
    {},
    IN_FRAME,
    { ...IN_FRAME, ...authorized },
    { ...authorized, 'sec-fetch-dest': 'document' },
  ]) {
    assert.equal((await getPage({ url: reveal }, headers)).status, 404)
    for (const token of tokens) {
      const page = await openPage({ url: `${reveal}#${token}` }, { token, headers })
      assert.deepEqual([page.status, hasNumber(page.html), page.html.includes(card.pan)], [404, false, false])
    }
    const page = await fetch(made.url, { headers: { ...headers, accept: 'text/html' } })
    assert.ok(!(await page.text()).includes(card.pan), 'the page contains the card number')
    const opened = await fetch(`${service.url}/dashboard/reveal-links/${made.id}/open`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(own),
    })
    assert.equal(opened.status, 401)
  }
})

test('a person with the right to reveal sees the purpose and opens the link once, and the audit log names both', async () => {
  const card = await madeCard()
  const made = await link(card.id)
  const owner = await person(api, 'owner')
  const shown = await owner.get(`/dashboard/reveal-links/${made.id}`)
  assert.equal(shown.status, 200, JSON.stringify(shown.body))
  assert.deepEqual(
    [shown.body.card.id, shown.body.origin, shown.body.state, shown.body.spend_request],
    [card.id, ORIGIN, 'open', null],
  )
  assert.ok(!JSON.stringify(shown.body).includes(card.pan), JSON.stringify(shown.body))
  const opened = await owner.post(`/dashboard/reveal-links/${made.id}/open`, own)
  assert.equal(opened.status, 201, JSON.stringify(opened.body))
  assert.match(opened.body.url, /\/reveal\/rev_\w+#[A-Za-z0-9_-]{43}$/)
  assert.ok((await openPage(opened.body)).html.includes(card.pan), 'the opened page does not show the card number')
  const again = await owner.post(`/dashboard/reveal-links/${made.id}/open`, own)
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_state'])
  assert.equal((await owner.get(`/dashboard/reveal-links/${made.id}`)).body.state, 'used')
  const entries = (await auditOf(service, card.id)).filter(({ action }) => action !== 'card.details')
  const byAgent = entries.filter(({ actor }) => actor.startsWith('key_')).map(({ action }) => action)
  const byPerson = entries.filter(({ actor }) => !actor.startsWith('key_')).map(({ action }) => action)
  assert.ok(byAgent.includes('card.reveal-session'), byAgent.join(', '))
  assert.deepEqual(byPerson, ['card.reveal-session', 'card.reveal'])
})

test('only one of many concurrent requests to open a link gets a session', async () => {
  const made = await link((await madeCard()).id)
  const owner = await person(api, 'owner')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => owner.post(`/dashboard/reveal-links/${made.id}/open`, own)),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(400)])
})

test('a link does not open without the right, after its expiry, for another account or with an invalid id', async () => {
  const made = await link((await madeCard()).id)
  const path = `/dashboard/reveal-links/${made.id}`
  const viewer = await person(api, 'viewer')
  for (const answer of [await viewer.get(path), await viewer.post(`${path}/open`, own)])
    assert.deepEqual([answer.status, answer.body.error], [403, 'forbidden'])
  const stranger = await person(await service.fundedWorkspace(10), 'owner')
  for (const answer of [await stranger.get(path), await stranger.post(`${path}/open`, own)])
    assert.equal(answer.status, 404)
  const owner = await person(api, 'owner')
  const frame = (await api.post(`/cards/${(await newCard(api)).id}/reveal-sessions`, { origin: ORIGIN })).body
  for (const id of [frame.id, 'rev_1', 'card_1'])
    assert.equal((await owner.get(`/dashboard/reveal-links/${id}`)).status, 404)
  await asOwner(
    service,
    (sql) => sql`update reveal_sessions set expires_at = now() - interval '1 second' where for_person`,
  )
  assert.equal((await owner.get(path)).body.state, 'expired')
  const late = await owner.post(`${path}/open`, own)
  assert.deepEqual([late.status, late.body.error], [400, 'invalid_state'])
  await service.audit()
})
