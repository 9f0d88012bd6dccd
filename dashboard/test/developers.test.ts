// Webhooks and events, tested with a real webhook receiver.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startReceiver } from '../../server/test/webhooks/receiver.ts'
import { openDashboard } from './harness.ts'

const dashboard = await openDashboard({ WEBHOOK_ALLOW_LOOPBACK: 'true' })
const { service } = dashboard

const row = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })

test('a new webhook shows its secret once, and that secret signs what the receiver gets', async () => {
  const receiver = await startReceiver()
  const api = await service.fundedWorkspace()
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/developers/webhooks')
  await page.getByText('No webhooks yet').waitFor()
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByLabel('All events').uncheck()
  await dialog.getByLabel('card.created').check()
  await visitor.assertAccessible()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const secret = (await dialog.locator('code', { hasText: /^whsec_/ }).textContent())!
  await dialog.getByRole('button', { name: 'Copy the secret' }).click()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret)
  await dialog.getByRole('button', { name: 'Python' }).click()
  await dialog.getByText('hmac.compare_digest').waitFor()
  await visitor.assertAccessible()
  // Pressing Escape by mistake loses nothing.
  await page.keyboard.press('Escape')
  await dialog.getByText('Close without saving? This is not shown again.').waitFor()
  await visitor.assertAccessible()
  await dialog.getByRole('button', { name: 'Keep open' }).click()
  await dialog.getByText(secret).waitFor()
  await dialog.getByRole('button', { name: 'I have saved it' }).click()

  await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
  assert.equal(await page.getByText(secret).count(), 0)
  const { body } = await api.get('/webhooks')
  assert.deepEqual(body.data[0].events, ['card.created'])

  await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })
  const [delivered] = await receiver.waitFor(1)
  assert.equal(delivered!.headers['x-webhook-event'], 'card.created')
  const signature = createHmac('sha256', secret).update(delivered!.body).digest('hex')
  assert.equal(delivered!.headers['x-webhook-signature'], signature)
  await row(page, 'Deliveries', 'card.created').getByText('Succeeded').waitFor()
  visitor.assertQuiet()
})

test('an invalid webhook address shows its error at the field', async () => {
  const visitor = await dashboard.signIn(await service.workspace())
  const { page } = visitor
  await visitor.open('/developers/webhooks')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('http://example.com/hook')
  await visitor.expecting(400, () => dialog.getByRole('button', { name: 'Add webhook' }).click())
  await dialog.getByRole('alert').waitFor()
  assert.equal(await dialog.getByLabel('Address').getAttribute('aria-invalid'), 'true')
  // The error disappears once the field is corrected.
  await dialog.getByLabel('Address').fill('https://example.com/hook')
  await dialog.getByRole('alert').waitFor({ state: 'detached' })
  assert.equal(await dialog.getByLabel('Address').getAttribute('aria-invalid'), null)
  await dialog.getByLabel('All events').uncheck()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByText('Choose at least one.').waitFor()
  visitor.assertQuiet()
})

