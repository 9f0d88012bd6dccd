// The API of rules: what can be written, what is returned, and what is rejected.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCard } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { assertError, done, openScene, unknownId } from '../sandbox/scene.ts'
import { condition, newRule } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const large = condition('amount', 'above', 200)

test('a new rule is in shadow for all cards, and each change creates a version that remains readable', async () => {
  const api = await service.fundedWorkspace(100)
  const card = await newCard(api, { amount: 10 })
  const made = done(await api.post('/rules', { name: 'Large', action: 'decline', when: [large] }), 201)
  assert.match(made.id, /^rule_/)
  assert.deepEqual(
    [made.version, made.state, made.card_ids, made.when, made.action],
    [1, 'shadow', null, [large], 'decline'],
  )
  assert.deepEqual(done(await api.get(`/rules/${made.id}`), 200), made)
  const changed = done(await api.patch(`/rules/${made.id}`, { state: 'active', card_ids: [card.id, card.id] }), 200)
  assert.deepEqual([changed.version, changed.state, changed.card_ids, changed.name], [2, 'active', [card.id], 'Large'])
  const back = done(await api.patch(`/rules/${made.id}`, { card_ids: null }), 200)
  assert.deepEqual([back.version, back.state, back.card_ids], [3, 'active', null])
  assert.deepEqual(done(await api.patch(`/rules/${made.id}`, {}), 200), back)
  const versions = done(await api.get(`/rules/${made.id}/versions`), 200)
  assert.deepEqual(
    versions.data.map((each: { version: number; state: string }) => [each.version, each.state]),
    [
      [3, 'active'],
      [2, 'active'],
      [1, 'shadow'],
    ],
  )
  assert.equal(versions.pagination.total, 3)
  assert.deepEqual(done(await api.get('/rules'), 200).data, [back])
  assert.deepEqual(done(await api.delete(`/rules/${made.id}`), 200), { id: made.id, deleted: true })
  assertError(await api.get(`/rules/${made.id}`), 404, 'rule_not_found')
  assert.deepEqual(done(await api.get('/rules'), 200).data, [])
})

test('a rule that cannot be evaluated is rejected with the name of its field and changes nothing', async () => {
  const api = await service.fundedWorkspace(10)
  const rule = await newRule(api, [large])
  const good = { name: 'Good', action: 'decline', when: [large] }
  const cases: [object, string][] = [
    [{ ...good, name: '' }, 'name'],
    [{ ...good, action: 'approve' }, 'action'],
    [{ ...good, state: 'on' }, 'state'],
    [{ ...good, when: [] }, 'when'],
    [{ ...good, when: Array(11).fill(large) }, 'when'],
    [{ ...good, when: [large, condition('colour', 'is', 'red')] }, 'when.1.attribute'],
    [{ ...good, when: [condition('amount', 'contains', 'x')] }, 'when.0.op'],
    [{ ...good, when: [condition('amount', 'matches', 'x')] }, 'when.0.op'],
    [{ ...good, when: [condition('amount', 'above', 'x')] }, 'when.0.value'],
    [{ ...good, when: [condition('country', 'in', ['US', 'usa'])] }, 'when.0.value.1'],
    [{ ...good, when: [{ attribute: 'amount', op: 'above' }] }, 'when.0.value'],
    [{ ...good, when: [{ ...large, more: 1 }] }, 'when.0.more'],
    [{ ...good, card_ids: [] }, 'card_ids'],
    [{ ...good, card_ids: ['card_x'] }, 'card_ids.0'],
    [{ ...good, card_ids: [await unknownId(service, api, 'card')] }, 'card_ids.0'],
  ]
  for (const [body, param] of cases) {
    assertError(await api.post('/rules', body), 400, 'invalid_rule', param)
    assertError(await api.patch(`/rules/${rule.id}`, body), 400, 'invalid_rule', param)
  }
  assertError(await api.post('/rules', { ...good, colour: 'red' }), 400, 'invalid_request', 'colour')
  assert.deepEqual(done(await api.get('/rules'), 200).data, [rule])
})

test('a workspace has at most a hundred rules and sees no rule of another workspace', async () => {
  const api = await service.fundedWorkspace(10)
  const other = await service.fundedWorkspace(10)
  const first = await newRule(api, [large])
  for (let n = 1; n < 100; n++) await newRule(api, [large], { state: 'off' })
  assertError(await api.post('/rules', { name: 'One more', action: 'decline', when: [large] }), 400, 'invalid_state')
  for (const path of ['', '/versions', '/report', '/backtests'])
    assertError(await other.get(`/rules/${first.id}${path}`), 404, 'rule_not_found')
  assertError(await other.patch(`/rules/${first.id}`, { state: 'off' }), 404, 'rule_not_found')
  assertError(await other.delete(`/rules/${first.id}`), 404, 'rule_not_found')
})

test('backtests and reports with invalid times are rejected', async () => {
  const { api } = await openScene(service)
  const { id } = await newRule(api, [large])
  const backtests = `/rules/${id}/backtests`
  const refused: [object, string][] = [
    [{ from: '2026-01-01' }, 'to'],
    [{ from: 'x', to: '2026-01-01' }, 'from'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ from: '2026-01-02', to: '2026-01-01' }, 'to'],
    [{ from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'to'],
    [{ from: '2025-01-01', to: '2026-01-02' }, 'to'],
  ]
  for (const [body, param] of refused) assertError(await api.post(backtests, body), 400, 'invalid_request', param)
  assertError(await api.get(`/rules/${id}/report?from=2026-01-02&to=2026-01-01`), 400, 'invalid_request', 'to')
  assertError(await api.get(`/rules/${id}/report?from=2024-01-01&to=2026-01-01`), 400, 'invalid_request', 'from')
  const year = done(await api.get(`/rules/${id}/report?from=2024-01-01&to=2024-12-31`), 200)
  assert.equal(year.days.length, 366)
  assert.equal(done(await api.get(`/rules/${id}/report`), 200).days.length, 30)
  assertError(await api.get(`${backtests}/${await unknownId(service, api, 'backtest')}`), 404, 'backtest_not_found')
})
