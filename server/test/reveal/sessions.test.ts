// POST /cards/{card_id}/reveal-sessions and the page at its URL, which opens once, before its expiry, and with its
// token.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOwner, assertError, missingId, newCard, workspaceOf } from '../contract/assertions.ts'
import { type Api, startTestService } from '../harness.ts'
import { auditOf, getPage, hasNumber, IN_FRAME, newSession, ORIGIN, openPage } from './reveal-page.ts'

const service = await startTestService()
const api = await service.fundedWorkspace(10_000)
const card = (await newCard(api)).id as string
const path = `/cards/${card}/reveal-sessions`
const details = (await api.get(`/cards/${card}/details`)).body

const endSessions = () =>
  asOwner(service, (sql) => sql`update reveal_sessions set expires_at = now() - interval '1 second'`)

test('a new session returns a URL of this service that expires in five minutes', async () => {
  const before = Date.now()
  const { status, body } = await api.post(path, { origin: ORIGIN })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body).sort(), ['expires_at', 'id', 'url'])
  assert.match(body.id, /^rev_[0-9a-z]{28}$/)
  assert.match(body.url, new RegExp(`^${service.url}/reveal/${body.id}#[A-Za-z0-9_-]{43}$`))
  const minutes = (Date.parse(body.expires_at) - before) / 60_000
  assert.ok(minutes >= 5 && minutes < 5.5, String(minutes))
})

test('the closed page contains no card data, and the opened page shows the number once', async () => {
  const session = await newSession(api, card)
  const closed = await getPage(session)
  assert.deepEqual([closed.status, closed.state, hasNumber(closed.html)], [200, 'closed', false])
  const opened = await openPage(session)
  assert.deepEqual([opened.status, opened.state], [200, 'open'])
  for (const shown of [`data-number="${details.pan}"`, `data-cvv="${details.cvv}"`])
    assert.ok(opened.html.includes(shown), `the opened page does not show ${shown}`)
  assert.match(opened.html, /data-expiry="\d\d&#47;\d\d"|data-expiry="\d\d\/\d\d"/)
  const again = await openPage(session)
  assert.deepEqual([again.status, again.state, hasNumber(again.html)], [410, 'ended', false])
  assert.equal((await getPage(session)).state, 'closed')
})

test('only one of many concurrent requests to open a session sees the number', async () => {
  const session = await newSession(api, card)
  const pages = await Promise.all(Array.from({ length: 12 }, () => openPage(session)))
  assert.deepEqual(pages.map(({ status }) => status).sort(), [200, ...Array(11).fill(410)])
  assert.equal(pages.filter(({ html }) => html.includes(details.pan)).length, 1)
})

test('a wrong token, a missing token and the token of another session open nothing and do not use up the session', async () => {
  const [session, other] = [await newSession(api, card), await newSession(api, card)]
  for (const token of ['', 'x', 'A'.repeat(43), other.url.split('#')[1]!, `${session.url.split('#')[1]}x`])
    assert.equal((await openPage(session, { token })).state, 'ended', token)
  assert.equal((await openPage(session)).state, 'open')
  assert.equal((await openPage(other)).state, 'open')
})

test('an expired session does not open', async () => {
  const session = await newSession(api, card)
  await endSessions()
  const late = await openPage(session)
  assert.deepEqual([late.status, late.state, hasNumber(late.html)], [410, 'ended', false])
})

