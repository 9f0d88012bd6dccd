// Rules on the command line: typed conditions, the states of a rule, and backtests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '../../server/src/ids.ts'
import { startTestService } from '../../server/test/harness.ts'
import { asOwner } from '../../server/test/sandbox/scene.ts'
import { conditionOf, conditionText } from '../src/rule-conditions.ts'
import { environmentFor, fails, json, run, succeeds } from './cli-fixture.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' }, { worker: true })
const api = await service.fundedWorkspace(5000)
const env = environmentFor({ url: service.url, key: api.key })
const TODAY = new Date().toISOString().slice(0, 10)

/** The typed condition, and the condition that is sent. The sent condition is shown as it was typed. */
const CONDITIONS: [string, object][] = [
  ['amount above 1250.50', { attribute: 'amount', op: 'above', value: 1250.5 }],
  ['mcc is 7311', { attribute: 'mcc', op: 'is', value: '7311' }],
  ['country not_in US,IE', { attribute: 'country', op: 'not_in', value: ['US', 'IE'] }],
  ['card_count_1h at_least 5', { attribute: 'card_count_1h', op: 'at_least', value: 5 }],
  ['hour in 0,1,23', { attribute: 'hour', op: 'in', value: [0, 1, 23] }],
  ['is_new_merchant is true', { attribute: 'is_new_merchant', op: 'is', value: true }],
  ['merchant_name contains Book  Shop', { attribute: 'merchant_name', op: 'contains', value: 'Book  Shop' }],
  ['merchant_name in "Shop, Inc",Acme', { attribute: 'merchant_name', op: 'in', value: ['Shop, Inc', 'Acme'] }],
  ['card_metadata.floor is 3', { attribute: 'card_metadata.floor', op: 'is', value: 3 }],
  ['card_metadata.floor is "3"', { attribute: 'card_metadata.floor', op: 'is', value: '3' }],
  ['card_metadata.team is "a \\"b\\""', { attribute: 'card_metadata.team', op: 'is', value: 'a "b"' }],
]
for (const [typed, sent] of CONDITIONS)
  test(`--when ${typed}`, () => {
    assert.deepEqual(conditionOf(typed), sent)
    assert.equal(conditionText(sent as never), typed)
  })

for (const typed of ['', 'amount', 'amount above', 'amount over 5', 'amount above much', 'mcc is "a"b"'])
  test(`--when "${typed}" is refused`, () => assert.throws(() => conditionOf(typed), /--when/))

const purchase = (card_id: string, amount: number) =>
  api.post('/sandbox/authorizations', { card_id, amount, merchant: { name: 'Shop', mcc: '5732', country: 'US' } })
const newCard = async () => (await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 500 })).body.id

test('a rule is created in shadow, and can be promoted, demoted, disabled, shown by its name and deleted', async () => {
  const card = await newCard()
  const when = ['--when', 'amount above 100', '--when', 'country in US,IE']
  const made = await json(['rules', 'create', 'Large', '--action', 'decline', ...when, '--card', card], env)
  assert.deepEqual([made.state, made.version, made.when.length, made.card_ids], ['shadow', 1, 2, [card]])
  assert.equal((await purchase(card, 150)).body.approved, true)
  assert.equal((await json(['rules', 'promote', 'large'], env)).state, 'active')
  assert.equal((await purchase(card, 150)).body.decline_reason, 'rule_declined')
  const list = await succeeds(['rules', 'list'], env)
  assert.match(list, /^rule_\w+ +Large +active +decline +amount above 100\.00 and country in US,IE +2 /m)
  assert.match(await succeeds(['rules', 'get', 'Large'], env), new RegExp(`^card_ids +${card}$`, 'm'))
  assert.equal((await json(['rules', 'demote', made.id], env)).state, 'shadow')
  assert.equal((await json(['rules', 'disable', made.id], env)).state, 'off')
  const changed = await json(['rules', 'update', 'Large', '--name', 'Larger', '--when', 'amount above 200'], env)
  assert.deepEqual([changed.when.length, changed.card_ids, changed.state, changed.version], [1, [card], 'off', 5])
  assert.equal((await json(['rules', 'update', 'Larger', '--card', ''], env)).card_ids, null)
  const versions = await succeeds(['rules', 'versions', 'Larger', '--per-page', '2'], env)
  assert.match(versions, /^ +6 +Larger +off +decline +amount above 200\.00 +all /m)
  assert.equal((await json(['rules', 'versions', 'Larger', '--all'], env)).data.length, 6)
  const report = await run(['rules', 'report', 'Larger'], env)
  assert.match(report.out, new RegExp(`^${TODAY} +2 +1$`, 'm'))
  assert.match(report.err, /^2 matched and 1 stopped in 30 days\.$/m)
  assert.equal((await json(['rules', 'report', 'Larger', '--from', TODAY, '--to', TODAY], env)).days.length, 1)
  assert.equal((await json(['rules', 'delete', 'Larger', '--yes'], env)).deleted, true)
  assert.equal(await succeeds(['rules', 'list'], env), 'None.\n')
})

