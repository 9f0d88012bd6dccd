// Uses every function of the service's hot path and background tasks once or twice, on a workspace with history. A
// statement that nothing here sends fails growth.test.ts: add the call that sends it.

import assert from 'node:assert/strict'
import { findWorkspacesWithDue } from '../../src/due/find-workspaces-with-due.ts'
import { pruneAnswers } from '../../src/engine/stored-answers.ts'
import { parseId } from '../../src/ids.ts'
import { pruneSessions } from '../../src/reveal/sessions.ts'
import { Leases } from '../../src/webhooks/delivery/leases.ts'
import { startWorker } from '../../src/worker.ts'
import { anotherKey, asOwner, newCard } from '../contract/assertions.ts'
import type { Api, TestService } from '../harness.ts'
import { IN_FRAME } from '../reveal/reveal-page.ts'
import { ads, DAY, done, type Json, sceneOf } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { attempted, deliveriesOf, handedOut, sendTest, settled } from '../webhooks/scene.ts'
import { readStream } from '../webhooks/stream-reader.ts'
import { useControls, useDecisionHook } from './use-controls.ts'
import { useRules } from './use-rules.ts'
import { useSpendRequests } from './use-spend-requests.ts'

export type Setting = { service: TestService; api: Api; card: string; webhook: Json; receiver: Receiver }

/** A workspace with money, a card and a webhook, before it has any history. */
export async function openSetting(service: TestService): Promise<Setting> {
  const api = await service.fundedWorkspace(100_000)
  const receiver = await startReceiver()
  const webhook = done(await api.post('/webhooks', { url: receiver.url, events: ['*'] }), 201)
  const { id: card } = await newCard(api, { amount: 1_000 })
  return { service, api, card, webhook, receiver }
}

/** Uses everything with a running worker, which is stopped at the end. */
export async function useEverything(setting: Setting): Promise<void> {
  await leaveDeadWorker(setting)
  const stopWorker = startWorker(setting.service.services)
  try {
    await useStream(setting)
    await useCards(setting)
    await useAuthorizations(setting)
    await useControls(setting)
    await useRules(setting)
    await useSpendRequests(setting)
    await useDecisionHook(setting)
    await useWallet(setting)
    await useWebhooks(setting)
    await readLists(setting)
    await shareBuckets(setting)
    await passTime(setting)
  } finally {
    await stopWorker()
  }
}

async function useStream({ service, api }: Setting): Promise<void> {
  const first = done(await api.get('/events?per_page=1'), 200).data[0]
  const stream = await readStream({ url: service.url, api }, { headers: { 'last-event-id': first.id } })
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }), 201)
  await stream.waitFor(1)
  const another = await readStream({ url: service.url, api })
  // The stream polls for new events once per second, so this covers two polls.
  await service.services.requestLog.flush()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  for (const each of [stream, another]) each.close()
}

const keyed = (key: string) => ({ 'x-idempotency-key': key })

/** Calls twice, and once more when the stored response has expired. */
async function repeat({ service }: Setting, call: () => Promise<Json>): Promise<void> {
  for (let again = 0; again < 2; again++) await call()
  await asOwner(
    service,
    (sql) => sql`
    update idempotency_keys set created_at = now() - interval '2 days' where created_at > now() - interval '1 minute'`,
  )
  await call()
}

async function useCards(setting: Setting): Promise<void> {
  const { api, card } = setting
  await repeat(setting, async () => done(await api.post(`/cards/${card}/fund`, { amount: 10 }, keyed('growth-1')), 200))
  done(await api.post(`/cards/${card}/withdraw`, { amount: 5 }), 200)
  done(await api.patch(`/cards/${card}`, { label: 'renamed', spending_limit: 500 }), 200)
  done(await api.post(`/cards/${card}/freeze`), 200)
  done(await api.post(`/cards/${card}/unfreeze`), 200)
  done(await api.get(`/cards/${card}`), 200)
  done(await api.get(`/cards/${card}/details`), 200)
  await openRevealSession(setting)
  const { id } = await newCard(api, { amount: 5 })
  const replaced = done(await api.post(`/cards/${id}/replace`, { reason: 'lost' }), 201)
  done(await api.delete(`/cards/${replaced.id}`), 200)
  await useTemplates(setting)
}

