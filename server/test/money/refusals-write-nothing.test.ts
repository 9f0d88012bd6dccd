// A rejected request writes nothing except its stored response.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { startTestService } from '../harness.ts'
import { authorize, BIN, newCard, ok, ownerOf, walletOf } from './books.ts'
import { atOnce, count, test } from './race-scene.ts'

const service = await startTestService()
const owner = ownerOf(service)

const issued = async () => (await owner.unsafe(`select last_value, is_called from card_numbers_${BIN}`))[0]!

test('a card creation that is rejected for insufficient funds uses up no card number of the BIN', async () => {
  const api = await service.fundedWorkspace(10)
  await newCard(api, 5)
  const poor = await service.workspace()
  const create = () => poor.post('/cards', { bin_id: BIN, amount: 5 }, { 'x-idempotency-key': randomUUID() })
  assert.equal((await create()).body.error, 'insufficient_funds')
  const before = await issued()
  for (let n = 0; n < 20; n++) assert.equal((await create()).body.error, 'insufficient_funds')
  assert.deepEqual(await issued(), before, 'the number that the first rejection left is still available')
  await newCard(api, 5)
  assert.deepEqual(await issued(), before)
})

test('exactly 100 of 200 concurrent fundings of 1.00 from a wallet of 100.00 succeed', async () => {
  const api = await service.fundedWorkspace(105)
  const card = await newCard(api, 5)
  const { balance } = await walletOf(api)
  const keep = await newCard(api, 1)
  // The amount above 100.00 that the rounding of the fee left is moved elsewhere.
  for (let rest = balance - 1 - 100; rest >= 1; rest -= Math.min(rest, 5000))
    ok(await api.post(`/cards/${keep}/fund`, { amount: Math.min(rest, 5000) }))
  const answers = await atOnce(200, () => api.post(`/cards/${card}/fund`, { amount: 1 }))
  const funds = Math.floor((await walletOf(api)).balance + count(answers, ({ status }) => status === 200))
  assert.equal(
    count(answers, ({ status }) => status === 200),
    Math.min(200, funds),
  )
  assert.ok((await walletOf(api)).balance < 1, 'the wallet has 1.00 or more left')
  assert.equal(
    count(answers, ({ body }) => body.error === 'insufficient_funds'),
    200 - funds,
  )
  await service.audit()
})

test('an interrupted advance of the clock is completed to its original target and no further', async () => {
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, 100)
  for (let n = 0; n < 3; n++) ok(await authorize(api, card, 1), 201)
  const { engine } = service.services
  const submit = engine.submit.bind(engine)
  // The first submission fixes the target of the clock, and the process "dies" before the second.
  let submissions = 0
  engine.submit = (operation) => (++submissions === 2 ? Promise.reject(new Error('killed midway')) : submit(operation))
  const headers = { 'x-idempotency-key': randomUUID() }
  const seconds = 8 * 86_400
  const started = new Date(ok(await api.get('/sandbox/clock')).now).getTime()
  const advance = () => api.post('/sandbox/clock/advance', { seconds }, headers)
  assert.equal((await advance()).status, 500)
  engine.submit = submit
  const retried = ok(await advance())
  assert.deepEqual(ok(await advance()), retried)
  const now = new Date(ok(await api.get('/sandbox/clock')).now).getTime()
  assert.ok(
    now - started >= seconds * 1000 && now - started < seconds * 1000 + 60_000,
    `the clock moved by ${(now - started) / 86_400_000} days`,
  )
  const { data } = ok(await api.get('/transactions?type=authorization'))
  for (const { id } of data) assert.equal(ok(await api.get(`/transactions/${id}`)).authorization_status, 'expired')
  await service.audit()
})
