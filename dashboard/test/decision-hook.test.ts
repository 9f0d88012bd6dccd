// The decision hook: set, tested, called, changed, paused and deleted; its attempts; and which roles may manage it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Api } from '../../server/test/harness.ts'
import { openDashboard } from './harness.ts'
import { createCard } from './make-card.ts'
import { MAX_APPROVED, startReceiver } from './receiver.ts'

const dashboard = await openDashboard({ WEBHOOK_ALLOW_LOOPBACK: 'true' })
const receiver = await startReceiver()
after(() => receiver.server.close())
const url = `${receiver.url}/decide`
const PAGE = '/developers/decision-hook'
const ads = { name: 'Acme Ads', mcc: '7311', country: 'US' }

async function buy(api: Api, card: { id: string }, amount: number) {
  return (await api.post('/sandbox/authorizations', { card_id: card.id, amount, merchant: ads })).body
}

test('a person sets a decision hook, sees its secret once, and tests, changes, rotates and deletes it', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Watched' })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(PAGE)
  await page.getByText('No decision hook').waitFor()
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Set the hook' }).click()
  const setting = page.getByRole('dialog', { name: 'Set the decision hook' })
  await setting.getByLabel('Address').fill('http://10.0.0.1/decide')
  await visitor.expecting(400, () => setting.getByRole('button', { name: 'Set the hook' }).click())
  await setting.getByRole('alert').waitFor()
  assert.equal(await setting.getByLabel('Address').getAttribute('aria-invalid'), 'true')
  await setting.getByLabel('Address').fill(url)
  await visitor.assertAccessible()
  await setting.getByRole('button', { name: 'Set the hook' }).click()
  const shown = page.getByRole('dialog', { name: 'Your signing secret' })
  const secret = await shown.getByText(/^whsec_/).textContent()
  await visitor.assertAccessible()
  await shown.getByRole('button', { name: 'I have saved it' }).click()
  await shown.waitFor({ state: 'detached' })
  await page.getByText(url).waitFor()
  assert.equal(await page.getByText(secret!).count(), 0)

  await page.getByRole('button', { name: 'Send test' }).click()
  const tested = page.getByRole('dialog', { name: 'Test' })
  await tested.getByText('Your server approved.').waitFor()
  await tested.getByText('{"approved":true}').waitFor()
  await visitor.assertAccessible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit the decision hook' })
  // A sandbox takes up to ten minutes, to step through a handler.
  assert.equal(await editing.getByLabel('Time to answer in milliseconds').getAttribute('max'), '600000')
  await editing.getByLabel('Time to answer in milliseconds').fill('90000')
  await editing.getByRole('button', { name: 'Approve' }).click()
  await editing.getByRole('button', { name: 'Only these' }).click()
  await editing.getByRole('button', { name: 'Save' }).click()
  await editing.getByText('Choose at least one card.').waitFor()
  await editing.getByRole('combobox').fill(card.last4)
  await editing.getByRole('option', { name: /Watched/ }).click()
  await editing.getByLabel('Active').uncheck()
  await editing.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The hook is off.').waitFor()
  const changed = (await api.get('/decision-hook')).body
  assert.deepEqual(
    [changed.url, changed.timeout_ms, changed.on_timeout, changed.active, changed.card_ids],
    [url, 90_000, 'approve', false, [card.id]],
  )

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  const rotated = page.getByRole('dialog', { name: 'Your new signing secret' })
  assert.notEqual(await rotated.getByText(/^whsec_/).textContent(), secret)
  await rotated.getByRole('button', { name: 'I have saved it' }).click()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete the decision hook?' })
  await visitor.assertAccessible()
  await deleting.getByRole('button', { name: 'Delete hook' }).click()
  await page.getByText('No decision hook').waitFor()
  await page.getByRole('table', { name: 'Attempts' }).getByText('Test', { exact: true }).waitFor()
  assert.equal((await api.get('/decision-hook')).status, 404)
  visitor.assertQuiet()
  await visitor.leave()
})

