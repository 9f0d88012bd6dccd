// Notifications in the inbox and by mail. Each is sent once, to people whose role allows it, and without a secret.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeNotifications, type Needs } from '../../src/notifications/make-notifications.ts'
import { asOwner, newCard, workspaceOf } from '../contract/assertions.ts'
import type { Api } from '../harness.ts'
import { accountOf, actionsOf, type Browser, join } from '../people.ts'
import { done, type Json } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { advance, attempted, register, sendTest, startWebhookService } from '../webhooks/scene.ts'
import { startMailServer } from './mail-server.ts'

const mailServer = await startMailServer()
const service = await startWebhookService({
  DEPOSIT_FEE_BPS: '0',
  SMTP_URL: mailServer.url,
  SMTP_FROM: 'Cards <cards@example.com>',
})

async function scene() {
  const api = await service.workspace()
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '1000', confirm: true }), 201)
  const accountId = await accountOf(service, api.key)
  const [owner, viewer] = [await join(service, accountId, 'owner'), await join(service, accountId, 'viewer')]
  return { api, owner, viewer, place: await workspaceOf(service, api) }
}

const inbox = async (person: Browser, query = ''): Promise<Json[]> =>
  done(await person.get(`/dashboard/notifications?${query}`), 200).data
const unread = async (person: Browser): Promise<number> =>
  done(await person.get('/dashboard/notifications/unread'), 200).count
const kindsOf = (notifications: Json[]) => notifications.map(({ kind }) => kind)

async function challenge(api: Api, card: string, merchant: string): Promise<Json> {
  return done(await api.post('/sandbox/3ds', { card_id: card, merchant, amount: 12.5 }), 201)
}

test('people whose role allows it are notified once of a challenge, a deposit and a low wallet, never with a passcode', async () => {
  const { api, owner, viewer, place } = await scene()
  // The first notification is about the deposit that funded the workspace.
  await until('the inbox has 1 notification', async () => (await inbox(owner)).length === 1)
  const card = await newCard(api, { amount: 950 })
  const { id, otp } = await challenge(api, card.id, 'Nordlys Air')
  await until('the inbox has 3 notifications', async () => (await inbox(owner)).length === 3)
  const told = await inbox(owner)
  assert.deepEqual(kindsOf(told).sort(), ['deposit', 'low_wallet', 'passcode'])
  const passcode = told.find(({ kind }) => kind === 'passcode')!
  assert.deepEqual(
    { ...passcode, id: 0, created_at: '' },
    {
      id: 0,
      kind: 'passcode',
      is_read: false,
      created_at: '',
      challenge_id: id,
      card_id: card.id,
      merchant: 'Nordlys Air',
      amount: 12.5,
      method: 'passcode',
      is_waiting: true,
    },
  )
  const wallet = told.find(({ kind }) => kind === 'low_wallet')!
  assert.deepEqual([wallet.balance, wallet.threshold], [50, 100])
  assert.deepEqual(kindsOf(await inbox(viewer)).sort(), ['deposit', 'low_wallet'])
  const stored = await asOwner(
    service,
    (sql) => sql`select facts::text from notifications where workspace_id = ${place.id}`,
  )
  assert.equal(JSON.stringify([...stored]).includes(otp), false)

  // The wallet stays low, so nothing is sent again. After five minutes the challenge has expired.
  await api.post(`/cards/${card.id}/fund`, { amount: 1 })
  await advance(api, 360)
  await challenge(api, card.id, 'Second')
  await until('the inbox has 4 notifications', async () => (await inbox(owner)).length === 4)
  const [second, ...before] = await inbox(owner)
  assert.equal(second!.merchant, 'Second')
  assert.equal(before.find(({ kind }) => kind === 'passcode')!.is_waiting, false)
  await service.audit()
})

test('events that are processed repeatedly, concurrently or with an aborted commit are notified exactly once', async () => {
  const { api, owner, place } = await scene()
  await until('the inbox has 1 notification', async () => (await inbox(owner)).length === 1)
  const card = await newCard(api, { amount: 10 })
  await challenge(api, card.id, 'Nordlys Air')
  await until('the inbox has 2 notifications', async () => (await inbox(owner)).length === 2)
  const cutOff: Needs = {
    ...service.services,
    database: {
      transaction: (body) =>
        service.services.database.transaction(async (tx, withCommit) => {
          await body(tx, withCommit)
          throw new Error('the process ends here')
        }),
    },
  }
  for (let round = 0; round < 3; round++) {
    await asOwner(
      service,
      (sql) => sql`update notification_cursors set event_sequence = 0 where workspace_id = ${place.id}`,
    )
    await makeNotifications(cutOff, [place]).catch(() => {})
    await Promise.all([1, 2, 3, 4].map(() => makeNotifications(service.services, [place])))
  }
  assert.equal((await inbox(owner)).length, 2)
})

