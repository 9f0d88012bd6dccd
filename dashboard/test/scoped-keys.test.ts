// Keys with scopes and bounds in a browser: created from presets and from single scopes, viewed, narrowed and revoked.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopeNames } from '../../server/src/accounts/scopes.ts'
import { scopeGroups } from '../src/settings/key-scopes.ts'
import { openDashboard } from './harness.ts'

const dashboard = await openDashboard()
const { service } = dashboard

test('every scope appears in one group with a description', () => {
  const shown = scopeGroups.flatMap(({ options }) => options.map(([scope]) => scope))
  assert.deepEqual(shown.toSorted(), [...scopeNames].sort())
})

test('a person creates an agent key, sees it, narrows it and revokes it', async () => {
  const visitor = await dashboard.signIn(await service.fundedWorkspace())
  const { page } = visitor
  await visitor.open('/settings/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Shopper')
  await dialog.getByLabel('Agent', { exact: true }).check()
  await dialog.getByLabel(/^funding:write/).check()
  await dialog.getByLabel('Cards', { exact: true }).selectOption('own')
  await dialog.getByLabel('Budget').fill('200')
  await dialog.getByLabel(/^Approve automatically/).fill('20')
  await dialog.getByLabel(/^Maximum per day/).fill('100')
  await dialog.getByLabel(/^Addresses/).fill('127.0.0.1\nhome')
  await visitor.assertAccessible()
  await visitor.expecting(400, () => dialog.getByRole('button', { name: 'Create key' }).click())
  await dialog.getByText('A network is written like').waitFor()
  await dialog.getByLabel(/^Addresses/).fill('127.0.0.1, ::1')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const secret = (await dialog.locator('code', { hasText: /^sk_/ }).textContent())!
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  const agent = service.api(secret)
  const { body: self } = await agent.get('/keys/self')
  assert.deepEqual([self.kind, self.own_cards, self.budget.amount, self.budget.window], ['agent', true, 200, 'month'])
  assert.deepEqual(self.spend_policy.auto_approve, { per_request: 20, per_day: 100 })
  assert.ok(self.scopes.includes('funding:write') && !self.scopes.includes('details:read'), String(self.scopes))

  const row = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /Shopper/ })
  await row.getByText('its own cards, $200.00 a month, some addresses').waitFor()
  await row.getByRole('button', { name: 'Shopper', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Shopper' })
  await sheet.getByText('$200.00 a month, $200.00 left').waitFor()
  await sheet.getByText('Spend requests up to $20.00, $100.00 a day').waitFor()
  await visitor.assertAccessible()
  await sheet.getByRole('button', { name: 'Narrow' }).click()
  const narrow = page.getByRole('dialog', { name: /Narrow/ })
  await narrow.getByLabel(/^funding:write/).uncheck()
  await narrow.getByLabel('Budget').fill('250')
  await visitor.assertAccessible()
  await visitor.expecting(400, () => narrow.getByRole('button', { name: 'Narrow key' }).click())
  await narrow.getByText('A key can be narrowed and never widened').waitFor()
  await narrow.getByLabel('Budget').fill('20')
  await narrow.getByLabel(/^Approve automatically/).fill('30')
  await visitor.expecting(400, () => narrow.getByRole('button', { name: 'Narrow key' }).click())
  await narrow.getByText('never widened: it is 20.00 USD').waitFor()
  await narrow.getByLabel(/^Approve automatically/).fill('5')
  await narrow.getByLabel(/^Maximum per day/).fill('15')
  await narrow.getByLabel(/^Only at these merchants/).fill('Acme Books*\nid:445566778899001')
  await narrow.getByRole('button', { name: 'Narrow key' }).click()
  await page.getByText('“Shopper” is narrowed.').waitFor()
  await sheet.getByText('$20.00 a month, $20.00 left').waitFor()
  await sheet.getByText('Spend requests up to $5.00, $15.00 a day, at Acme Books*, 445566778899001').waitFor()

  await sheet.getByRole('button', { name: 'Narrow' }).click()
  assert.equal(await narrow.getByLabel(/^Only at these merchants/).inputValue(), 'Acme Books*\nid:445566778899001')
  await narrow.getByLabel(/^Approve automatically/).fill('')
  await narrow.getByRole('button', { name: 'Narrow key' }).click()
  await sheet.getByText('None. Every spend request needs approval').waitFor()
  assert.equal((await agent.get('/keys/self')).body.spend_policy.auto_approve, null)
  const { body: after } = await agent.get('/keys/self')
  assert.deepEqual([after.budget.amount, after.scopes.includes('funding:write')], [20, false])

  await sheet.getByRole('button', { name: 'Revoke' }).click()
  await page
    .getByRole('dialog', { name: /Revoke/ })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await page.getByText('“Shopper” is revoked.').waitFor()
  assert.equal((await agent.get('/keys/self')).status, 401)
  visitor.assertQuiet()
})

test('a key has exactly the chosen scopes', async () => {
  const visitor = await dashboard.signIn(await service.fundedWorkspace())
  const { page } = visitor
  await visitor.open('/settings/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Balance board')
  await dialog.getByLabel('Chosen scopes').check()
  await dialog.getByLabel(/^cards:read/).uncheck()
  await dialog.getByLabel(/^wallet:read/).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const secret = (await dialog.locator('code', { hasText: /^sk_/ }).textContent())!
  const key = service.api(secret)
  assert.deepEqual((await key.get('/keys/self')).body.scopes, ['wallet:read'])
  assert.equal((await key.get('/cards')).body.param, 'cards:read')
  visitor.assertQuiet()
})
