// Secrets must not reach a log.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { format, inspect } from 'node:util'
import {
  type CardDetails,
  Cardwright,
  ConfigurationError,
  type RequestInfo,
  type ResponseInfo,
  type ThreeDsChallenge,
} from '../src/index.ts'
import { refusal, scripted } from './scripted-server.ts'

const details = {
  id: 'card_1',
  pan: '4242424212345678',
  cvv: '917',
  exp_month: 3,
  exp_year: 2029,
  holder_name: 'Grace',
}

async function readDetails(): Promise<CardDetails> {
  const { client } = await scripted([{ body: details }])
  return client.cards.details('card_1')
}

test('a card number can be read by the program and is in the JSON', async () => {
  const read = await readDetails()
  assert.deepEqual([read.pan, read.cvv, read.exp_year], ['4242424212345678', '917', 2029])
  assert.deepEqual(JSON.parse(JSON.stringify({ read })), { read: details })
})

test('a card number is masked in every usual way of printing', async () => {
  const read = await readDetails()
  const printed = [
    inspect(read),
    inspect({ nested: [read] }, { depth: 9 }),
    inspect(read, { customInspect: false }),
    inspect({ ...read }),
    format('%o %O %s', read, read, read),
    String(read),
    `${read}`,
    Object.values(read).join(),
  ]
  for (const text of printed) assert.doesNotMatch(text, /4242424212345678|917/)
  assert.match(inspect(read), /\*{12}5678/)
  assert.match(`${read}`, /"pan":"\*{12}5678","cvv":"\*\*\*"/)
})

test('a webhook secret is masked when it is printed', async () => {
  const { client } = await scripted([{ status: 201, body: { id: 'wh_1', secret: 'whsec_abcdef' } }])
  const webhook = await client.webhooks.create({ url: 'https://example.com', events: ['*'] })
  assert.equal(webhook.secret, 'whsec_abcdef')
  assert.doesNotMatch(inspect(webhook) + String(webhook), /abcdef/)
})

test('a passcode is masked in every object that contains a challenge, but the program can read it', async () => {
  const challenge = { id: '3ds_1', card_id: 'card_1', otp: '246810', status: 'pending' }
  const event = { id: 'evt_1', type: '3ds.challenge', sequence: 1, data: challenge }
  const list = (item: object) => ({ body: { data: [item], pagination: { page: 1, per_page: 1, total: 1 } } })
  const { client } = await scripted([{ body: challenge }, list(challenge), list(event), { body: { challenge } }])
  const read = await client.threeDs.get('3ds_1')
  const listed = await client.threeDs.list()
  const events = await client.events.list()
  const any = await client.request<{ challenge: ThreeDsChallenge }>('GET', '/anything')
  for (const each of [read, listed, events, any]) {
    assert.doesNotMatch(inspect(each, { depth: 9 }) + format('%o %O %s', each, each, each) + String(each), /246810/)
    assert.match(JSON.stringify(each), /"otp":"246810"/)
  }
  assert.deepEqual([read.otp, listed.data[0]!.otp, any.challenge.otp], Array(3).fill('246810'))
})

test('metadata is not masked, whatever its keys are called', async () => {
  const { client } = await scripted([{ body: { id: 'card_1', metadata: { secret: 'santa', pan: '1' } } }])
  const { metadata } = await client.cards.get('card_1')
  assert.deepEqual(Object.keys(metadata), ['secret', 'pan'])
})

test('a printed client shows its environment but not its key', () => {
  const client = new Cardwright({ apiKey: 'sk_live_verysecret' })
  const text = inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client)
  assert.match(text, /production/)
  assert.doesNotMatch(text, /verysecret/)
})

test('hooks see the path of a request but neither the key, the query nor the body', async () => {
  const notes: (RequestInfo | ResponseInfo)[] = []
  const note = (each: RequestInfo) => notes.push(each)
  const { client } = await scripted(
    [refusal(503, 'busy', { 'retry-after': '0' }), { body: details }, { body: { data: [] } }, { body: {} }],
    { onRequest: note, onResponse: note },
  )
  await client.cards.details('card_1')
  await client.cards.list({ label: 'private' })
  await client.sandbox.threeDs.verify('3ds_1', { otp: 'otp-246810' })
  assert.doesNotMatch(inspect(notes, { depth: 9 }), /scripted_key|sk_test|4242424212345678|private|otp-246810/)
  const [asked, answered] = notes as [RequestInfo, ResponseInfo]
  assert.deepEqual(asked, { method: 'GET', path: '/cards/card_1/details', attempt: 1, idempotencyKey: undefined })
  assert.deepEqual([answered.status, answered.attempt, answered.requestId], [503, 1, 'req_scripted'])
  assert.ok(answered.durationMs > 0, `${answered.durationMs} ms`)
  assert.equal(notes.length, 8)
})

test('a hook that throws does not fail the request', async () => {
  const fail = () => {
    throw new Error('the log is full')
  }
  const { client } = await scripted([{ body: details }], { onRequest: fail, onResponse: fail })
  assert.equal((await client.cards.details('card_1')).id, 'card_1')
})

test('the error about an invalid key does not contain the key', () => {
  for (const apiKey of ['pk_verysecret', 'sk_test_very secret', '']) {
    assert.throws(
      () => new Cardwright({ apiKey }),
      (error) => error instanceof ConfigurationError && !error.message.includes('secret'),
    )
  }
})