test('each person marks one notification or all seen ones as read and chooses the kinds to receive', async () => {
  const { api, owner, viewer } = await scene()
  const card = await newCard(api, { amount: 10 })
  for (const merchant of ['One', 'Two', 'Three']) await challenge(api, card.id, merchant)
  await until('4 notifications are unread', async () => (await unread(owner)) === 4)
  const [three, two] = await inbox(owner)
  assert.deepEqual(done(await owner.post('/dashboard/notifications/read', { ids: [three!.id, 999_999] }), 200), {
    count: 3,
  })
  assert.deepEqual(
    (await inbox(owner, 'unread=true')).map(({ merchant }) => merchant),
    ['Two', 'One', undefined],
  )
  assert.equal(done(await owner.post('/dashboard/notifications/read', { through: two!.id }), 200).count, 0)
  assert.equal(await unread(viewer), 1)
  // Later notifications are unread, even if somebody marked more than existed.
  done(await owner.post('/dashboard/notifications/read', { through: 999_999 }), 200)
  await challenge(api, card.id, 'Four')
  await until('1 notification is unread', async () => (await unread(owner)) === 1)

  const off = { kinds: [{ kind: 'passcode', inbox: false, mail: false }] }
  const settings = done(await owner.call('PUT', '/dashboard/notifications/settings', off), 200)
  assert.deepEqual(settings.kinds[0], { kind: 'passcode', inbox: false, mail: false })
  assert.deepEqual(kindsOf(await inbox(owner)), ['deposit'])
  assert.equal((await viewer.get('/dashboard/notifications/settings')).body.kinds.length, 2)
  for (const body of [{}, { ids: [1], through: 1 }, { ids: [] }, { through: 0 }, { ids: [1.5] }])
    assert.equal((await owner.post('/dashboard/notifications/read', body)).status, 400, JSON.stringify(body))
})

test('people who may operate set the low-wallet threshold, the change is in the audit log, and null turns it off', async () => {
  const { api, owner, viewer } = await scene()
  const set = (person: Browser, threshold: unknown) =>
    person.call('PUT', '/dashboard/notifications/low-wallet', { threshold })
  assert.equal((await set(viewer, 5)).status, 403)
  for (const wrong of [0, -1, 1.234, 'x', 1e12]) assert.equal((await set(owner, wrong)).status, 400, String(wrong))
  // The wallet is already below the new threshold. No notification is sent, because the person who sets it sees the
  // balance.
  assert.equal(done(await set(owner, 2_000), 200).low_wallet_threshold, 2_000)
  await newCard(api, { amount: 100 })
  assert.equal(done(await set(owner, 500), 200).low_wallet_threshold, 500)
  await newCard(api, { amount: 450 })
  await until('the low wallet is notified', async () => kindsOf(await inbox(owner)).includes('low_wallet'))
  assert.equal((await inbox(owner)).find(({ kind }) => kind === 'low_wallet')!.balance, 450)
  assert.equal(done(await set(owner, null), 200).low_wallet_threshold, null)
  const { body } = await owner.get('/dashboard/audit-log?action=notifications.change-low-wallet')
  assert.deepEqual(
    body.data.map(({ subject }: Json) => subject),
    ['off', '500.00 USD', '2000.00 USD'],
  )
  await api.post('/sandbox/reset')
  assert.equal((await owner.get('/dashboard/notifications/settings')).body.low_wallet_threshold, null)
})

test('an endpoint that fails three times and an endpoint that returns 410 cause one notification each, with the host only', async () => {
  const { api, owner, viewer } = await scene()
  const receiver = await startReceiver()
  receiver.answer = () => ({ status: 500 })
  const webhook = await register(api, receiver)
  const { id } = await sendTest(api, webhook)
  await attempted(api, webhook, id, 1)
  await advance(api, 10)
  await attempted(api, webhook, id, 2)
  assert.equal(kindsOf(await inbox(owner)).includes('failing_webhook'), false)
  await advance(api, 360)
  await until('the failing webhook is notified', async () => kindsOf(await inbox(owner)).includes('failing_webhook'))
  await advance(api, 1_860)
  await attempted(api, webhook, id, 4)
  receiver.answer = () => ({ status: 410 })
  await sendTest(api, webhook)
  const ofWebhook = async () => (await inbox(owner)).filter(({ kind }) => kind === 'failing_webhook')
  await until('both webhooks are notified', async () => (await ofWebhook()).length === 2)
  const [off, failing] = await ofWebhook()
  assert.deepEqual([off!.is_disabled, failing!.is_disabled], [true, false])
  assert.equal(off!.host, new URL(receiver.url).host)
  assert.equal(off!.webhook_id, webhook.id)
  assert.equal(kindsOf(await inbox(viewer)).includes('failing_webhook'), false)
})

