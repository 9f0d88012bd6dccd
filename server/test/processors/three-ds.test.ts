// 3-D Secure at a processor: the yes or no that we send, the passcode that it gives us, and the outcome that it
// reports.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerQuestion } from '../../src/card-network/answer-question.ts'
import { arrivalOf } from '../../src/card-network/question-time.ts'
import { takeReport } from '../../src/card-network/take-report.ts'
import type { Report } from '../../src/processors/inbound.ts'
import type { Question } from '../../src/processors/question.ts'
import { workspaceOf } from '../contract/assertions.ts'
import type { Answer, Api } from '../harness.ts'
import { openScene } from './scene.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const ANSWERED = 'POST /v1/three_ds_decisioning/challenge_response'

const [lithic, increase] = await Promise.all([openScene('lithic'), openScene('increase')])

type Asked = { api: Api; card: string; externalId: string; id: string; token: string }

/** A card at Lithic, and a purchase with it that a person must confirm. */
async function challenged(amount = 2_500n): Promise<Asked> {
  const { service, world, newCard, deliver } = lithic
  const api = await service.fundedWorkspace(1_000)
  const { id: card, externalId } = await newCard(api, 100)
  const known = new Set(world.challenges.keys())
  const there = { ...merchant, country: 'USA' }
  const { body } = await world.authenticate(externalId, { amount, merchant: there, isChallengeWished: true })
  assert.equal(JSON.parse(body).three_ds_authentication_decision, 'CHALLENGE_REQUESTED')
  const messages = world.take()
  // Told twice, opened once.
  for (const message of [...messages, ...messages]) assert.equal((await deliver(message)).status, 200)
  const { data } = (await api.get(`/3ds?card_id=${card}`)).body
  assert.equal(data.length, 1)
  const token = [...world.challenges.keys()].find((each) => !known.has(each))!
  return { api, card, externalId, id: data[0].id, token }
}

async function readBack({ api, id }: Asked): Promise<[string, string | null]> {
  const { status, outcome } = (await api.get(`/3ds/${id}`)).body
  return [status, outcome]
}

const refused = ({ status, body }: Answer) => [status, body.error]

test('lithic: a challenge without a passcode, for as long as they wait, and an event of it', async () => {
  const { api, card, id } = await challenged()
  const { body } = await api.get(`/3ds/${id}`)
  assert.deepEqual(
    [body.card_id, body.merchant, body.amount, body.method, body.otp, body.status, body.outcome],
    [card, merchant.name, 25, 'out_of_band', null, 'pending', null],
  )
  const lifetimeMs = Date.parse(body.expires_at) - Date.parse(body.created_at)
  assert.ok(lifetimeMs > 540_000 && lifetimeMs <= 600_000, `${lifetimeMs} ms`)
  const [event] = (await api.get('/events?type=3ds.challenge')).body.data
  assert.deepEqual(event.data, body)
})

for (const [verb, outcome, word] of [
  ['approve', 'approved', 'APPROVE'],
  ['decline', 'declined', 'DECLINE_BY_CUSTOMER'],
] as const) {
  test(`lithic: ${verb} is told before we answer, and told once`, async () => {
    const asked = await challenged()
    const { api, id, token } = asked
    const answer = await api.post(`/3ds/${id}/${verb}`)
    assert.deepEqual([answer.status, answer.body.status, answer.body.outcome], [200, 'completed', outcome])
    assert.equal(lithic.world.challenges.get(token), word)
    const calls = lithic.world.calls.length
    assert.deepEqual((await api.post(`/3ds/${id}/${verb}`)).body, answer.body)
    const other = verb === 'approve' ? 'decline' : 'approve'
    assert.deepEqual(refused(await api.post(`/3ds/${id}/${other}`)), [400, 'invalid_state'])
    assert.equal(lithic.world.calls.length, calls, 'they are not bothered again')
  })
}

test('lithic: a challenge of nothing, when a shop stores a card, can be answered too', async () => {
  const asked = await challenged(0n)
  assert.equal((await asked.api.get(`/3ds/${asked.id}`)).body.amount, 0)
  assert.equal((await asked.api.post(`/3ds/${asked.id}/approve`)).status, 200)
})

test('lithic: when the time is over nothing is told any more', async () => {
  const asked = await challenged()
  await asked.api.post('/sandbox/clock/advance', { seconds: 601 })
  for (const verb of ['approve', 'decline'])
    assert.deepEqual(refused(await asked.api.post(`/3ds/${asked.id}/${verb}`)), [400, 'invalid_state'])
  assert.equal(lithic.world.challenges.get(asked.token), 'PENDING')
  assert.deepEqual(await readBack(asked), ['expired', null])
})