async function openRevealSession({ api, card }: Setting): Promise<void> {
  const { url } = done(await api.post(`/cards/${card}/reveal-sessions`, { origin: 'https://shop.example.com' }), 201)
  const [page, token] = url.split('#')
  for (const status of [200, 410]) {
    const body = new URLSearchParams({ token })
    assert.equal((await fetch(page, { method: 'POST', headers: IN_FRAME, body })).status, status)
  }
}

async function useTemplates({ api }: Setting): Promise<void> {
  const { id } = done(await api.post('/card-templates', { name: 'Advertising' }), 201)
  done(await api.patch(`/card-templates/${id}`, { name: 'Adverts' }), 200)
  done(await api.get(`/card-templates/${id}`), 200)
  done(await api.get('/card-templates'), 200)
  await newCard(api, { amount: 5, template_id: id })
  done(await api.delete(`/card-templates/${id}`), 200)
}

async function useAuthorizations(setting: Setting): Promise<void> {
  const { service, api, card } = setting
  const scene = sceneOf(api, card)
  const asked = { card_id: card, amount: 1, merchant: ads }
  await repeat(setting, async () => done(await api.post('/sandbox/authorizations', asked, keyed('growth-2')), 201))
  // Two workspaces act concurrently, so that they share a batch.
  const other = await service.fundedWorkspace(100)
  const elsewhere = sceneOf(other, (await newCard(other, { amount: 50 })).id)
  await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? elsewhere : scene).ask(0.1)))
  const [settling, reversing, expiring, growing] = [
    await scene.hold(5),
    await scene.hold(5),
    await scene.hold(5),
    await scene.hold(5),
  ]
  done(await scene.on(growing, 'increment', { amount: 1 }), 201)
  const settlement = done(await scene.on(settling, 'settle', { amount: 5 }), 201)
  done(await scene.on(reversing, 'reverse'), 200)
  done(await scene.on(expiring, 'expire'), 200)
  await scene.reason(1_000_000)
  const forced = await scene.force(2)
  for (const { id } of [settlement, forced]) done(await scene.call('refunds', { transaction_id: id, amount: 1 }), 201)
  await useRates(setting)
  const details = done(await api.get(`/cards/${card}/details`), 200)
  await scene.ask(1, { pan: details.pan })
  const challenge = await scene.challenge(3)
  done(await scene.verify(challenge), 200)
  await scene.ask(3, { three_ds_challenge_id: challenge.id })
  done(await api.get(`/3ds/${challenge.id}`), 200)
  await scene.full(settling)
}

async function useRates({ api, card }: Setting): Promise<void> {
  const scene = sceneOf(api, card)
  done(await api.put('/sandbox/rates', { rates: { EUR: '1.1' } }), 200)
  done(await api.get('/sandbox/rates'), 200)
  const foreign = await scene.hold(1, { currency: 'EUR' })
  done(await scene.on(foreign, 'settle'), 201)
}

async function useWallet({ service, api, card }: Setting): Promise<void> {
  const pending = done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }), 201)
  for (let again = 0; again < 2; again++)
    done(await api.post(`/sandbox/deposits/${pending.id}/confirm`, {}, keyed('growth-3')), 200)
  const late = done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }), 201)
  done(await api.post(`/sandbox/deposits/${late.id}/expire`), 200)
  done(await api.get(`/wallet/deposits/${pending.id}`), 200)
  done(await api.get('/wallet/balance'), 200)
  const bound = await anotherKey(service, api, { rights: { cardIds: [parseId('card', card)!.uuid] } })
  done(await bound.get('/wallet/balance'), 200)
  done(await api.get('/wallet/deposit-address?currency=usdt'), 200)
}