test('a person who asks for mail gets one with a link and without a secret, and a rejected mail is sent again', async () => {
  const { api, owner } = await scene()
  // The deposit that funded the workspace is notified before the person asks for mail, so that it is not mailed.
  await until('the deposit is notified', async () => (await inbox(owner)).length === 1)
  const all = ['passcode', 'low_wallet', 'failing_webhook', 'deposit'].map((kind) => ({
    kind,
    inbox: true,
    mail: true,
  }))
  const settings = done(await owner.call('PUT', '/dashboard/notifications/settings', { kinds: all }), 200)
  assert.deepEqual([settings.has_mail, settings.email], [true, owner.email])
  const card = await newCard(api, { amount: 10 })
  const to = (address: string) => mailServer.mails.filter((mail) => mail.to.includes(address))
  mailServer.refuses = true
  const { otp } = await challenge(api, card.id, '<b>Nordlys</b> & Co')
  const mailOf = (attempts: number) =>
    asOwner(
      service,
      (sql) => sql`select id from mail_outbox where recipient = ${owner.email} and attempts = ${attempts}`,
    )
  await until('the outbox has 1 mail', async () => (await mailOf(1)).length === 1)
  mailServer.refuses = false
  await asOwner(service, (sql) => sql`update mail_outbox set next_attempt_at = now() where recipient = ${owner.email}`)
  await until('1 mail is sent', async () => to(owner.email).length === 1)
  const [mail] = to(owner.email)
  assert.equal(mail!.from, 'cards@example.com')
  assert.match(mail!.raw, /Subject: \[Sandbox\] A passcode is waiting/)
  assert.match(mail!.raw, /\/3ds/)
  assert.match(mail!.raw, /&lt;b&gt;Nordlys/)
  assert.equal(mail!.raw.includes(otp), false)
  await until(
    'the sent mail is erased from the outbox',
    async () =>
      (
        await asOwner(
          service,
          (sql) => sql`
    select 1 from mail_outbox where recipient = ${owner.email} and content_sealed is null`,
        )
      ).length === 1,
  )
  // A shop that asks for many passcodes does not fill a mailbox.
  for (let n = 0; n < 25; n++) await challenge(api, card.id, `Shop ${n}`)
  await until('27 notifications are unread', async () => (await unread(owner)) === 27)
  await until('20 mails are sent', async () => to(owner.email).length === 20)
  const queued = await asOwner(service, (sql) => sql`select 1 from mail_outbox where recipient = ${owner.email}`)
  assert.equal(queued.length, 20)
})

test('an invitation and a reset link are shown and mailed, and the outbox stores neither in plain text', async () => {
  const { owner, viewer } = await scene()
  const email = `new-${Date.now()}@example.com`
  const invited = done(await owner.post('/dashboard/team/invitations', { email, role: 'viewer' }), 201)
  const { body: team } = await owner.get('/dashboard/team')
  const member = team.data.find((each: Json) => each.email === viewer.email)
  const reset = done(await owner.post(`/dashboard/team/${member.id}/reset-link`), 200)
  assert.deepEqual([invited.is_mailed, reset.is_mailed], [true, true])
  const plain = (raw: string) => raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  for (const [address, { link }] of [
    [email, invited],
    [viewer.email, reset],
  ] as const) {
    await until('the link is mailed', async () =>
      mailServer.mails.some(({ to, raw }) => to.includes(address) && plain(raw).includes(link)),
    )
    const rows = await asOwner(
      service,
      (sql) => sql`select o::text as row from mail_outbox o where recipient = ${address}`,
    )
    assert.equal(rows[0]!.row.includes(Buffer.from(link.split('#')[1]).toString('hex')), false)
  }
  assert.ok((await actionsOf(owner)).includes('user.invite'), 'the audit log has no user.invite')
})
