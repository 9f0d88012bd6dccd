// The inbox: notifications appear without a reload, and each person has their own read state and settings.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMailServer } from '../../server/test/notifications/mail-server.ts'
import { startReceiver } from '../../server/test/webhooks/receiver.ts'
import { openDashboard } from './harness.ts'

const mailServer = await startMailServer()
const dashboard = await openDashboard({
  SMTP_URL: mailServer.url,
  SMTP_FROM: 'cards@example.com',
  WEBHOOK_ALLOW_LOOPBACK: 'true',
})
const { service } = dashboard
const api = await service.workspace()
await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '1000', confirm: true })
const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 500, label: 'Travel' })
const owner = await dashboard.signIn(api)

const ask = async (merchant: string) =>
  (await api.post('/sandbox/3ds', { card_id: card.id, merchant, amount: 210.5 })).body

test('the bell counts unread notifications, the inbox updates live, and a person marks one or all as read', async () => {
  const { page } = owner
  await owner.open('/notifications')
  const inbox = page.getByRole('list', { name: 'Notifications' })
  await inbox.getByRole('link', { name: /A deposit arrived: \$1,000\.00/ }).waitFor()
  const { otp } = await ask('Nordlys Air')
  await page.getByRole('link', { name: 'Notifications, 2 unread' }).first().waitFor()
  const first = inbox.getByRole('listitem').first()
  await first.getByText('Nordlys Air asks for $210.50').waitFor()
  await first.getByText('The passcode is on the 3-D Secure page.').waitFor()
  assert.equal((await page.content()).includes(otp), false)
  await owner.assertAccessible()

  // By keyboard, a notification opens the page it is about and is then marked as read.
  await first.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/3ds')
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).first().waitFor()
  await owner.open('/notifications?show=unread')
  await inbox.getByRole('button', { name: 'Mark as read' }).click()
  await page.getByText('All read').waitFor()
  await ask('Lucky Spin')
  await inbox.getByText('Lucky Spin asks for $210.50').waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('All notifications are read.').waitFor()
  await page.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor()
  owner.assertQuiet()
})

test('a turned-off webhook and a low wallet appear while the page is open, and a viewer sees only the wallet', async () => {
  const viewer = await dashboard.signIn(api, 'viewer', { phone: true })
  await viewer.open('/notifications')
  await viewer.page.getByRole('link', { name: 'Notifications, 1 unread' }).first().waitFor()
  await owner.open('/notifications')
  const receiver = await startReceiver()
  receiver.answer = () => ({ status: 410 })
  const { body: webhook } = await api.post('/webhooks', { url: receiver.url, events: ['*'] })
  await api.post(`/webhooks/${webhook.id}/test`)
  const inbox = owner.page.getByRole('list', { name: 'Notifications' })
  await inbox.getByText(`The webhook at ${new URL(receiver.url).host} was turned off`).waitFor()
  await api.post(`/cards/${card.id}/fund`, { amount: 450 })
  await inbox.getByText('The wallet is low: $50.00').waitFor()
  const told = viewer.page.getByRole('list', { name: 'Notifications' })
  await told.getByText('The wallet is low: $50.00').waitFor()
  assert.equal(await told.getByRole('listitem').count(), 2)
  await viewer.assertFitsItsScreen()
  viewer.assertQuiet()
  owner.assertQuiet()
})

test('a person chooses kinds, mail and the threshold, and a wrong amount shows its error at the field', async () => {
  const { page } = owner
  await owner.open('/settings/notifications')
  await page.getByLabel('Passcode or approval: inbox').uncheck()
  await page.getByLabel('Deposit: mail').check()
  await page.getByRole('textbox', { name: 'Threshold' }).fill('1.234')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter an amount of at least $1').waitFor()
  await page.getByRole('textbox', { name: 'Threshold' }).fill('40')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The threshold is saved.').waitFor()
  await owner.assertAccessible()
  await page.reload()
  assert.equal(await page.getByLabel('Passcode or approval: inbox').isChecked(), false)
  assert.equal(await page.getByLabel('Deposit: mail').isChecked(), true)
  assert.equal(await page.getByRole('textbox', { name: 'Threshold' }).inputValue(), '40.00')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('It is off. Nobody is notified.').waitFor()
  await owner.open('/notifications')
  await page.getByText('The wallet is low').waitFor()
  assert.equal(await page.getByText('Nordlys Air').count(), 0)

  await owner.open('/settings/team')
  await page.getByRole('button', { name: /Invite/ }).click()
  await page.getByLabel('E-mail').fill('new@example.com')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('The link was mailed to new@example.com.').waitFor()
  owner.assertQuiet()
})