test('a person sends a test event, sees the request and response of a failed delivery and sends it again', async () => {
  const receiver = await startReceiver()
  // The next attempt is late, so that none is made automatically during the test.
  receiver.answer = () => ({ status: 500, body: 'out of order', headers: { 'retry-after': '3600' } })
  const api = await service.workspace()
  const { body: webhook } = await api.post('/webhooks', { url: receiver.url, events: ['*'] })
  const visitor = await dashboard.signIn(api, 'developer')
  const { page } = visitor
  await visitor.open(`/developers/webhooks/${webhook.id}`)
  await page.getByText('No deliveries yet').waitFor()
  await page.getByRole('button', { name: 'Send test' }).click()
  await row(page, 'Deliveries', 'webhook.test').getByText('500').waitFor()
  await visitor.assertAccessible()

  await page.getByRole('button', { name: 'webhook.test' }).click()
  const sheet = page.getByRole('dialog', { name: 'Delivery' })
  await sheet.locator('pre', { hasText: 'out of order' }).waitFor()
  const attempts = sheet.getByRole('listitem')
  assert.match(await attempts.innerText(), /^Status 500[\s\S]*out of order$/)
  assert.doesNotMatch(await sheet.locator('dt:text-is("Next attempt") + dd').innerText(), /just now|ago/)
  const [sent] = await receiver.waitFor(1)
  await sheet.getByText(`x-webhook-signature: ${sent!.headers['x-webhook-signature']}`).waitFor()
  await sheet.getByText(`webhook-signature: ${sent!.headers['webhook-signature']}`).waitFor()
  await sheet.getByText('"This is a test."').waitFor()
  await sheet.getByText(`POST ${receiver.url}`).waitFor()
  await visitor.assertAccessible()

  receiver.answer = () => ({ status: 204, body: '' })
  await sheet.getByRole('button', { name: 'Send again' }).click()
  await sheet.getByText('Succeeded').waitFor()
  await attempts.getByText('Status 204').waitFor()
  assert.equal(await attempts.count(), 2)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Failed' }).click()
  await page.getByText('No failed deliveries').waitFor()
  assert.match(page.url(), /\?status=failed$/)
  visitor.assertQuiet()
})

test('a person edits a webhook, rotates its secret with a day of overlap and deletes it', async () => {
  const receiver = await startReceiver()
  const api = await service.workspace()
  const { body: webhook } = await api.post('/webhooks', { url: receiver.url, events: ['*'] })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  const dialog = page.getByRole('dialog')
  await visitor.open(`/developers/webhooks/${webhook.id}`)

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  await dialog.getByText(/For 24 hours/).waitFor()
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  const secret = (await dialog.locator('code', { hasText: /^whsec_/ }).textContent())!
  assert.notEqual(secret, webhook.secret)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('button', { name: 'Send test' }).click()
  const [received] = await receiver.waitFor(1)
  const signatureBy = (key: string) => createHmac('sha256', key).update(received!.body).digest('hex')
  assert.equal(received!.headers['x-webhook-signature'], signatureBy(secret))
  assert.equal(received!.headers['x-webhook-signature-previous'], signatureBy(webhook.secret))

  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Address').fill(`${receiver.url}/new`)
  await dialog.getByLabel('Active').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nothing is sent to this address.').waitFor()
  const { body: edited } = await api.get(`/webhooks/${webhook.id}`)
  assert.deepEqual([edited.url, edited.active], [`${receiver.url}/new`, false])
  assert.ok(await page.getByRole('button', { name: 'Send test' }).isDisabled())

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No webhooks yet').waitFor()
  assert.equal((await api.get(`/webhooks/${webhook.id}`)).status, 404)
  visitor.assertQuiet()
})

test('the event list updates live, can be paused and filtered, shows an event in full and sends it again', async () => {
  const receiver = await startReceiver()
  const api = await service.fundedWorkspace()
  const { body: webhook } = await api.post('/webhooks', { url: receiver.url, events: ['card.frozen'] })
  const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/developers/events')
  await row(page, 'Events', 'card.created').waitFor()
  await api.post(`/cards/${card.id}/freeze`)
  await row(page, 'Events', 'card.frozen').waitFor()
  await visitor.assertAccessible()

  await page.getByRole('button', { name: 'Live' }).click()
  await page.waitForURL(/live=off/)
  await page.getByRole('button', { name: 'Live', pressed: false }).waitFor()
  await visitor.settle()
  await api.post(`/cards/${card.id}/unfreeze`)
  await api.post(`/cards/${card.id}/fund`, { amount: 1 })
  await page.getByLabel('Type').selectOption('card.funded') // a new filter is a new list, read afresh
  await row(page, 'Events', 'card.funded').waitFor()
  assert.equal(await page.getByRole('table', { name: 'Events' }).getByRole('row').count(), 2)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row(page, 'Events', 'card.created').waitFor()
  assert.equal(await row(page, 'Events', 'card.unfrozen').count(), 0, 'a list at rest moved')
  await page.getByRole('button', { name: 'Live' }).click()
  await row(page, 'Events', 'card.unfrozen').waitFor()

  await page.getByRole('button', { name: 'card.frozen' }).click()
  const sheet = page.getByRole('dialog', { name: 'Event' })
  await sheet.getByText(`"${card.id}"`).waitFor()
  await visitor.assertAccessible()
  const before = receiver.received.length
  await sheet.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Sending to one webhook.').waitFor()
  await receiver.waitFor(before + 1)
  assert.equal((await api.get(`/webhooks/${webhook.id}/deliveries`)).body.data.length, 2)
  visitor.assertQuiet()
})

