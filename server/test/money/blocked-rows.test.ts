// A row that another connection has locked delays only the requests that need it, up to their time limit.

import assert from 'node:assert/strict'
import { startTestService } from '../harness.ts'
import { until } from '../until.ts'
import { authorize, BIN, lockCardRow, lockWorkspaceRow, newCard, ok, ownerOf, summaryOf, waitingFor } from './books.ts'
import { test } from './race-scene.ts'

const service = await startTestService()
const owner = ownerOf(service, 6)

test('a locked card blocks only its own authorizations', async () => {
  const [api, stranger] = [await service.fundedWorkspace(500), await service.fundedWorkspace(500)]
  const [locked, free, theirs] = [await newCard(api, 100), await newCard(api, 100), await newCard(stranger, 100)]
  const lock = await lockCardRow(owner, locked)
  const stopped = Array.from({ length: 20 }, () => authorize(api, locked, 1))
  await until('a request waits for the lock', async () => (await waitingFor(owner, lock.pid)).length > 0)
  // More requests for the locked card arrive while the others are sent.
  for (let round = 0; round < 5; round++) {
    stopped.push(authorize(api, locked, 1))
    assert.equal(ok(await authorize(api, free, 1), 201).approved, true)
    assert.equal(ok(await authorize(stranger, theirs, 1), 201).approved, true)
    ok(await api.post(`/cards/${free}/fund`, { amount: 1 }))
    ok(await stranger.post(`/cards/${theirs}/fund`, { amount: 1 }))
  }
  const answers = await Promise.all(stopped)
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [503])
  for (const answer of answers) {
    assert.match(answer.body.message, /nothing happened/)
    assert.ok(answer.headers.get('retry-after'), 'the response has no retry-after header')
  }
  await lock.release()
  assert.deepEqual([(await summaryOf(api, locked)).transaction_count, (await summaryOf(api, free)).held], [0, 5])
  assert.equal(ok(await authorize(api, locked, 1), 201).approved, true)
  await service.audit()
})

test('60 fundings of a locked card do not block the fundings of another account', async () => {
  const [api, stranger] = [await service.fundedWorkspace(500), await service.fundedWorkspace(500)]
  const [locked, theirs] = [await newCard(api, 10), await newCard(stranger, 10)]
  const lock = await lockCardRow(owner, locked)
  let answered = 0
  const stopped = Array.from({ length: 60 }, () =>
    api.post(`/cards/${locked}/fund`, { amount: 1 }).finally(() => {
      answered += 1
    }),
  )
  await until('a request waits for the lock', async () => (await waitingFor(owner, lock.pid)).length > 0)
  for (let round = 0; round < 10; round++) ok(await stranger.post(`/cards/${theirs}/fund`, { amount: 1 }))
  assert.equal(answered, 0, 'the fundings of the locked card are still waiting')
  await lock.release()
  const statuses = (await Promise.all(stopped)).map(({ status }) => status)
  assert.ok(
    statuses.every((status) => status === 200 || status === 503),
    statuses.join(', '),
  )
  const done = statuses.filter((status) => status === 200).length
  assert.equal((await summaryOf(api, locked)).balance, 10 + done)
  assert.equal((await summaryOf(stranger, theirs)).balance, 20)
  await service.audit()
})

test('a workspace whose row is locked blocks no other workspace, and continues when the row is free', async () => {
  const [api, stranger] = [await service.fundedWorkspace(500), await service.fundedWorkspace(500)]
  const [card, theirs] = [await newCard(api, 100), await newCard(stranger, 100)]
  const lock = await lockWorkspaceRow(owner, card)
  const stopped = [
    ...Array.from({ length: 10 }, () => api.post(`/cards/${card}/fund`, { amount: 1 })),
    ...Array.from({ length: 10 }, () => api.post(`/cards/${card}/withdraw`, { amount: 1 })),
  ]
  await until('a request waits for the lock', async () => (await waitingFor(owner, lock.pid)).length > 0)
  for (let round = 0; round < 5; round++) {
    assert.equal(ok(await authorize(stranger, theirs, 1), 201).approved, true)
    ok(await stranger.post(`/cards/${theirs}/fund`, { amount: 1 }))
  }
  await lock.release()
  for (const answer of await Promise.all(stopped))
    assert.ok(answer.status === 200 || answer.status === 503, String(answer.status))
  ok(await api.post(`/cards/${card}/fund`, { amount: 1 }))
  await service.audit()
})

test('a card number that a rejected creation left goes to one card, also while another creation waits for its wallet', async () => {
  const [api, stranger, poor] = [
    await service.fundedWorkspace(500),
    await service.fundedWorkspace(500),
    await service.workspace(),
  ]
  const card = await newCard(api, 5)
  assert.equal((await poor.post('/cards', { bin_id: BIN, amount: 5 })).body.error, 'insufficient_funds')
  const lock = await lockWorkspaceRow(owner, card)
  const stopped = api.post('/cards', { bin_id: BIN, amount: 5 })
  await until('a request waits for the lock', async () => (await waitingFor(owner, lock.pid)).length > 0)
  await newCard(stranger, 5)
  await lock.release()
  assert.equal((await stopped).status, 201)
  await service.audit()
})
