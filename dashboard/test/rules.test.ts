// Rules: created, tried in shadow and on past payments, activated, changed and deleted; their results; and which roles
// may manage them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '../../server/src/ids.ts'
import { attributeNames, attributeOf as attributeOfService } from '../../server/src/rules/attributes.ts'
import { asOwner } from '../../server/test/contract/assertions.ts'
import type { Api } from '../../server/test/harness.ts'
import { until } from '../../server/test/until.ts'
import { groups, METADATA } from '../src/rules/attributes.ts'
import { openDashboard } from './harness.ts'
import { createCard } from './make-card.ts'

const dashboard = await openDashboard()
const ads = { name: 'Acme Ads', mcc: '7311', country: 'US', id: '445566778899001' }
const above = (value: number) => ({ attribute: 'amount', op: 'above', value })

async function buy(api: Api, card: { id: string }, amount: number, merchant: object = ads) {
  return (await api.post('/sandbox/authorizations', { card_id: card.id, amount, merchant })).body
}

async function makeRule(api: Api, more: object = {}) {
  const rule = { name: 'Large payments', action: 'decline', when: [above(20)], ...more }
  return (await api.post('/rules', rule)).body
}

test('the rule form offers exactly the attributes and operators that the service accepts', () => {
  const offered = groups.flatMap(({ attributes }) => attributes)
  const named = offered.map(({ name }) => (name === METADATA ? 'card_metadata.KEY' : name))
  assert.deepEqual(named.toSorted(), attributeNames.toSorted())
  for (const { name, ops, options } of offered) {
    const taken = attributeOfService(name === METADATA ? 'card_metadata.team' : name)!
    assert.deepEqual(ops.toSorted(), taken.ops.toSorted(), name)
    for (const { value } of options ?? []) assert.ok(taken.accepts(value), `${name}: ${value}`)
  }
})