test('a session opens only inside a frame', async () => {
  const session = await newSession(api, card)
  for (const destination of [undefined, '', 'document', 'empty', 'script', 'image', 'object', 'embed', 'frame']) {
    const headers: Record<string, string> = destination === undefined ? {} : { 'sec-fetch-dest': destination }
    for (const page of [await getPage(session, headers), await openPage(session, { headers })]) {
      assert.deepEqual([page.status, hasNumber(page.html)], [403, false], String(destination))
      assert.match(page.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
    }
  }
  assert.equal((await openPage(session)).state, 'open', 'no rejected attempt has used up the token')
})

test('an invalid session id is reported as unknown', async () => {
  const session = await newSession(api, card)
  const unknown = session.url.replace(
    /rev_\w+/,
    await missingId(service, api).then((id) => id.replace('card_', 'rev_')),
  )
  for (const url of [unknown, session.url.replace(/rev_\w+/, 'rev_1'), session.url.replace('rev_', 'card_')]) {
    assert.equal((await getPage({ url })).status, 404, url)
    assert.equal((await openPage({ url })).status, 404, url)
  }
})

test('a token in JSON or in a large form does not open a session', async () => {
  const session = await newSession(api, card)
  const [url, token] = session.url.split('#') as [string, string]
  const json = {
    method: 'POST',
    headers: { ...IN_FRAME, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  }
  assert.equal((await fetch(url, json)).status, 410)
  const large = new URLSearchParams({ token, more: 'x'.repeat(2000) })
  assert.equal((await fetch(url, { method: 'POST', headers: IN_FRAME, body: large })).status, 400)
  assert.equal((await openPage(session)).state, 'open')
})

test('a request that is repeated with the same idempotency key returns the same URL, which still opens once', async () => {
  const headers = { 'x-idempotency-key': 'reveal-1' }
  const first = await api.post(path, { origin: ORIGIN }, headers)
  const second = await api.post(path, { origin: ORIGIN }, headers)
  assert.deepEqual(second.body, first.body)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assertError(await api.post(path, { origin: 'https://other.example.com' }, headers), 400, 'idempotency_key_reused')
  assert.equal((await openPage(first.body)).state, 'open')
  assert.equal((await openPage(second.body)).state, 'ended')
})

test('neither the token nor the card number is stored in plain text', async () => {
  const session = await newSession(api, card)
  const { body } = await api.post(path, { origin: ORIGIN }, { 'x-idempotency-key': 'reveal-2' })
  await openPage(session)
  await service.services.requestLog.flush()
  const secrets = [session.url, body.url].map((url) => url.split('#')[1]!).concat(details.pan)
  const found = await asOwner(service, async (sql) => {
    const names = await sql<{ name: string }[]>`
      select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
    const hits: string[] = []
    for (const { name } of names)
      for (const secret of secrets) {
        const rows = await sql.unsafe(`select 1 from ${name} t where t::text like $1 or t::text like $2 limit 1`, [
          `%${secret}%`,
          `%${Buffer.from(secret).toString('hex')}%`,
        ])
        if (rows.length > 0) hits.push(`${name}: ${secret}`)
      }
    return hits
  })
  assert.deepEqual(found, [])
})

test('the audit log records who created a session, and its opening in their name with the IP address of the viewer', async () => {
  const { id } = await newCard(api)
  const session = await newSession(api, id)
  const { actor } = await workspaceOf(service, api)
  assert.deepEqual(
    (await auditOf(service, id)).map(({ action }) => action),
    ['card.reveal-session'],
  )
  const opened = await openPage(session)
  await openPage(session)
  const entries = await auditOf(service, id)
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.actor]),
    [
      ['card.reveal-session', actor],
      ['card.reveal', actor],
    ],
  )
  assert.equal(entries[1]!.request_id, opened.headers.get('x-request-id'))
})

test('a session shows frozen and terminated cards in the same way as GET details', async () => {
  const { id } = await newCard(api)
  const { pan } = (await api.get(`/cards/${id}/details`)).body
  await api.post(`/cards/${id}/freeze`)
  assert.ok(
    (await openPage(await newSession(api, id))).html.includes(pan),
    'the page does not show the number of the frozen card',
  )
  const before = await newSession(api, id)
  await api.delete(`/cards/${id}`)
  assert.ok((await openPage(before)).html.includes(pan), 'the page of the earlier session does not show the number')
  assert.ok(
    (await openPage(await newSession(api, id))).html.includes(pan),
    'the page does not show the number of the terminated card',
  )
})

test('a session does not open after a reset of the sandbox', async () => {
  const fresh: Api = await service.fundedWorkspace(100)
  const session = await newSession(fresh, (await newCard(fresh)).id)
  await fresh.post('/sandbox/reset')
  const page = await openPage(session)
  assert.deepEqual([page.status, hasNumber(page.html)], [410, false])
})

test('a session for a card that does not exist or belongs to another workspace returns 404', async () => {
  const other = await service.workspace()
  assertError(await other.post(path, { origin: ORIGIN }), 404, 'card_not_found')
  const missing = await missingId(service, api)
  assertError(await api.post(`/cards/${missing}/reveal-sessions`, { origin: ORIGIN }), 404, 'card_not_found')
})

test('sessions that expired a day ago are deleted', async () => {
  const { pruneSessions } = await import('../../src/reveal/sessions.ts')
  const session = await newSession(api, card)
  const { database } = service.services
  const prune = (at: number) => database.transaction((tx) => pruneSessions(tx, new Date(at), 1_000))
  await prune(Date.parse(session.expires_at) + 23 * 3_600_000)
  assert.equal((await getPage(session)).status, 200)
  assert.ok((await prune(Date.parse(session.expires_at) + 25 * 3_600_000)) > 0, 'no session was deleted')
  assert.equal((await getPage(session)).status, 404)
})

test('the books balance', () => service.audit())