test('rules backtest shows its progress, then which payments the rule would have stopped', async () => {
  const card = await newCard()
  await purchase(card, 20)
  await purchase(card, 30)
  const made = await json(['rules', 'create', 'Small', '--action', 'challenge', '--when', 'amount is 30'], env)
  const ask = ['rules', 'backtest', 'Small', '--from', TODAY, '--to', TODAY]
  const { code, out, err } = await run(ask, env)
  assert.equal(code, 0, err)
  assert.match(err, /^Backtest bt_\w+ is running\.\n(\d+ %, \d+ payments checked\n)*100 %, \d+ payments checked\n$/)
  assert.match(out, /^status +completed$/m)
  assert.match(out, /^would_challenge +1$/m)
  assert.match(out, /^examples +txn_\w+ {2}30\.00 {2}yes {2}amount is 30\.00 /m)
  const begun = await json([...ask, '--detach'], env)
  assert.equal(begun.status, 'pending')
  const done = await json(['rules', 'backtests', 'get', 'Small', begun.id, '--wait'], env)
  assert.deepEqual([done.status, done.progress, done.false], ['completed', 100, 1])
  assert.match(
    await succeeds(['rules', 'backtests', made.id], env),
    new RegExp(`^${begun.id} +completed +100 +1 `, 'm'),
  )
  const refused = await fails(['rules', 'backtest', 'Small', '--from', '2026-02-02', '--to', '2026-02-01'], env)
  assert.match(refused, /invalid_request: "to" must lie after "from"\.\n {2}parameter {2}to/)
  assert.match(await fails(['rules', 'backtest', 'Small', '--from', TODAY], env, 2), /needs --to TIME/)
})

test('rules backtest ends with 1 if the backtest failed, and still shows it', async () => {
  const { id } = await json(['rules', 'create', 'Broken', '--action', 'decline', '--when', 'amount above 1'], env)
  // The state after five workers have died: the backtest is given up.
  const begun = (await api.post(`/rules/${id}/backtests`, { from: '2020-01-01', to: '2020-01-02' })).body
  const { bucket, uuid } = parseId('backtest', begun.id)!
  await asOwner(service, (sql) => sql`update rule_backtests set status = 4 where bucket = ${bucket} and id = ${uuid}`)
  const { code, out, err } = await run(['rules', 'backtests', 'get', id, begun.id, '--wait', '--json'], env)
  assert.deepEqual([code, JSON.parse(out).status], [1, 'failed'])
  assert.match(JSON.parse(err).message, /backtest bt_\w+ failed/)
})

test('a wrong rule is refused by the program, or by the service with the name of the field', async () => {
  const create = ['rules', 'create', 'Wrong', '--action', 'decline']
  assert.match(await fails(create, env, 2), /rules create needs --when CONDITION/)
  assert.match(await fails([...create, '--when', 'amount over 5'], env, 2), /operators: is, is_not/)
  assert.match(await fails([...create, '--when', 'amounts above 5'], env), /invalid_rule: .*\n {2}parameter {2}when\.0/)
  assert.match(await fails(['rules', 'get', 'Nothing'], env), /no rule "Nothing"; see: cardwright rules list/)
  assert.match(await fails(['rules', 'get', 'rule_none'], env), /rule_not_found/)
  assert.match(await succeeds(['rules', 'create', '--help'], env), /card_metadata\.KEY/)
  await service.audit()
})