for (const fault of ['fail', 'limit', 'silent before effect'] as const) {
  test(`lithic: after "${fault}" it is 503 and pending, and the repeat under the same key goes through`, async () => {
    const asked = await challenged()
    const headers = { 'x-idempotency-key': `answer-${fault}` }
    lithic.world.faults.push(fault)
    const first = await asked.api.post(`/3ds/${asked.id}/approve`, undefined, headers)
    assert.deepEqual(refused(first), [503, 'service_unavailable'])
    assert.deepEqual(await readBack(asked), ['pending', null])
    const second = await asked.api.post(`/3ds/${asked.id}/approve`, undefined, headers)
    assert.deepEqual([second.status, second.body.outcome], [200, 'approved'])
    assert.equal(lithic.world.challenges.get(asked.token), 'APPROVE')
  })
}

test('lithic: whoever could not approve may decline', async () => {
  const asked = await challenged()
  lithic.world.faults.push('silent before effect')
  assert.equal((await asked.api.post(`/3ds/${asked.id}/approve`)).status, 503)
  assert.equal((await asked.api.post(`/3ds/${asked.id}/decline`)).body.outcome, 'declined')
  assert.equal(lithic.world.challenges.get(asked.token), 'DECLINE_BY_CUSTOMER')
})

test('lithic: a refusal of theirs is ours, in their words, and nothing is claimed that they did not take', async () => {
  const asked = await challenged()
  lithic.world.faults.push('refuse')
  const answer = await asked.api.post(`/3ds/${asked.id}/approve`)
  assert.deepEqual(refused(answer), [400, 'processor_refused'])
  assert.match(answer.body.message, /The program does not allow this/)
  assert.deepEqual(await readBack(asked), ['pending', null])
})

test('lithic: while one answer is on its way no other is sent; a claim whose process died ends by itself', async () => {
  const asked = await challenged()
  const claimed = (until: Date) => claim(asked, until)
  await claimed(new Date(Date.now() + 60_000))
  const calls = lithic.world.calls.length
  for (const verb of ['approve', 'decline'])
    assert.deepEqual(refused(await asked.api.post(`/3ds/${asked.id}/${verb}`)), [503, 'service_unavailable'])
  assert.equal(lithic.world.calls.length, calls)
  assert.deepEqual(await readBack(asked), ['pending', null])
  await claimed(new Date(Date.now() - 1))
  assert.equal((await asked.api.post(`/3ds/${asked.id}/decline`)).status, 200)
})

test('lithic: of answers at the same time one is told, and the books agree with them', async () => {
  for (let round = 0; round < 4; round++) {
    const asked = await challenged()
    const told = () => lithic.world.calls.filter((call) => call === ANSWERED).length
    const before = told()
    const verbs = ['approve', 'decline', 'approve', 'decline']
    const answers = await Promise.all(verbs.map((verb) => asked.api.post(`/3ds/${asked.id}/${verb}`)))
    assert.equal(told(), before + 1)
    const [status, outcome] = await readBack(asked)
    assert.equal(status, 'completed')
    assert.equal(lithic.world.challenges.get(asked.token), outcome === 'approved' ? 'APPROVE' : 'DECLINE_BY_CUSTOMER')
    for (const { status: code, body } of answers) {
      if (code === 200) assert.equal(body.outcome, outcome)
      else assert.ok(['invalid_state', 'service_unavailable'].includes(body.error), body.error)
    }
  }
})

test('lithic: what nobody wishes to have challenged is authenticated without a person', async () => {
  const { service, world, newCard } = lithic
  const api = await service.fundedWorkspace(1_000)
  const { id, externalId } = await newCard(api, 100)
  const purchase = { amount: 500n, merchant: { ...merchant, country: 'USA' }, isChallengeWished: false }
  const { body } = await world.authenticate(externalId, purchase)
  assert.equal(JSON.parse(body).three_ds_authentication_decision, 'APPROVE')
  assert.deepEqual((await api.get(`/3ds?card_id=${id}`)).body.data, [])
})