async function useWebhooks({ service, api, webhook, receiver }: Setting): Promise<void> {
  receiver.answer = () => ({ status: 500 })
  const failing = await sendTest(api, webhook)
  await attempted(api, webhook, failing.id, 1)
  receiver.answer = () => ({})
  done(await api.post(`/webhooks/${webhook.id}/deliveries/${failing.id}/retry`), 200)
  await attempted(api, webhook, failing.id, 2)
  const event = done(await api.get('/events?per_page=1'), 200).data[0]
  done(await api.get(`/events/${event.id}`), 200)
  for (const body of [{}, { webhook_id: webhook.id }]) done(await api.post(`/events/${event.id}/resend`, body), 200)
  done(await api.get('/webhooks'), 200)
  done(await api.get(`/webhooks/${webhook.id}`), 200)
  done(await api.post(`/webhooks/${webhook.id}/rotate-secret`), 200)
  const other = done(await api.post('/webhooks', { url: receiver.url, events: ['card.frozen'] }), 201)
  await handedOut(service, api)
  const plain = await anotherKey(service, api, { rights: { scopes: ['webhooks:write'] } })
  done(await plain.post(`/webhooks/${other.id}/rotate-secret`), 200)
  done(await api.patch(`/webhooks/${other.id}`, { active: false }), 200)
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }), 201)
  await handedOut(service, api)
  done(await api.delete(`/webhooks/${other.id}`), 200)
  await settled(api, webhook)
  await loseEndpoint(api, receiver)
  for (const status of ['pending', 'succeeded', 'failed']) await deliveriesOf(api, webhook, `?status=${status}`)
}

/** A webhook that returns 410 is turned off. */
async function loseEndpoint(api: Api, receiver: Receiver): Promise<void> {
  const gone = done(await api.post('/webhooks', { url: receiver.url, events: ['*'] }), 201)
  receiver.answer = () => ({ status: 410 })
  const { id } = await sendTest(api, gone)
  await attempted(api, gone, id, 1)
  receiver.answer = () => ({})
  done(await api.delete(`/webhooks/${gone.id}`), 200)
}

/** Leaves an expired worker, which the first worker removes. */
async function leaveDeadWorker({ service }: Setting): Promise<void> {
  await asOwner(
    service,
    (sql) => sql`insert into webhook_workers (id, until) values (gen_random_uuid(), now() - interval '1 hour')`,
  )
}

/** A second worker starts, takes half of the buckets, and stops. */
async function shareBuckets({ service }: Setting): Promise<void> {
  const second = new Leases(service.services.database)
  await until('the second worker has its half', async () => {
    await second.renew(() => false)
    return second.owned.size === 128
  })
  await second.release()
}

/**
 * Pages are small because the passcodes and numbers of the history cannot be decrypted; the newest rows are the
 * scenario's own.
 */
const PAGE_SIZE = 1

const LISTS = [
  '/cards',
  '/cards?status=frozen',
  '/cards?bin_id=bin_visa_us_prepaid_1',
  '/cards?label=renamed',
  '/cards?search=1234',
  '/transactions',
  '/transactions?type=refund',
  '/transactions?merchant=acme',
  '/wallet/transactions',
  '/wallet/deposits',
  '/wallet/deposits?status=pending',
  '/wallet/deposits?currency=btc',
  '/3ds',
  '/events',
  '/events?order=asc&after_sequence=5',
  '/events?type=card.frozen',
  '/request-logs',
  '/request-logs?status=4xx',
  '/request-logs?path=decision-hook/rotate-secret',
]

async function readLists({ api, card }: Setting): Promise<void> {
  const today = new Date(Date.now() - 3_600_000).toISOString()
  const lists = [
    ...LISTS,
    `/transactions?card_id=${card}`,
    `/3ds?card_id=${card}`,
    `/events?from=${today}`,
    `/events?from=${today}&order=asc`,
    `/transactions?from=${today}`,
  ]
  for (const path of lists) done(await api.get(`${path}${path.includes('?') ? '&' : '?'}per_page=${PAGE_SIZE}`), 200)
}

/**
 * Holds and deposits expire by the sandbox clock, the worker does its rounds, and a reset leaves something to purge.
 */
async function passTime({ service, api, card }: Setting): Promise<void> {
  const scene = sceneOf(api, card)
  await scene.hold(1)
  await scene.advance(8 * DAY)
  const other = await service.fundedWorkspace(10)
  done(await other.post('/sandbox/reset'), 200)
  await until('the purge of the workspace that was reset', async () => {
    const [dead] = await service.services.database.read`select 1 from workspaces where not live`
    return dead === undefined
  })
  await lookAhead(service)
}

/**
 * Runs what the worker does once the holds of the history are due and its responses are old, without waiting for it.
 */
async function lookAhead({ services: { database, clock } }: TestService): Promise<void> {
  const later = (days: number) => new Date(clock().getTime() + days * DAY * 1_000)
  await findWorkspacesWithDue(database.readByKey, later(70))
  await database.transaction((tx) => pruneAnswers(tx, later(2), 10))
  await database.transaction((tx) => pruneSessions(tx, later(2), 10))
}