test('a person builds a rule by keyboard, with lists, metadata and cards, and the form describes it in words', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Travel' })
  await createCard(api, { label: 'Office' })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/rules')
  await page.getByText('No rules yet').waitFor()
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Create rule' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create rule' })
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await dialog.getByText('A rule needs a name.').waitFor()
  await dialog.getByText('Enter an amount, such as 200.').waitFor()
  await dialog.getByLabel('Name').fill('Nights abroad')
  const first = dialog.getByRole('group', { name: 'Condition 1' })
  await first.getByLabel('Value').fill('200')
  await dialog.getByText('Declines when the amount is above $200.00.').waitFor()

  await dialog.getByRole('button', { name: 'Add a condition' }).press('Enter')
  const second = dialog.getByRole('group', { name: 'Condition 2' })
  await second.getByLabel('Attribute').selectOption({ label: 'Country' })
  await second.getByLabel('Comparison').selectOption({ label: 'is none of' })
  for (const name of ['United Sta', 'German']) {
    await second.getByRole('combobox', { name: 'Values' }).fill(name)
    await second.getByRole('combobox', { name: 'Values' }).press('Enter')
  }
  await second.getByRole('button', { name: 'Remove Germany' }).waitFor()

  await dialog.getByRole('button', { name: 'Add a condition' }).click()
  const third = dialog.getByRole('group', { name: 'Condition 3' })
  await third.getByLabel('Attribute').selectOption({ label: 'Metadata of the card' })
  await third.getByLabel('Kind of value').selectOption({ label: 'Number' })
  await third.getByLabel('Value', { exact: true }).fill('42')
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await third.getByText('Enter a key.').waitFor()
  await third.getByLabel('Key').fill('cost_centre')

  await dialog.getByRole('button', { name: 'Ask for 3-D Secure' }).click()
  await dialog.getByRole('button', { name: 'Only these' }).click()
  await dialog.getByRole('combobox', { name: 'Only for these cards' }).fill('Trav')
  await dialog.getByRole('option', { name: /Travel/ }).waitFor()
  await dialog.getByRole('combobox', { name: 'Only for these cards' }).press('Enter')
  await dialog.getByRole('button', { name: 'Remove Travel' }).waitFor()
  await visitor.assertAccessible()
  await dialog.getByRole('button', { name: 'Create rule' }).click()

  await page.getByRole('heading', { level: 1, name: 'Nights abroad' }).waitFor()
  const [made] = (await api.get('/rules')).body.data
  assert.deepEqual(
    [made.action, made.state, made.when, made.card_ids],
    [
      'challenge',
      'shadow',
      [
        above(200),
        { attribute: 'country', op: 'not_in', value: ['US', 'DE'] },
        { attribute: 'card_metadata.cost_centre', op: 'is', value: 42 },
      ],
      [card.id],
    ],
  )
  await page.getByRole('link', { name: /Travel/ }).waitFor()
  await visitor.open('/rules')
  await page
    .getByText(
      'Asks for 3-D Secure when the amount is above $200.00 and the country is none of the United States or Germany and',
    )
    .waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a refusal of the service appears at the field that caused it', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/rules')
  await page.getByRole('button', { name: 'Create rule' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create rule' })
  await dialog.getByLabel('Name').fill('Late')
  const first = dialog.getByRole('group', { name: 'Condition 1' })
  await first.getByLabel('Attribute').selectOption({ label: 'Hour' })
  await first.getByLabel('Value').fill('24')
  await visitor.expecting(400, () => dialog.getByRole('button', { name: 'Create rule' }).click())
  await first.getByText('Must be a whole number from 0 to 23.').waitFor()
  assert.equal(await first.getByLabel('Value').getAttribute('aria-invalid'), 'true')
  await first.getByLabel('Value').fill('23')
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await page.getByRole('heading', { level: 1, name: 'Late' }).waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a rule shows its shadow statistics, is activated, edited, restored to an older version, turned off and deleted', async () => {
  const api = await dashboard.service.fundedWorkspace(1000)
  const card = await createCard(api, { amount: 500 })
  const rule = await makeRule(api)
  for (const amount of [10, 25, 30]) await buy(api, card, amount)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/rules')
  const row = page.getByRole('row', { name: /Large payments/ })
  await row.getByText('Shadow').waitFor()
  await row.getByRole('cell', { name: '2', exact: true }).waitFor()
  await row.getByRole('link', { name: 'Large payments' }).click()
  await page.getByText('2 matched, 0 stopped.').waitFor()
  const today = new Date((await api.get('/sandbox/clock')).body.now).toISOString().slice(0, 10)
  const days = page.getByRole('table', { name: 'Matches by day' })
  assert.match((await days.getByRole('row', { name: today }).textContent())!, /02$/)

  await page.getByRole('button', { name: 'Activate' }).click()
  const activating = page.getByRole('dialog', { name: 'Activate this rule?' })
  await activating.getByText('Declines when the amount is above $20.00.').waitFor()
  await visitor.assertAccessible()
  await activating.getByRole('button', { name: 'Activate' }).click()
  await page.getByText('Matching payments are stopped.', { exact: true }).waitFor()
  assert.equal((await buy(api, card, 21)).decline_reason, 'rule_declined')

  await page.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit rule' })
  assert.equal(await editing.getByLabel('Value').inputValue(), '20.00')
  await editing.getByLabel('Value').fill('22.50')
  await editing.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('Version 3 is saved.').waitFor()
  assert.equal((await buy(api, card, 22)).approved, true)

  await page.getByRole('button', { name: 'Use version 1 again' }).click()
  const older = page.getByRole('dialog', { name: 'Use version 1 again' })
  await older.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('Version 4 is saved.').waitFor()
  const now = (await api.get(`/rules/${rule.id}`)).body
  assert.deepEqual([now.version, now.state, now.when], [4, 'active', [above(20)]])

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Payments are not checked by this rule.').waitFor()
  assert.equal((await buy(api, card, 21)).approved, true)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Large payments?' })
    .getByRole('button', { name: 'Delete rule' })
    .click()
  await page.getByText('No rules yet').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a person runs a backtest, follows it to its end and opens a payment from it', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api)
  const rule = await makeRule(api, { state: 'off' })
  for (const amount of [10, 25]) await buy(api, card, amount)
  await buy(api, card, 5000)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/rules/${rule.id}`)
  await page.getByText('No backtests yet').waitFor()
  await page.getByText('The rule is off. Payments are not checked.').waitFor()
  const to = page.getByLabel('To (UTC)')
  const today = await to.inputValue()
  await to.fill('2020-01-01')
  await visitor.expecting(400, () => page.getByRole('button', { name: 'Run backtest' }).click())
  await page.getByText('Must lie after "from".').waitFor()
  await to.fill(today)
  await page.getByRole('button', { name: 'Run backtest' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText('Completed').waitFor()
  const figures = await result.getByRole('definition').allInnerTexts()
  assert.deepEqual(
    figures.map((text) => text.trim()),
    ['3', '2 67%', '1 of these', '$5,025.00'],
  )
  const days = result.getByRole('table', { name: 'What the rule would have stopped, by day' })
  assert.match((await days.getByRole('row', { name: today }).textContent())!, /11\$5,025\.00$/)
  await visitor.assertAccessible()
  const examples = result.getByRole('table', { name: 'Examples' })
  await examples.getByText('Amount: 5000.00 is above 20.00').waitFor()
  await examples.getByRole('link').nth(1).click()
  await page.getByRole('heading', { level: 1, name: 'Acme Ads' }).waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a running backtest shows its progress until it is done, and a failed one says so', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const rule = await makeRule(api)
  const { id } = (await api.post(`/rules/${rule.id}/backtests`, { from: '2026-01-01', to: '2026-01-31' })).body
  const isDone = async () => (await api.get(`/rules/${rule.id}/backtests/${id}`)).body.status === 'completed'
  await until('the backtest is done', isDone)
  const { bucket, uuid } = parseId('backtest', id)!
  // Imitates the state while a worker reads a long history.
  const set = (status: number, progress: number) =>
    asOwner(
      dashboard.service,
      (sql) => sql`
        update rule_backtests set status = ${status}, progress = ${progress}, lease_until = now() + interval '1 hour'
        where bucket = ${bucket} and id = ${uuid}`,
    )
  await set(2, 40)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/rules/${rule.id}`)
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText('40% of the history has been read.').waitFor()
  await visitor.assertAccessible()
  await set(2, 80)
  await result.getByText('80% of the history has been read.').waitFor()
  assert.equal(await result.getByRole('progressbar').getAttribute('aria-valuenow'), '80')
  await set(3, 100)
  await result.getByText('There were no payments to check in this period.').waitFor()
  await set(4, 80)
  await visitor.open(`/rules/${rule.id}`)
  await result.getByText('The backtest failed.').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a transaction shows the result of each rule, and a decline names its rule', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api)
  await makeRule(api, { name: 'Watched', when: [{ attribute: 'is_new_merchant', op: 'is', value: true }] })
  await makeRule(api, {
    name: 'Strict',
    state: 'active',
    when: [above(20), { attribute: 'country', op: 'is', value: 'US' }],
  })
  const { transaction } = await buy(api, card, 25)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/transactions')
  await page.getByText('Amount: 25.00 is above 20.00; Country: is US').first().waitFor()
  await visitor.open(`/transactions/${transaction.id}`)
  await page.getByText('Matched. A merchant new to the card: yes.').waitFor()
  const notice = page.getByRole('region', { name: 'Why it was declined' })
  await notice.getByText('Amount: 25.00 is above 20.00; Country: is US.').waitFor()
  await visitor.assertAccessible()
  await notice.getByRole('link', { name: 'Open the rule' }).click()
  await page.getByRole('heading', { level: 1, name: 'Strict' }).waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a viewer sees rules, statistics and versions but no button that changes them', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const rule = await makeRule(api, { name: 'Seen' })
  const viewer = await dashboard.signIn(api, 'viewer')
  const { page } = viewer
  await viewer.open('/rules')
  await page.getByRole('link', { name: 'Seen' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /Create rule/ }).count(), 0)
  await viewer.open(`/rules/${rule.id}`)
  await viewer.settle()
  await page.getByRole('table', { name: 'Versions' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /Activate|Edit|More|Run backtest|again/ }).count(), 0)
  viewer.assertQuiet()
  await viewer.leave()
})

test('the list of rules, a rule and its form fit a phone', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api)
  const rule = await makeRule(api, { name: 'A rather long name for a rule about large payments' })
  await buy(api, card, 30)
  const visitor = await dashboard.signIn(api, 'owner', { phone: true })
  for (const path of ['/rules', `/rules/${rule.id}`]) {
    await visitor.open(path)
    await visitor.settle()
    await visitor.assertFitsItsScreen()
  }
  await visitor.page.getByRole('button', { name: 'Edit' }).click()
  await visitor.page.getByRole('dialog', { name: 'Edit rule' }).waitFor()
  await visitor.assertFitsItsScreen()
  visitor.assertQuiet()
  await visitor.leave()
})