test('attempts are filtered by outcome and card, and a decline shows the reason that the server gave', async () => {
  const api = await dashboard.service.fundedWorkspace(2000)
  const [large, small] = [
    await createCard(api, { label: 'Large', amount: 500 }),
    await createCard(api, { label: 'Small', amount: 500 }),
  ]
  await api.put('/decision-hook', { url })
  const { transaction } = await buy(api, large, 200)
  for (const card of [large, small]) await buy(api, card, 20)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/transactions')
  await page.getByText(`“above ${MAX_APPROVED}”`).waitFor()
  await visitor.open(`/transactions/${transaction.id}`)
  const notice = page.getByRole('region', { name: 'Why it was declined' })
  await notice.getByText(`Your server gave this reason: “above ${MAX_APPROVED}”.`).waitFor()
  await notice.getByText('Your server would be asked again.').waitFor()
  await page.getByText('Your server declined.').waitFor()
  await visitor.assertAccessible()
  await notice.getByRole('link', { name: 'Open the attempts' }).click()

  const rows = page.getByRole('table', { name: 'Attempts' }).getByRole('row')
  await page.getByRole('table', { name: 'Attempts' }).getByText('$200.00').waitFor()
  await page.waitForFunction(() => document.querySelectorAll('table[aria-label=Attempts] tbody tr').length === 2)
  await page.getByLabel('Outcome').selectOption({ label: 'Declined' })
  await page.waitForFunction(() => document.querySelectorAll('table[aria-label=Attempts] tbody tr').length === 1)
  await rows.nth(1).getByRole('button', { name: 'Acme Ads' }).click()
  const sheet = page.getByRole('dialog', { name: 'Attempt' })
  await sheet.getByText(`above ${MAX_APPROVED}`).waitFor()
  await sheet.getByRole('link', { name: /Large/ }).waitFor()
  await visitor.assertAccessible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Outcome').selectOption({ label: 'Timeout' })
  await page.getByText('No matching attempts').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForFunction(() => document.querySelectorAll('table[aria-label=Attempts] tbody tr').length === 3)
  visitor.assertQuiet()
  await visitor.leave()
})

test('a hook that keeps failing is shown as paused, with the fallback that applies', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api)
  await api.put('/decision-hook', { url: `${receiver.url}/broken`, on_timeout: 'approve' })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(PAGE)
  await page.getByText('Active', { exact: true }).waitFor()
  for (let n = 0; n < 11; n++) assert.equal((await buy(api, card, 1)).approved, true)
  await page.getByText(/after ten failed requests in a row/).waitFor()
  await page.getByText('Paused', { exact: true }).waitFor()
  const attempts = page.getByRole('table', { name: 'Attempts' })
  await attempts.getByText('Not asked').first().waitFor()
  await attempts.getByText('Error').first().waitFor()
  await visitor.assertAccessible()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a developer can test the production hook but not change it, and a viewer does not see it', async () => {
  const api = await dashboard.service.fundedWorkspace()
  await api.put('/decision-hook', { url })
  const developer = await dashboard.signIn(api, 'developer')
  await developer.open(PAGE)
  await developer.page.getByRole('button', { name: 'Edit' }).waitFor()
  await developer.page.getByRole('button', { name: 'Production' }).click()
  await developer.page.getByText('No decision hook').waitFor()
  assert.equal(await developer.page.getByRole('button', { name: /Set the hook|Edit|More/ }).count(), 0)
  developer.assertQuiet()
  await developer.leave()
  const viewer = await dashboard.signIn(api, 'viewer')
  await viewer.open(PAGE)
  await viewer.page.getByText('Not available to the role “viewer”').waitFor()
  assert.equal(await viewer.page.getByRole('button', { name: /Send test|Set the hook|Edit/ }).count(), 0)
  viewer.assertQuiet()
  await viewer.leave()
})

test('a page that cannot be loaded says so and tries again', async () => {
  const api = await dashboard.service.fundedWorkspace()
  await api.put('/decision-hook', { url })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  const answer = { status: 503, json: { error: 'unavailable', message: 'Not now.', code: 503 } }
  await page.route('**/dashboard/decision-hook', (route) => route.fulfill(answer))
  await visitor.expecting(503, () => visitor.open(PAGE))
  await page.getByText('This could not be loaded').waitFor()
  await page.unroute('**/dashboard/decision-hook')
  await page.getByText(url).waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('the page and its form fit a phone', async () => {
  const api = await dashboard.service.fundedWorkspace()
  await api.put('/decision-hook', { url })
  await buy(api, await createCard(api), 5)
  const visitor = await dashboard.signIn(api, 'owner', { phone: true })
  await visitor.open(PAGE)
  await visitor.settle()
  await visitor.assertFitsItsScreen()
  await visitor.page.getByRole('button', { name: 'Edit' }).click()
  await visitor.page.getByRole('dialog', { name: 'Edit the decision hook' }).waitFor()
  await visitor.assertFitsItsScreen()
  visitor.assertQuiet()
  await visitor.leave()
})