test('events and deliveries mask passcodes, and showing one is recorded in the audit log', async () => {
  const receiver = await startReceiver()
  const api = await service.fundedWorkspace()
  const { body: webhook } = await api.post('/webhooks', { url: receiver.url, events: ['3ds.challenge'] })
  const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })
  const { body: challenge } = await api.post('/sandbox/3ds', { card_id: card.id, merchant: 'Lucky Spin', amount: 5 })
  const { otp } = (await api.get(`/3ds/${challenge.id}`)).body
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  const reads = async () => {
    await visitor.open('/settings/audit-log?action=3ds.read')
    await visitor.settle()
    return page.getByRole('row', { name: /owner/ }).count()
  }
  await visitor.open(`/developers/webhooks/${webhook.id}`)
  await row(page, 'Deliveries', '3ds.challenge').getByRole('button').click()
  const delivery = page.getByRole('dialog', { name: 'Delivery' })
  await delivery.getByText('The passcode is masked.').waitFor()
  assert.equal(await delivery.getByText(otp).count(), 0)
  await visitor.open('/developers/events')
  await row(page, 'Events', '3ds.challenge').getByRole('button').click()
  const sheet = page.getByRole('dialog', { name: 'Event' })
  await sheet.getByText('The passcode is masked.').waitFor()
  await visitor.assertAccessible()
  assert.equal(await sheet.getByText(otp).count(), 0)
  assert.equal(await reads(), 0)

  await page.goBack()
  await sheet.getByRole('button', { name: 'Show the passcode' }).click()
  await sheet.getByText(otp).waitFor()
  assert.equal(await reads(), 1)
  for (const width of [390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const wrapped = await page
      .getByRole('table', { name: 'Audit log' })
      .locator('code')
      .evaluateAll((ids) =>
        ids
          .filter((id) => id.getBoundingClientRect().height > 1.5 * Number.parseFloat(getComputedStyle(id).lineHeight))
          .map((id) => id.textContent),
      )
    assert.deepEqual(wrapped, [], `ids that wrap at ${width} px`)
  }
  visitor.assertQuiet()
})

test('the developer pages fit a phone, and a viewer does not see them', async () => {
  const api = await service.workspace()
  const developer = await dashboard.signIn(api, 'developer', { phone: true })
  for (const [path, content] of [
    ['/developers/webhooks', 'No webhooks yet'],
    ['/developers/events', 'No events'],
    ['/developers/logs', 'Requests by your API keys appear here.'],
    ['/developers/logs?source=dashboard', '/v1/'],
  ] as const) {
    await developer.open(path)
    await developer.page.getByText(content).first().waitFor()
    await developer.assertFitsItsScreen()
  }
  developer.assertQuiet()
  const viewer = await dashboard.signIn(api, 'viewer')
  await viewer.open('/settings/security')
  await viewer.page.getByRole('link', { name: 'Transactions' }).waitFor()
  assert.equal(await viewer.page.getByRole('link', { name: /Webhooks/ }).count(), 0)
  await viewer.open('/developers/webhooks')
  await viewer.page.getByText('Not available to the role “viewer”').waitFor()
  viewer.assertQuiet()
})