for (const [authentication, expected] of [
  ['authenticated', 'authenticated'],
  ['failed', 'failed'],
  [undefined, 'not_required'],
] as const) {
  test(`what a question says of 3-D Secure (${authentication}) is on the transaction, approved or declined`, async () => {
    const { service, newCard, name } = lithic
    const api = await service.fundedWorkspace(1_000)
    const { id, externalId } = await newCard(api, 100)
    const ask = (ref: string) =>
      answerQuestion(
        service.services,
        service.services.processors.get(name)!,
        question(ref, externalId),
        arrivalOf(new Date(), performance.now(), new Date()),
      )
    const question = (ref: string, cardRef: string): Question => ({
      ...{ kind: 'authorize', id: ref, authorizationRef: ref, cardRef, amount: 500n, amountIs: 'total' },
      ...{ partial: false, merchant, patienceMs: 6_000 },
      ...(authentication && { authentication }),
    })
    await ask(`${id}-usable`)
    await api.post(`/cards/${id}/freeze`)
    await ask(`${id}-frozen`)
    assert.deepEqual(await threeDsOf(api, id), [expected, expected])
    await service.audit()
  })

  test(`what a report says of 3-D Secure (${authentication}) is on the hold and the settlement`, async () => {
    const { service, newCard, name } = lithic
    const api = await service.fundedWorkspace(1_000)
    const { id, externalId } = await newCard(api, 100)
    const report: Report = {
      ...{ authorizationRef: `${id}-report`, cardRef: externalId, version: 1n, hold: 500n, outcome: 'approved' },
      ...{
        decidedBy: 'stand_in',
        ended: undefined,
        word: undefined,
        amount: 500n,
        posts: [],
        settled: undefined,
        merchant,
      },
      ...(authentication && { authentication }),
    }
    assert.equal(await takeReport(service.services, name, report), 'applied')
    const post = { id: `${id}-post`, direction: 'debit', amount: 500n, usesHold: true } as const
    await takeReport(service.services, name, { ...report, version: 2n, hold: 0n, ended: 'settled', posts: [post] })
    assert.deepEqual(await threeDsOf(api, id), [expected, expected])
    await service.audit()
  })
}

async function threeDsOf(api: Api, card: string): Promise<string[]> {
  const { data } = (await api.get(`/transactions?card_id=${card}`)).body
  const whole = await Promise.all(data.map(({ id }: { id: string }) => api.get(`/transactions/${id}`)))
  return whole.map(({ body }) => body['3ds_status'])
}

test('increase: the passcode they give us is in the challenge and its event, and they hear that it was delivered', async () => {
  const { service, world, newCard } = increase
  const api = await service.fundedWorkspace(1_000)
  const { id: card, externalId } = await newCard(api, 100)
  const purchase = { amount: 2_500, currency: 'USD', estimated: null }
  const decision = await world.lives.challenge(externalId, merchant, purchase, '482913')
  assert.equal(decision.card_authentication_challenge!.result, 'success')
  const [challenge] = (await api.get(`/3ds?card_id=${card}`)).body.data
  assert.deepEqual(
    [challenge.method, challenge.otp, challenge.merchant, challenge.amount, challenge.status, challenge.outcome],
    ['passcode', '482913', merchant.name, 25, 'pending', null],
  )
  const [event] = (await api.get('/events?type=3ds.challenge')).body.data
  assert.deepEqual(event.data, challenge)
  for (const verb of ['approve', 'decline'])
    assert.deepEqual(refused(await api.post(`/3ds/${challenge.id}/${verb}`)), [400, 'invalid_state'])
})

test('increase: a passcode for an amount that nobody knows in dollars is delivered all the same', async () => {
  const { service, world, newCard } = increase
  const api = await service.fundedWorkspace(1_000)
  const { id: card, externalId } = await newCard(api, 100)
  const purchase = { amount: 2_500, currency: 'EUR', estimated: null }
  const decision = await world.lives.challenge(externalId, merchant, purchase, '000123')
  assert.equal(decision.card_authentication_challenge!.result, 'success')
  const [challenge] = (await api.get(`/3ds?card_id=${card}`)).body.data
  assert.deepEqual([challenge.otp, challenge.amount], ['000123', 0])
})

/** As a process does that is telling them, or has died over it. */
async function claim({ api, id }: Asked, until: Date): Promise<void> {
  const { database } = lithic.service.services
  const { bucket, id: workspace } = await workspaceOf(lithic.service, api)
  const rows = await database.write`
    update three_ds_challenges set answering_until = ${until}
    where bucket = ${bucket} and workspace_id = ${workspace} returning id`
  assert.equal(rows.length, 1, id)
}
